// The things of a scene as small drawings: pieces and dice. It must not know any game.

import type { Die, Piece } from "../../wire.ts";

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
				<text x={x} y={y} style={{ fontSize: `${letterSize(text, shape === "mark" ? r * 1.9 : r)}px` }}>
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
