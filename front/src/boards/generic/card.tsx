// A card of a scene. Its text is in the corner, so that you can read it in a fan. It must not know any game.

import type { Card } from "../../wire.ts";

/** Drawn, because not every font has them. Each in a square of 100. */
const SUITS: Readonly<Record<string, string>> = {
	"♠": "M50 5C58 30 95 45 95 70 95 88 70 92 56 76 57 86 60 92 68 97H32C40 92 43 86 44 76 30 92 5 88 5 70 5 45 42 30 50 5Z",
	"♥": "M50 95C20 70 5 52 5 32 5 5 38 0 50 26 62 0 95 5 95 32 95 52 80 70 50 95Z",
	"♦": "M50 3C60 22 72 38 88 50 72 62 60 78 50 97 40 78 28 62 12 50 28 38 40 22 50 3Z",
	"♣": "M50 5a20 20 0 0 1 15 33 20 20 0 1 1-8 37C58 86 61 92 69 97H31C39 92 42 86 43 75a20 20 0 1 1-8-37A20 20 0 0 1 50 5Z",
};
const RED = /^[♥♦]$/;
const CORNER = 52;
const LARGEST = 34;

export function CardDrawing({ card: { text = "", suit = "", colour = "", face_down = false } }: { card: Card }) {
	if (face_down) {
		return (
			<svg class="sc-card sc-back" viewBox="0 0 100 140" aria-hidden="true">
				<rect x="3" y="3" width="94" height="134" rx="12" />
				<rect class="sc-weave" x="14" y="14" width="72" height="112" rx="6" />
			</svg>
		);
	}
	const lines = text.split(/[\s-]+/);
	const size = Math.min(LARGEST, CORNER / (0.6 * Math.max(1, ...lines.map((line) => [...line].length))));
	const below = 14 + size * 1.1 * lines.length;
	return (
		<svg
			class={`sc-card sc-face sc-${colour || (RED.test(suit) ? "red" : "plain")}`}
			viewBox="0 0 100 140"
			aria-hidden="true"
		>
			<rect x="3" y="3" width="94" height="134" rx="12" />
			{lines.map((line, index) => (
				<text key={index} x="10" y={12 + size * (0.55 + 1.1 * index)} style={{ fontSize: `${size}px` }}>
					{line}
				</text>
			))}
			{suit !== "" && <Suit suit={suit} x={10} y={below} size={20} />}
			{suit !== "" && <Suit suit={suit} x={44} y={80} size={44} />}
		</svg>
	);
}

function Suit({ suit, x, y, size }: { suit: string; x: number; y: number; size: number }) {
	const path = SUITS[suit];
	if (path !== undefined) return <path d={path} transform={`translate(${x} ${y}) scale(${size / 100})`} />;
	return (
		<text x={x} y={y + size / 2} style={{ fontSize: `${size}px` }}>
			{suit}
		</text>
	);
}
