// One stone: on the board, as a ghost, or as an icon beside a name. It must not know where it is or why.

import { useUniqueId } from "../common/unique_id.ts";
import type { Mark } from "./types.ts";

/** The drawing's unit: the distance between two lines. */
export const UNIT = 40;
const RADIUS = UNIT * 0.46;

interface StoneProps {
	readonly mark: Mark;
	readonly x: number;
	readonly y: number;
	/** The id of the drawing's gradients: see `Shadings`. */
	readonly shading: string;
	readonly order?: number | null;
	readonly kind?: string;
}

export function Stone({ mark, x, y, shading, order = null, kind = "" }: StoneProps) {
	const black = mark === "X";
	return (
		<g class={`gk-stone gk-${black ? "black" : "white"} ${kind}`} transform={`translate(${x} ${y})`}>
			<g class="gk-body">
				<circle class="gk-shadow" cx="2" cy="3.5" r={RADIUS * 1.08} fill={`url(#${shading}-shadow)`} />
				<circle class="gk-disc" r={RADIUS} fill={`url(#${shading}-${black ? "black" : "white"})`} />
				{order !== null && <circle class="gk-ring" r={RADIUS} />}
				{order !== null && (
					<text class="gk-order" y={UNIT * 0.165} text-anchor="middle">
						{order}
					</text>
				)}
			</g>
		</g>
	);
}

/** The gradients of stones, once per drawing. */
export function Shadings({ id }: { id: string }) {
	return (
		<defs>
			<radialGradient id={`${id}-black`} cx="0.36" cy="0.3" r="0.78">
				<stop offset="0" class="gk-black-1" />
				<stop offset="0.45" class="gk-black-2" />
				<stop offset="1" class="gk-black-3" />
			</radialGradient>
			<radialGradient id={`${id}-white`} cx="0.38" cy="0.32" r="0.8">
				<stop offset="0" class="gk-white-1" />
				<stop offset="0.6" class="gk-white-2" />
				<stop offset="1" class="gk-white-3" />
			</radialGradient>
			<radialGradient id={`${id}-shadow`}>
				<stop offset="0.72" stop-color="#1a0d02" stop-opacity="0.5" />
				<stop offset="1" stop-color="#1a0d02" stop-opacity="0" />
			</radialGradient>
		</defs>
	);
}

/** A stone as an icon in text. Decoration: the text beside it says the colour. */
export function StoneSign({ mark, order = null, next = false }: { mark: Mark; order?: number | null; next?: boolean }) {
	const id = useUniqueId();
	return (
		<svg class={`gk-sign${next ? " gk-unplaced" : ""}`} viewBox="-21 -21 42 42" aria-hidden="true">
			<Shadings id={id} />
			<Stone mark={mark} x={0} y={0} shading={id} order={order} kind={order === null ? "" : "gk-tentative"} />
		</svg>
	);
}
