// The bare board: frame, felt, points and their numbers. It must not know checkers; it is drawn once.

import {
	ACROSS,
	at,
	BAR,
	type Box,
	boxAt,
	column,
	FRAME,
	HALF,
	type Layout,
	layoutOf,
	REACH,
	SIDE,
} from "./geometry.ts";
import { BAR_COLUMN, CELLS, type Cell, cellOf, indexOf, numberFor, spotAt } from "./spots.ts";
import type { Side } from "./types.ts";

interface FieldProps {
	readonly isTurned: boolean;
	readonly bottom: Side;
	readonly shading: string;
}

export function Field({ isTurned, bottom, shading }: FieldProps) {
	const layout = layoutOf(isTurned);
	const six = 6 * layout.pitch;
	const halves = [column(layout, 0).start, column(layout, BAR_COLUMN + 1).start];
	const wells = [FRAME, layout.along - FRAME - SIDE];
	const hinge = column(layout, BAR_COLUMN).start + BAR / 2;
	return (
		<g class="bg-field">
			<rect class="bg-frame" width={layout.width} height={layout.height} rx="14" fill={`url(#${shading}-wood)`} />
			{halves.map((start) => (
				<rect
					key={start}
					class="bg-felt"
					{...rect(boxAt(layout, start, FRAME, six, 2 * HALF))}
					fill={`url(#${shading}-felt)`}
				/>
			))}
			{wells.flatMap((start) => [
				<rect key={`${start}-far`} class="bg-well" rx="6" {...rect(inset(boxAt(layout, start, FRAME, SIDE, HALF)))} />,
				<rect
					key={`${start}-near`}
					class="bg-well"
					rx="6"
					{...rect(inset(boxAt(layout, start, FRAME + HALF, SIDE, HALF)))}
				/>,
			])}
			<path class="bg-hinge" d={line(layout, [hinge, FRAME], [hinge, ACROSS - FRAME])} />
			{CELLS.flat()
				.filter((cell) => indexOf(spotAt(cell, bottom)) !== null)
				.map((cell) => (
					<Point key={`${cell.row}-${cell.col}`} cell={cell} layout={layout} />
				))}
			<Numbers layout={layout} bottom={bottom} />
		</g>
	);
}

function Point({ cell, layout }: { cell: Cell; layout: Layout }) {
	const odd = (cell.col + cell.row + (cell.col > BAR_COLUMN ? 1 : 0)) % 2 === 1;
	return <path class={odd ? "bg-point bg-point-odd" : "bg-point"} d={pointPath(layout, cell)} />;
}

/** A point's triangle. */
export function pointPath(layout: Layout, { row, col }: Cell): string {
	const { start, length } = column(layout, col);
	const [edge, tip] = row === 0 ? [FRAME, FRAME + REACH] : [ACROSS - FRAME, ACROSS - FRAME - REACH];
	return `${line(layout, [start + 2, edge], [start + length / 2, tip], [start + length - 2, edge])}Z`;
}

function Numbers({ layout, bottom }: { layout: Layout; bottom: Side }) {
	return (
		<g class="bg-numbers">
			{Array.from({ length: 24 }, (_, index) => {
				const cell = cellOf(`p${index}`, bottom);
				const { start, length } = column(layout, cell.col);
				const { x, y } = at(layout, start + length / 2, cell.row === 0 ? FRAME / 2 : ACROSS - FRAME / 2);
				return (
					<text key={index} x={x} y={y} dy="0.36em" text-anchor="middle">
						{numberFor(index, bottom)}
					</text>
				);
			})}
		</g>
	);
}

export function rect({ x, y, w, h }: Box): { x: number; y: number; width: number; height: number } {
	return { x, y, width: w, height: h };
}

function inset({ x, y, w, h }: Box): Box {
	return { x: x + 4, y: y + 4, w: w - 8, h: h - 8 };
}

function line(layout: Layout, ...ends: readonly (readonly [number, number])[]): string {
	const points = ends.map(([along, across]) => at(layout, along, across));
	return `M${points.map(({ x, y }) => `${x} ${y}`).join("L")}`;
}
