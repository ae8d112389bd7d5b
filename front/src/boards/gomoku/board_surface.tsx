// The bare board: wood, lines, star points and coordinates. It must not know stones.

import { cellName, column, starPoints } from "./cells.ts";
import { UNIT } from "./stone.tsx";
import type { Cell } from "./types.ts";

/** The position of a line in the drawing. */
export function at(line: number): number {
	return (line + 1) * UNIT;
}

const FIBRES = 70;

/** The grain of the wood: the same on every board. */
function grain(side: number): readonly { path: string; width: number }[] {
	return Array.from({ length: FIBRES }, (_, index) => {
		const own = (seed: number) => Math.sin(index * 12.9898 + seed * 78.233) * side * 0.006;
		const all = (seed: number) => Math.sin(index * 0.21 + seed) * side * 0.03;
		const y = (side * (index * 1.1 - 3)) / FIBRES + own(1);
		const bends = `C ${side * 0.3} ${y + all(1) + own(2)} ${side * 0.65} ${y + all(2.4) + own(3)} ${side} ${y + all(4)}`;
		return { path: `M 0 ${y} ${bends}`, width: 0.7 + Math.abs(own(5)) * 0.7 };
	});
}

export function Surface({ size, shading }: { size: number; shading: string }) {
	const side = at(size);
	return (
		<g class="gk-wood">
			<defs>
				<linearGradient id={`${shading}-plank`} x2="0.7" y2="1">
					<stop offset="0" class="gk-plank-1" />
					<stop offset="1" class="gk-plank-2" />
				</linearGradient>
			</defs>
			<rect width={side} height={side} fill={`url(#${shading}-plank)`} />
			{grain(side).map(({ path, width }, index) => (
				<path key={index} class="gk-grain" d={path} stroke-width={width} />
			))}
		</g>
	);
}

export function Lines({ size }: { size: number }) {
	const [first, last] = [at(0), at(size - 1)];
	const lines = Array.from({ length: size }, (_, line) => `M${first} ${at(line)}H${last}M${at(line)} ${first}V${last}`);
	return (
		<g>
			<path class="gk-lines" d={lines.join("")} />
			<rect class="gk-frame" x={first} y={first} width={last - first} height={last - first} />
			{starPoints(size).map(({ x, y }) => (
				<circle key={cellName(x, y, size)} class="gk-star" cx={at(x)} cy={at(y)} r={UNIT * 0.095} />
			))}
		</g>
	);
}

/** Letters from the left, numbers from the bottom, on all four sides; those of the cell under the cursor stand out. */
export function Coordinates({ size, point }: { size: number; point: Cell | null }) {
	const near = UNIT * 0.34;
	const far = at(size) - near;
	return (
		<g class="gk-coordinates" text-anchor="middle" dominant-baseline="central">
			{Array.from({ length: size }, (_, line) => (
				<g key={line}>
					<g class={point?.x === line ? "gk-here" : ""}>
						<text x={at(line)} y={near}>
							{column(line)}
						</text>
						<text x={at(line)} y={far}>
							{column(line)}
						</text>
					</g>
					<g class={point?.y === line ? "gk-here" : ""}>
						<text x={near} y={at(line)}>
							{size - line}
						</text>
						<text x={far} y={at(line)}>
							{size - line}
						</text>
					</g>
				</g>
			))}
		</g>
	);
}
