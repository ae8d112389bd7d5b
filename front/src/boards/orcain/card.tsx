// A card on the table: its face, or its back. Decoration: the label of its place names it. It must not know whose it
// is, or why it is there.

import { Sign } from "./emblems.tsx";
import type { CardId } from "./types.ts";

const RAYS = Array.from({ length: 16 }, (_, nth) => (nth * 360) / 16);

export function Face({ card, name }: { card: CardId; name: string }) {
	return (
		<span class={`oc-card oc-face oc-${card}`} aria-hidden="true">
			<svg viewBox="0 0 100 140" aria-hidden="true">
				<rect class="oc-border" x="5" y="5" width="90" height="130" rx="6" />
				<rect class="oc-hairline" x="8.500" y="8.500" width="83" height="123" rx="4" />
				<g transform="translate(50 57)">
					<circle class="oc-medal" r="38" />
					{RAYS.map((turn) => (
						<path key={turn} class="oc-ray" d="M-3.600 -37L0 -20L3.600 -37Z" transform={`rotate(${turn})`} />
					))}
					<circle class="oc-medal-rim" r="38" />
					<g transform="scale(0.98)">
						<Sign card={card} />
					</g>
				</g>
				<path class="oc-ribbon" d="M5 108H95V129A6 6 0 0 1 89 135H11A6 6 0 0 1 5 129Z" />
				<path class="oc-ribbon-edge" d="M5 108H95" />
			</svg>
			<span class={name.length > 9 ? "oc-name oc-long" : "oc-name"}>{name}</span>
		</span>
	);
}

export function Back() {
	return (
		<span class="oc-card oc-back" aria-hidden="true">
			<svg viewBox="0 0 100 140" aria-hidden="true">
				<rect class="oc-border" x="5" y="5" width="90" height="130" rx="6" />
				<path
					class="oc-lattice"
					d="M11 33L33 11M11 63L63 11M11 93L89 15M11 123L89 45M17 129L89 57M37 129L89 77M67 129L89 107M89 33L67 11M89 63L37 11M89 93L11 15M89 123L11 45M83 129L11 57M63 129L11 77M33 129L11 107"
				/>
				<g transform="translate(50 70)">
					<path class="oc-crest" d="M0 -33L33 0L0 33L-33 0Z" />
					<path class="oc-crest-line" d="M0 -27.500L27.500 0L0 27.500L-27.500 0Z" />
					<path class="oc-tusk" d="M-3 11C-15 10 -18 -3 -12.500 -16C-11.500 -6 -8 -1 -1.500 1.500Z" />
					<path class="oc-tusk" d="M3 11C15 10 18 -3 12.500 -16C11.500 -6 8 -1 1.500 1.500Z" />
					<path class="oc-tusk" d="M0 -12L3.400 -6L0 0L-3.400 -6Z" />
				</g>
			</svg>
		</span>
	);
}
