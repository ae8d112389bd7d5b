// Cards and their icons: resources, development cards, backs. It must not know whose they are.

import type { Say } from "../board.ts";
import { LandSign } from "./symbols.tsx";
import { type Development, RESOURCES, type Resource } from "./types.ts";

/** A resource's icon on its colour, as small as a word. */
export function Chip({ resource, missing = false }: { resource: Resource; missing?: boolean }) {
	return (
		<svg
			class={`ct-chip ct-land-${resource}${missing ? " ct-missing" : ""}`}
			viewBox="-26 -26 52 52"
			aria-hidden="true"
		>
			<rect class="ct-chip-back" x="-26" y="-26" width="52" height="52" rx="11" />
			<g transform="scale(0.900)">
				<LandSign land={resource} />
			</g>
		</svg>
	);
}

/** A number of each, as chips; read out with their names. */
export function Chips({ hand, say, sign = "" }: { hand: readonly number[]; say: Say; sign?: string }) {
	const held = RESOURCES.map((resource, kind) => ({ resource, count: hand[kind] ?? 0 })).filter(
		({ count }) => count > 0,
	);
	return (
		<span class="ct-chips">
			{held.map(({ resource, count }, nth) => (
				<span key={resource} class="ct-counted">
					{nth > 0 && <span class="visually-hidden">, </span>}
					{sign}
					{count} <Chip resource={resource} />
					<span class="visually-hidden"> {say(`catan.card.${resource}`)}</span>
				</span>
			))}
		</span>
	);
}

/** A resource card with its count. */
export function ResourceCard({ resource, count, say }: { resource: Resource; count: number; say: Say }) {
	return (
		<span class={`ct-card ct-land-${resource}${count === 0 ? " ct-none" : ""}`} data-resource={resource}>
			<svg class="ct-art" viewBox="-32 -32 64 64" aria-hidden="true">
				<LandSign land={resource} />
			</svg>
			<span class="ct-card-name">{say(`catan.card.${resource}`)}</span>
			<span class="ct-count">{count}</span>
		</span>
	);
}

/** A development card's face. */
export function DevelopmentFace({ card }: { card: Development }) {
	return (
		<svg class="ct-dev-art" viewBox="-26 -26 52 52" aria-hidden="true">
			{signOf(card)}
		</svg>
	);
}

function signOf(card: Development) {
	switch (card) {
		case "KNIGHT":
			return <Helmet />;
		case "ROAD_BUILDING":
			return (
				<g>
					<path class="ct-way" d="M-14 22C-14 6 12 8 6-6S-6-14 2-22" />
					<path class="ct-way-line" d="M-14 22C-14 6 12 8 6-6S-6-14 2-22" />
				</g>
			);
		case "YEAR_OF_PLENTY":
			return (
				<g class="ct-sheaf">
					<rect x="-18" y="-15" width="19" height="27" rx="3" transform="rotate(-12 -8 0)" />
					<rect x="-1" y="-15" width="19" height="27" rx="3" transform="rotate(12 8 0)" />
					<path d="M0 10v12M-6 16H6" />
				</g>
			);
		case "MONOPOLY":
			return (
				<g class="ct-coins">
					{[14, 7, 0, -7].map((y) => (
						<ellipse key={y} cx="0" cy={y} rx="17" ry="7" />
					))}
					<path d="M-6-9 0-15 6-9M0-15V-3" />
				</g>
			);
		case "VICTORY_POINT":
			return <path class="ct-star" d="M0-21 6-7l15 1.500L9.500 4 13 19 0 11-13 19-9.500 4-21-5.500-6-7Z" />;
	}
}

export function Helmet() {
	return (
		<g class="ct-helmet">
			<path class="ct-plume" d="M1-17C4-25 15-24 17-16c1 5-1 9-3 11-1-8-6-12-13-12Z" />
			<path class="ct-steel" d="M-15 18V-3a15 15 0 0 1 30 0v21c-4 3-9 3-10 3V6h-10v15c-1 0-6 0-10-3Z" />
			<path class="ct-visor" d="M-11-2h22M0-2v8" />
		</g>
	);
}

/** The back of a card; those of development cards have a star. */
export function Back({ isDevelopment = false }: { isDevelopment?: boolean }) {
	return (
		<svg class={`ct-back${isDevelopment ? " ct-back-dev" : ""}`} viewBox="0 0 20 26" aria-hidden="true">
			<rect x="1" y="1" width="18" height="24" rx="3" />
			{isDevelopment ? (
				<path d="M10 6l2 4.600 5 .500-3.800 3.200 1.200 5-4.400-2.700-4.400 2.700 1.200-5L3 11.100l5-.500Z" />
			) : (
				<path d="M5 8h10M5 13h10M5 18h10" />
			)}
		</svg>
	);
}
