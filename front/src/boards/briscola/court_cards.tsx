// The drawings of jack, knight, king and ace, each 66 by 150. They must not know what a card is worth.

import type { ComponentChildren } from "preact";
import { SuitShape } from "./suits.tsx";
import type { Suit } from "./types.ts";

/** The suit as a badge. */
function Badge({ suit, x = 33, y = 131 }: { suit: Suit; x?: number; y?: number }) {
	return (
		<>
			<circle class="br-paper br-edge" cx={x} cy={y} r="15.5" />
			<SuitShape suit={suit} x={x} y={y} scale={0.62} />
		</>
	);
}

function Eyes({ y }: { y: number }) {
	return (
		<>
			<circle class="br-dark" cx="27" cy={y} r="1.7" />
			<circle class="br-dark" cx="39" cy={y} r="1.7" />
			<path class="br-stroke" d={`M23.6 ${y - 5.4}q3.2 -2.2 6.2 -0.4M36.2 ${y - 5.8}q3 -1.8 6.2 0.4`} />
			<path class="br-stroke" d={`M33.4 ${y - 1}l-1.8 7h2.6`} />
		</>
	);
}

export function King({ suit }: { suit: Suit }) {
	return (
		<>
			<path class="br-own br-line" d="M0.8 149V122C3 102 17 94 33 94S63 102 65.2 122V149Z" />
			<path class="br-hair br-line" d="M15 56C13 74 14 86 18 92H48C52 86 53 74 51 56Z" />
			<ellipse class="br-skin br-line" cx="33" cy="61" rx="14.6" ry="18" />
			<path
				class="br-paper br-line"
				d="M7 106C15 96 24 93 33 101C42 93 51 96 59 106C52 114 43 117.5 33 117.5S14 114 7 106Z"
			/>
			<path class="br-dark" d="M16 105l2.4 3.4h-4.8ZM26 109l2.4 3.4h-4.8ZM40 109l2.4 3.4h-4.8ZM50 105l2.4 3.4h-4.8Z" />
			<path
				class="br-hair br-line"
				d="M18.2 63C17.4 88 25 102 33 108C41 102 48.6 88 47.8 63C46 71 41 72 33 72S20 71 18.2 63Z"
			/>
			<path class="br-lip" d="M29.4 77.6q3.6 2.6 7.2 0" />
			<path class="br-stroke" d="M24 73.6q5 -3.4 9 0q4 -3.4 9 0" />
			<Eyes y={59.5} />
			<path class="br-gold br-line" d="M14 46L9.4 19L21.4 30L33 11L44.6 30L56.6 19L52 46Z" />
			<path class="br-gold-light br-line" d="M13.4 40.4Q33 46.4 52.6 40.4L51.6 47.6Q33 53 14.4 47.6Z" />
			<circle class="br-gem br-thin" cx="33" cy="47.4" r="2.7" />
			<circle class="br-own br-thin" cx="21.6" cy="46" r="2" />
			<circle class="br-own br-thin" cx="44.4" cy="46" r="2" />
			<circle class="br-gem br-thin" cx="9.4" cy="18" r="2.8" />
			<circle class="br-gem br-thin" cx="33" cy="9.6" r="3.2" />
			<circle class="br-gem br-thin" cx="56.6" cy="18" r="2.8" />
			<Badge suit={suit} y={133} />
		</>
	);
}

export function Knight({ suit }: { suit: Suit }) {
	return (
		<>
			<path class="br-own br-line" d="M27 25C38 21 51 30 56 44C62 58 65.2 80 65.2 104V149H47C52 110 49 70 30 40Z" />
			<path
				class="br-coat br-line"
				d="M13 149C15 130 25 120 27.4 105C22 110.6 14.6 112.6 10 108.4C4.4 106.6 1.4 100 4.4 93.6C10 83 14 74 17.4 62C17 51 18.4 36 24.6 21C28.4 26.6 30.6 31 32.4 37C44.6 46 52 62 54 84C56 108 54 132 51.4 149Z"
			/>
			<path class="br-fold" d="M23 32.6C24.8 35 26 37.4 26.8 40.4L21.8 44.4C21.4 40 22 36 23 32.6Z" />
			<path class="br-shine" d="M43 62C50 82 50 110 45 149H51.4C54 132 56 108 54 84C52.8 70 49.6 59 44.6 50Z" />
			<circle class="br-dark" cx="25" cy="60" r="2.5" />
			<circle class="br-paper" cx="24.3" cy="59.3" r="0.8" />
			<ellipse class="br-dark" cx="8.6" cy="95.4" rx="1.5" ry="2.2" transform="rotate(24 8.6 95.4)" />
			<path class="br-stroke" d="M6.4 103.4q5 2.4 8.4 -0.6M21 54.6q3.6 -2.6 7.2 -0.4" />
			<path
				class="br-strap"
				d="M12.4 79C18 85.6 21.6 93 22.8 103M18.6 66C25 75 36 80.6 46 80M30.4 46C35 56 36 70 34.6 79.6M22.2 94C30 96 44 92 51 82"
			/>
			<circle class="br-gold br-thin" cx="22.2" cy="94" r="3.3" />
			<circle class="br-gold br-thin" cx="34.8" cy="79.4" r="2.6" />
			<path class="br-own br-line" d="M24.6 21C19 27 18 34 20.4 40C24 37 26 31.6 24.6 21Z" />
			<Badge suit={suit} />
		</>
	);
}

export function Jack({ suit }: { suit: Suit }) {
	return (
		<>
			<path class="br-own br-line" d="M3.4 149V124C5 106 18 97 33 97S61 106 62.6 124V149Z" />
			<path class="br-gold br-line" d="M23 98L33 116L43 98C37 95.6 29 95.6 23 98Z" />
			<path class="br-skin br-line" d="M27 84h12v12q-6 8 -12 0Z" />
			<path
				class="br-fair br-line"
				d="M15.4 48C11.6 60 12 74 14.4 83C19 86 23.4 84 24.6 79H41.4C42.6 84 47 86 51.6 83C54 74 54.4 60 50.6 48Z"
			/>
			<ellipse class="br-skin br-line" cx="33" cy="66" rx="14" ry="18.4" />
			<path
				class="br-fair br-line"
				d="M18.6 62C20 52 26 50 33 50S46 52 47.4 62C43 60 40 57 38.4 54C34 59 26 61.6 18.6 62Z"
			/>
			<Eyes y={66.6} />
			<path class="br-lip" d="M28.8 78.4q4.2 3.4 8.4 0" />
			<circle class="br-blush" cx="23.4" cy="72.6" r="2.8" />
			<circle class="br-blush" cx="42.6" cy="72.6" r="2.8" />
			<path class="br-paper br-line" d="M48 40C52 24 56 14 64.4 7C66 20 62 34 53 44Z" />
			<path class="br-stroke" d="M50.4 42C54 30 58 20 63 11" />
			<path class="br-own br-line" d="M11.6 50C5 36 17 24 34 24S61 36 54.4 50C42 42.4 24 42.4 11.6 50Z" />
			<path class="br-gold-light br-line" d="M11.6 50.4C24 42.6 42 42.6 54.4 50.4L52.8 56C41 48.6 25 48.6 13.2 56Z" />
			<circle class="br-gem br-thin" cx="51.6" cy="45" r="3" />
			<Badge suit={suit} y={133} />
		</>
	);
}

export function Ace({ suit }: { suit: Suit }): ComponentChildren {
	return (
		<>
			<circle class="br-halo" cx="33" cy="75" r="31" />
			<path class="br-ornament" d="M33 12l6 9l-6 9l-6 -9ZM33 120l6 9l-6 9l-6 -9Z" />
			<path class="br-ray" d="M21 21H6M45 21H60M21 129H6M45 129H60" />
			<SuitShape suit={suit} x={33} y={75} scale={suit === "coins" ? 1.6 : 1.75} />
		</>
	);
}
