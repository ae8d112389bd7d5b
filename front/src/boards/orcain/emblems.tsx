// The emblems of the cards, each drawn around the centre of a square that reaches 32 to every side. `oc-e1` is an
// emblem's own colour, `oc-e2` its shade, `oc-e3` its light. They must not know where they are shown.

import type { JSX } from "preact";
import type { CardId } from "./types.ts";

const SIGNS: Readonly<Record<CardId, () => JSX.Element>> = {
	attack: Swords,
	defense: Shield,
	heal: Heart,
	counter: Turn,
};

export function Sign({ card }: { card: CardId }) {
	const Drawn = SIGNS[card];
	return <Drawn />;
}

/** An emblem in a line of text. Decoration: the text beside it names it. */
export function Emblem({ card }: { card: CardId | null }) {
	return (
		<svg class={`oc-emblem oc-${card ?? "none"}`} viewBox="-34 -34 68 68" aria-hidden="true">
			{card ? <Sign card={card} /> : <path class="oc-nothing" d="M-14 0H14" />}
		</svg>
	);
}

function Swords() {
	return (
		<>
			<Sword turn={-42} />
			<Sword turn={42} />
		</>
	);
}

function Sword({ turn }: { turn: number }) {
	return (
		<g transform={`rotate(${turn}) translate(0 -1)`}>
			<path class="oc-e3" d="M0 -33L4.6 -25V9H-4.6V-25Z" />
			<path class="oc-e2" d="M0 -33L4.6 -25V9H0Z" />
			<path class="oc-e1" d="M-12 8.5H12Q14 8.5 14 11T12 13.5H-12Q-14 13.5 -14 11T-12 8.5Z" />
			<path class="oc-e2" d="M-3 13.5H3L2.4 25H-2.4Z" />
			<circle class="oc-e1" cy="27.5" r="4.2" />
		</g>
	);
}

function Shield() {
	return (
		<>
			<path
				class="oc-e1"
				d="M0 -32Q12 -25 26 -24.5Q28 4 17 18.5Q10 27.5 0 32Q-10 27.5 -17 18.5Q-28 4 -26 -24.5Q-12 -25 0 -32Z"
			/>
			<path
				class="oc-e3"
				d="M0 -24Q9 -19 19.5 -18.5Q20 4 12 14.5Q7 20.5 0 24Q-7 20.5 -12 14.5Q-20 4 -19.5 -18.5Q-9 -19 0 -24Z"
			/>
			<path class="oc-e2" d="M0 -24Q9 -19 19.5 -18.5Q20 -8 18.6 -2H0ZM0 -2V24Q-7 20.5 -12 14.5Q-17 8 -18.6 -2Z" />
			<circle class="oc-e1" cy="-2" r="6" />
			<circle class="oc-e3" cx="-1.4" cy="-3.6" r="2" />
		</>
	);
}

function Heart() {
	return (
		<>
			<path
				class="oc-e1"
				d="M0 30C-22 14 -31 2 -30 -11C-29 -23 -19 -29 -10 -26.5C-5 -25 -2 -22 0 -18C2 -22 5 -25 10 -26.5C19 -29 29 -23 30 -11C31 2 22 14 0 30Z"
			/>
			<path class="oc-e2" d="M0 30C22 14 31 2 30 -11C29.4 -19 25 -24.500 19.500 -26.300C24 -12 14 10 0 18Z" />
			<path class="oc-e3" d="M-5 -15H5V-5H15V5H5V15H-5V5H-15V-5H-5Z" />
		</>
	);
}

function Turn() {
	return (
		<>
			<path
				class="oc-e2"
				d="M-27 25C-32 -6 -18 -29 2 -29C18 -29 25 -17 25 -3H33L18.500 17L4 -3H12C12 -12 9 -17 2 -17C-10 -17 -18 -2 -17 25Z"
			/>
			<path
				class="oc-e1"
				d="M-29 23C-33 -8 -20 -31 0 -31C16 -31 23 -19 23 -5H31L16.500 15L2 -5H10C10 -14 7 -19 0 -19C-12 -19 -20 -4 -19 23Z"
			/>
			<path
				class="oc-e3"
				d="M-6 29L-3.600 20.500L-11 16L-2.600 13.600L0 5L2.600 13.600L11 16L3.600 20.500L6 29L0 23.500Z"
			/>
		</>
	);
}
