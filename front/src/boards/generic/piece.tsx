// The things of a scene as small drawings, each in a square of its own: pieces, dice, cards. It must not know any game.

import type { Card, Die, Piece } from "../../wire.ts";

const PIPS: Readonly<Record<number, string>> = { 1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "035268" };

/** Letters are smaller the more there are. */
const letterSize = (text: string, size: number) => (size * 1.15) / Math.max(1, [...text].length * 0.62);

interface PieceProps {
	readonly piece: Piece;
	readonly x: number;
	readonly y: number;
	/** Half of its width. */
	readonly r: number;
}

export function PieceDrawing({ piece: { colour = "", text = "", shape = "disc" }, x, y, r }: PieceProps) {
	const drawn = shape === "mark" ? "sc-piece sc-mark" : "sc-piece";
	return (
		<g class={`${drawn} sc-${colour || "ink"}`}>
			{shape === "disc" && <circle cx={x} cy={y} r={r} />}
			{shape === "disc" && <circle class="sc-rim" cx={x} cy={y} r={r * 0.72} />}
			{shape === "square" && <rect x={x - r} y={y - r} width={2 * r} height={2 * r} rx={r / 5} />}
			{text !== "" && (
				<text x={x} y={y} style={{ fontSize: `${letterSize(text, shape === "mark" ? r * 1.4 : r)}px` }}>
					{text}
				</text>
			)}
		</g>
	);
}

export function DieDrawing({ die: { face, colour = "" } }: { die: Die }) {
	const pips = [...(PIPS[face ?? 0] ?? "")].map(Number);
	return (
		<svg class={`sc-die sc-${colour || "ivory"}`} viewBox="0 0 100 100" aria-hidden="true">
			<rect x="4" y="4" width="92" height="92" rx="18" />
			{pips.map((pip) => (
				<circle key={pip} class="sc-pip" cx={24 + 26 * (pip % 3)} cy={24 + 26 * Math.floor(pip / 3)} r="9" />
			))}
			{pips.length === 0 && (
				<text x="50" y="50" style={{ fontSize: `${letterSize(String(face ?? "?"), 50)}px` }}>
					{face ?? "?"}
				</text>
			)}
		</svg>
	);
}

export function CardDrawing({ card: { text = "", suit = "", colour = "", face_down = false } }: { card: Card }) {
	if (face_down) {
		return (
			<svg class="sc-card sc-back" viewBox="0 0 100 140" aria-hidden="true">
				<rect x="3" y="3" width="94" height="134" rx="12" />
				<rect class="sc-weave" x="14" y="14" width="72" height="112" rx="6" />
			</svg>
		);
	}
	const size = Math.min(42, 120 / Math.max(1, [...text].length * 0.6));
	return (
		<svg class={`sc-card sc-face sc-${colour || "plain"}`} viewBox="0 0 100 140" aria-hidden="true">
			<rect x="3" y="3" width="94" height="134" rx="12" />
			<text x="50" y={suit === "" ? 70 : 48} style={{ fontSize: `${size}px` }}>
				{text}
			</text>
			{suit !== "" && (
				<text x="50" y="98" style={{ fontSize: "46px" }}>
					{suit}
				</text>
			)}
		</svg>
	);
}
