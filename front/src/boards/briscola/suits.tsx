// The four suits, each drawn around the centre of a 40 by 40 square. They must not know cards.

import type { ComponentChildren } from "preact";
import type { Suit } from "./types.ts";

interface SuitProps {
	readonly suit: Suit;
	readonly x?: number;
	readonly y?: number;
	readonly scale?: number;
}

const PETALS = [0, 45, 90, 135, 180, 225, 270, 315];
const DRAWINGS: Readonly<Record<Suit, () => ComponentChildren>> = {
	coins: Coin,
	cups: Cup,
	swords: Sword,
	clubs: Club,
};

export function SuitShape({ suit, x = 0, y = 0, scale = 1 }: SuitProps) {
	const Drawing = DRAWINGS[suit];
	return (
		<g class={`br-suit br-${suit}`} transform={`translate(${x} ${y}) scale(${scale})`}>
			<Drawing />
		</g>
	);
}

/** A suit as an icon in text. Decoration: the text beside it names it. */
export function SuitSign({ suit }: { suit: Suit }) {
	return (
		<svg class="br-sign" viewBox="-22 -22 44 44" aria-hidden="true">
			<SuitShape suit={suit} />
		</svg>
	);
}

function Coin() {
	return (
		<>
			<circle class="br-gold br-line" r="18" />
			<circle class="br-gold-light" r="14.5" />
			<circle class="br-gold" r="11.8" />
			{PETALS.map((turn) => (
				<ellipse key={turn} class="br-gold-light" cy="-6.6" rx="2.3" ry="4.6" transform={`rotate(${turn})`} />
			))}
			<circle class="br-gem br-thin" r="3.4" />
		</>
	);
}

function Cup() {
	return (
		<>
			<path class="br-gold br-line" d="M-10.5 19C-10.5 14.4 -5 13.4 -2.6 12V3h5.2v9C5 13.4 10.5 14.4 10.5 19Z" />
			<path class="br-own br-line" d="M-13.5 -16.5H13.5C13.8 -4 8.4 4.6 0 4.6S-13.8 -4 -13.5 -16.5Z" />
			<path class="br-shine" d="M-9.4 -12C-9 -5.6 -7.2 -1.2 -4.6 1.2C-5.4 -3 -5.8 -7.6 -5.6 -12Z" />
			<path class="br-gold br-thin" d="M-13.3 -10.6H13.3L12.6 -6.2H-12.6Z" />
			<ellipse class="br-gold-light br-line" cy="-16.5" rx="13.5" ry="3" />
			<ellipse class="br-gold br-thin" cy="8" rx="4.2" ry="2.6" />
		</>
	);
}

function Sword() {
	return (
		<>
			<path class="br-steel br-line" d="M0 -21L5.4 -13.5L4.4 6.5H-4.4L-5.4 -13.5Z" />
			<path class="br-own" d="M0 -19.2L4.5 -13.2L3.6 6H0Z" />
			<rect class="br-leather br-line" x="-2.6" y="8.5" width="5.2" height="8.5" />
			<path class="br-gold br-line" d="M-13.5 3.6C-9 6.6 9 6.6 13.5 3.6L14.2 8.4C9 11.6 -9 11.6 -14.2 8.4Z" />
			<circle class="br-gold br-line" cy="17.6" r="3.5" />
			<circle class="br-gem" cy="8" r="2.2" />
		</>
	);
}

function Club() {
	return (
		<>
			<path class="br-own br-line" d="M4.2 3.6C8 -3.4 13.4 -4.2 17 -2.6C16.6 4 11 8.6 3.8 7.6Z" />
			<path class="br-own br-line" d="M-4.4 -1C-9 -6.8 -14.4 -6.6 -17.4 -4.4C-16 2 -10 5.6 -4 3Z" />
			<path
				class="br-wood br-line"
				d="M-3.4 18.4L-7.6 -6.6C-10.8 -15.4 -5.6 -20.4 0 -20.4S10.8 -15.4 7.6 -6.6L3.4 18.4C2.2 21 -2.2 21 -3.4 18.4Z"
			/>
			<path class="br-shine" d="M-5.2 -8.6C-7 -14 -4.6 -17 -2 -17.6C-2.8 -10 -2.6 0 -1.6 12Z" />
			<ellipse class="br-cut br-thin" cx="2.6" cy="-11.6" rx="2.6" ry="3.2" />
			<ellipse class="br-cut br-thin" cx="-2.6" cy="-2.4" rx="2" ry="2.6" />
			<ellipse class="br-cut br-thin" cx="1.4" cy="7.6" rx="1.6" ry="2.1" />
		</>
	);
}
