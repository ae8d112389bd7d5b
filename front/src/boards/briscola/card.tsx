// A card: its face, its back, or one whose suit is not called yet; the same drawing in all sizes. It must not know who
// holds it, nor where it is. The text beside a card names it; the drawing is hidden from screen readers.

import type { Say } from "../board.ts";
import { worth } from "./cards.ts";
import { Ace, Jack, King, Knight } from "./court_cards.tsx";
import { SuitShape } from "./suits.tsx";
import type { Card, Suit } from "./types.ts";

/** Pips side by side: narrow ones are drawn larger. */
const SMALL: Readonly<Record<Suit, number>> = { coins: 0.7, cups: 0.78, swords: 0.86, clubs: 0.78 };
const LEFT = 18;
const RIGHT = 48;
const MIDDLE = 33;
const PIPS: Readonly<Record<number, readonly (readonly [number, number])[]>> = {
	2: [
		[MIDDLE, 42],
		[MIDDLE, 108],
	],
	3: [
		[MIDDLE, 31],
		[MIDDLE, 75],
		[MIDDLE, 119],
	],
	4: [
		[LEFT, 42],
		[RIGHT, 42],
		[LEFT, 108],
		[RIGHT, 108],
	],
	5: [
		[LEFT, 36],
		[RIGHT, 36],
		[MIDDLE, 75],
		[LEFT, 114],
		[RIGHT, 114],
	],
	6: [
		[LEFT, 31],
		[RIGHT, 31],
		[LEFT, 75],
		[RIGHT, 75],
		[LEFT, 119],
		[RIGHT, 119],
	],
	7: [
		[LEFT - 2, 28],
		[RIGHT + 2, 28],
		[MIDDLE, 51.5],
		[LEFT - 2, 75],
		[RIGHT + 2, 75],
		[LEFT - 2, 122],
		[RIGHT + 2, 122],
	],
};

/** What a card of this rank has in its corner. */
export function rankLetter(rank: number, say: Say): string {
	return rank >= 2 && rank <= 7 ? String(rank) : say(`briscola.letter.${rank}`);
}

export function Face({ card, say }: { card: Pick<Card, "suit" | "rank">; say: Say }) {
	const { suit, rank } = card;
	const points = worth(rank);
	return (
		<svg class={`br-face br-of-${suit}`} viewBox="0 0 100 160" aria-hidden="true" focusable="false">
			<Paper />
			<path class="br-strip" d="M9 0.5H28V159.5H9A8.5 8.5 0 0 1 0.5 151V9A8.5 8.5 0 0 1 9 0.5Z" />
			<Index letter={rankLetter(rank, say)} />
			<SuitShape suit={suit} x={14.2} y={50} scale={0.52} />
			{points > 0 && (
				<g class="br-points">
					<circle cx="14.2" cy="144" r="9.6" />
					<text x="14.2" y="148.4" text-anchor="middle">
						{points}
					</text>
				</g>
			)}
			<g transform="translate(31 5)">
				<Picture suit={suit} rank={rank} />
			</g>
		</svg>
	);
}

/** The rank is called, the suit is not: a card with a question mark. */
export function HalfCalled({ rank, say }: { rank: number; say: Say }) {
	return (
		<svg class="br-face br-half" viewBox="0 0 100 160" aria-hidden="true" focusable="false">
			<Paper />
			<path class="br-strip" d="M9 0.5H28V159.5H9A8.5 8.5 0 0 1 0.5 151V9A8.5 8.5 0 0 1 9 0.5Z" />
			<Index letter={rankLetter(rank, say)} />
			<text class="br-question" x="64" y="103" text-anchor="middle">
				?
			</text>
		</svg>
	);
}

export function Back() {
	return (
		<svg class="br-face" viewBox="0 0 100 160" aria-hidden="true" focusable="false">
			<rect class="br-back" x="0.5" y="0.5" width="99" height="159" rx="8.5" />
			<rect class="br-back-frame" x="8" y="8" width="84" height="144" rx="5" />
			<path class="br-back-cross" d="M8 44L50 8L92 44M8 80L50 44L92 80M8 116L50 80L92 116M8 152L50 116L92 152" />
		</svg>
	);
}

function Paper() {
	return <rect class="br-card-paper" x="0.5" y="0.5" width="99" height="159" rx="8.5" />;
}

function Index({ letter }: { letter: string }) {
	return (
		<text class={letter.length > 1 ? "br-index br-long" : "br-index"} x="14.2" y="30" text-anchor="middle">
			{letter}
		</text>
	);
}

function Picture({ suit, rank }: { suit: Suit; rank: number }) {
	if (rank === 1) return <Ace suit={suit} />;
	if (rank === 8) return <Jack suit={suit} />;
	if (rank === 9) return <Knight suit={suit} />;
	if (rank === 10) return <King suit={suit} />;
	return (
		<>
			{(PIPS[rank] ?? []).map(([x, y]) => (
				<SuitShape
					key={`${x} ${y}`}
					suit={suit}
					x={x}
					y={y}
					scale={rank < 4 ? 0.95 : SMALL[suit] * (rank === 7 ? 0.88 : 1)}
				/>
			))}
		</>
	);
}
