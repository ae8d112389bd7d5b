// The pieces: roads, settlements, cities, the robber, dice. Each player's have a colour and a mark, blue a ring and
// orange a square, so that nobody depends on colour. It must not know where they stand.

import { between, endsOf, type Point, round, slopeOf } from "./geometry.ts";

const COLOURS = ["blue", "orange"] as const;
const PIPS: readonly (readonly number[])[] = [
	[4],
	[0, 8],
	[0, 4, 8],
	[0, 2, 6, 8],
	[0, 2, 4, 6, 8],
	[0, 2, 3, 5, 6, 8],
];

export function colourOf(seat: number): (typeof COLOURS)[number] {
	return COLOURS[seat === 1 ? 1 : 0];
}

function Mark({ seat, y, size }: { seat: number; y: number; size: number }) {
	if (seat === 0) return <circle class="ct-mark" cy={y} r={size} />;
	return <rect class="ct-mark" x={-size} y={y - size} width={2 * size} height={2 * size} />;
}

export function Road({ edge, seat }: { edge: number; seat: number }) {
	const { x, y } = between(...endsOf(edge));
	return (
		<g class={`ct-road ct-${colourOf(seat)}`} transform={`translate(${round(x)} ${round(y)}) rotate(${slopeOf(edge)})`}>
			<rect class="ct-body" x="-21" y="-5.500" width="42" height="11" rx="3" />
			{seat === 0 ? (
				<path class="ct-line" d="M-14 0H14" />
			) : (
				<path class="ct-line ct-studs" d="M-13 0h4M-2 0h4M9 0h4" />
			)}
		</g>
	);
}

export function Settlement({ seat, at }: { seat: number; at?: Point }) {
	return (
		<g class={`ct-settlement ct-${colourOf(seat)}`} transform={at && `translate(${round(at.x)} ${round(at.y)})`}>
			<path class="ct-body" d="M-13 13V-3L0-16 13-3V13Z" />
			<path class="ct-roof" d="M-16-1 0-17 16-1" />
			<Mark seat={seat} y={4} size={3.6} />
		</g>
	);
}

export function City({ seat, at }: { seat: number; at?: Point }) {
	return (
		<g class={`ct-city ct-${colourOf(seat)}`} transform={at && `translate(${round(at.x)} ${round(at.y)})`}>
			<path class="ct-body" d="M-20 15V-3H-17V-7H-13V-3H-9V-17L0-25 9-17V-3H20V15Z" />
			<path class="ct-roof" d="M-11-15 0-25 11-15" />
			<path class="ct-line" d="M-20 2.500H20" />
			<Mark seat={seat} y={-8} size={3.6} />
			<path class="ct-door" d="M-4 15V8a4 4 0 0 1 8 0v7Z" />
		</g>
	);
}

export function Robber({ at }: { at: Point }) {
	return (
		<g class="ct-robber" style={{ transform: `translate(${round(at.x)}px, ${round(at.y)}px)` }}>
			<ellipse class="ct-shadow" cx="1" cy="21" rx="16" ry="5" />
			<path
				class="ct-cloak"
				d="M-15 20c0-6 4-8 5-17a11 11 0 0 1 3-8 9.500 9.500 0 1 1 14 0 11 11 0 0 1 3 8c1 9 5 11 5 17a4 4 0 0 1-4 2h-22a4 4 0 0 1-4-2Z"
			/>
			<path class="ct-mask" d="M-7.500-13h15v4h-15z" />
			<path class="ct-eyes" d="M-4.500-11h2.500M2-11h2.500" />
		</g>
	);
}

/** A player's mark beside the name. */
export function Sign({ seat }: { seat: number }) {
	return (
		<svg class="ct-sign" viewBox="-18 -20 36 36" aria-hidden="true">
			<Settlement seat={seat} />
		</svg>
	);
}

export function Die({ value, kind }: { value: number; kind: "red" | "yellow" }) {
	return (
		<svg class={`ct-die ct-die-${kind}`} viewBox="0 0 40 40" aria-hidden="true">
			<rect class="ct-die-body" x="1.500" y="1.500" width="37" height="37" rx="8" />
			{(PIPS[value - 1] ?? []).map((spot) => (
				<circle key={spot} class="ct-pip" cx={10 + (spot % 3) * 10} cy={10 + Math.floor(spot / 3) * 10} r="3.400" />
			))}
		</svg>
	);
}
