// Checkers, dice and the cube, each drawn around a point. They must not know whose turn it is, nor why they are there.

import { useUniqueId } from "../common/unique_id.ts";
import { CHECKER, type Place } from "./geometry.ts";
import { colourOf, type Side } from "./types.ts";

const RADIUS = CHECKER / 2 - 1.5;
const DIE = 50;
const PIPS: Readonly<Record<number, readonly (readonly [number, number])[]>> = {
	1: [[0, 0]],
	2: [
		[-1, -1],
		[1, 1],
	],
	3: [
		[-1, -1],
		[0, 0],
		[1, 1],
	],
	4: [
		[-1, -1],
		[1, -1],
		[-1, 1],
		[1, 1],
	],
	5: [
		[-1, -1],
		[1, -1],
		[0, 0],
		[-1, 1],
		[1, 1],
	],
	6: [
		[-1, -1],
		[1, -1],
		[-1, 0],
		[1, 0],
		[-1, 1],
		[1, 1],
	],
};

function Disc({ side, shading }: { side: Side; shading: string }) {
	return (
		<>
			<circle cx="1.5" cy="3" r={RADIUS * 1.07} fill={`url(#${shading}-shadow)`} />
			<circle class="bg-disc" r={RADIUS} fill={`url(#${shading}-${colourOf(side)})`} />
			<circle class="bg-rim" r={RADIUS * 0.66} />
		</>
	);
}

interface PieceProps {
	readonly side: Side;
	readonly place: Place;
	readonly shading: string;
	readonly kind?: string;
}

export function Piece({ side, place, shading, kind = "" }: PieceProps) {
	return (
		<g
			class={`bg-checker bg-${colourOf(side)} ${kind}`}
			style={{ transform: `translate(${place.x}px, ${place.y}px)` }}
			data-side={side}
		>
			<Disc side={side} shading={shading} />
		</g>
	);
}

/** A checker as an icon in text. Decoration: the text beside it says the colour. */
export function Sign({ side }: { side: Side }) {
	const id = useUniqueId();
	return (
		<svg class={`bg-sign bg-${colourOf(side)}`} viewBox="-30 -30 60 60" aria-hidden="true">
			<defs>
				<radialGradient id={id} cx="0.36" cy="0.3" r="0.85">
					<stop offset="0" class={`bg-${colourOf(side)}-1`} />
					<stop offset="0.6" class={`bg-${colourOf(side)}-2`} />
					<stop offset="1" class={`bg-${colourOf(side)}-3`} />
				</radialGradient>
			</defs>
			<circle class="bg-disc" r={RADIUS} fill={`url(#${id})`} />
			<circle class="bg-rim" r={RADIUS * 0.66} />
		</svg>
	);
}

export function Die({ value, side, place, kind }: { value: number; side: Side; place: Place; kind: string }) {
	return (
		<g class={`bg-die bg-${colourOf(side)} ${kind}`} transform={`translate(${place.x} ${place.y})`}>
			<rect class="bg-die-shadow" x={-DIE / 2 + 1} y={-DIE / 2 + 3} width={DIE} height={DIE} rx="11" />
			<rect class="bg-die-body" x={-DIE / 2} y={-DIE / 2} width={DIE} height={DIE} rx="11" />
			{(PIPS[value] ?? []).map(([x, y]) => (
				<circle key={`${x} ${y}`} class="bg-pip" cx={x * 13.5} cy={y * 13.5} r="5" />
			))}
		</g>
	);
}

export function CubeShape({ value, place, offered }: { value: number; place: Place; offered: boolean }) {
	return (
		<g class={offered ? "bg-cube bg-offered" : "bg-cube"} transform={`translate(${place.x} ${place.y})`}>
			<rect class="bg-die-shadow" x="-25" y="-23" width="52" height="52" rx="9" />
			<rect class="bg-cube-body" x="-26" y="-26" width="52" height="52" rx="9" />
			<rect class="bg-cube-edge" x="-20" y="-20" width="40" height="40" rx="6" />
			<text class={value > 99 ? "bg-long" : ""} dy="0.36em" text-anchor="middle">
				{value}
			</text>
		</g>
	);
}
