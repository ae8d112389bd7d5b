// Where checkers can be: the 24 points, each side's half of the bar, each side's tray; and which cell of the board each
// is in, seen from the bottom. It must not know dice, turns or the document.
// Laws kept here: every cell is one spot, every spot one cell; turning the board round swaps the rows, no more.

import type { Side, Step } from "./types.ts";

/** `p0` to `p23` by index, `b0` and `b1` on the bar, `o0` and `o1` off. */
export type Spot = string;

/** Two rows of fourteen: six points, the bar, six points, the tray. */
export interface Cell {
	readonly row: 0 | 1;
	readonly col: number;
}

export const COLUMNS = 14;
export const BAR_COLUMN = 6;
export const TRAY_COLUMN = 13;
const BAR = -1;
const OFF = 24;

export const CELLS: readonly (readonly Cell[])[] = ([0, 1] as const).map((row) =>
	Array.from({ length: COLUMNS }, (_, col) => ({ row, col })),
);

export function point(index: number): Spot {
	return `p${index}`;
}

export function bar(side: Side): Spot {
	return `b${side}`;
}

export function off(side: Side): Spot {
	return `o${side}`;
}

/** The spot where this side's move starts. */
export function spotFrom({ from }: Pick<Step, "from">, side: Side): Spot {
	return from === BAR ? bar(side) : point(from);
}

export function spotTo({ to }: Pick<Step, "to">, side: Side): Spot {
	return to === OFF ? off(side) : point(to);
}

/** A point's number as that side counts: from its own home. */
export function numberFor(index: number, side: Side): number {
	return side === 0 ? index + 1 : 24 - index;
}

export function indexOf(spot: Spot): number | null {
	return spot.startsWith("p") ? Number(spot.slice(1)) : null;
}

/** Whose half of the bar or whose tray this is. */
export function ownerOf(spot: Spot): Side {
	return spot.endsWith("1") ? 1 : 0;
}

/** The spot in a cell, with that side at the bottom: its home is at the bottom right, and the bar is where it
 * enters. */
export function spotAt({ row, col }: Cell, bottom: Side): Spot {
	const near = row === 1;
	if (col === BAR_COLUMN) return bar(near === (bottom === 0) ? 1 : 0);
	if (col === TRAY_COLUMN) return off(near === (bottom === 0) ? 0 : 1);
	const place = col < BAR_COLUMN ? col : col - 1;
	const number = near ? 12 - place : 13 + place;
	return point(bottom === 0 ? number - 1 : 24 - number);
}

export function cellOf(spot: Spot, bottom: Side): Cell {
	const index = indexOf(spot);
	if (index === null) return apart(spot, bottom);
	const number = numberFor(index, bottom);
	const place = number <= 12 ? 12 - number : number - 13;
	return { row: number <= 12 ? 1 : 0, col: place < BAR_COLUMN ? place : place + 1 };
}

function apart(spot: Spot, bottom: Side): Cell {
	const own = ownerOf(spot) === bottom;
	if (spot.startsWith("b")) return { row: own ? 0 : 1, col: BAR_COLUMN };
	return { row: own ? 1 : 0, col: TRAY_COLUMN };
}

export function isSame(one: Cell, other: Cell): boolean {
	return one.row === other.row && one.col === other.col;
}
