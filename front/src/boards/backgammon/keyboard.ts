// Where a key moves the cursor: over the cells, or, with a checker picked up, from one landing to the next. It must not
// know stacks or turns.

import { type Cell, COLUMNS, isSame } from "./spots.ts";

const FLAT_KEYS: Readonly<Record<string, readonly [number, number]>> = {
	ArrowLeft: [-1, 0],
	ArrowRight: [1, 0],
	ArrowUp: [0, -1],
	ArrowDown: [0, 1],
};
const TURNED_KEYS: Readonly<Record<string, readonly [number, number]>> = {
	ArrowLeft: [0, -1],
	ArrowRight: [0, 1],
	ArrowUp: [-1, 0],
	ArrowDown: [1, 0],
};

/** The cell a key leads to; null if nowhere. */
export function moved(cell: Cell, key: string, isTurned: boolean): Cell | null {
	const step = (isTurned ? TURNED_KEYS : FLAT_KEYS)[key];
	if (step) {
		const row = Math.min(Math.max(cell.row + step[1], 0), 1) as 0 | 1;
		return { row, col: Math.min(Math.max(cell.col + step[0], 0), COLUMNS - 1) };
	}
	if (key === "Home") return { ...cell, col: 0 };
	return key === "End" ? { ...cell, col: COLUMNS - 1 } : null;
}

/** With a checker picked up: the next or previous of these cells, in a circle. */
export function cycled(cells: readonly Cell[], cell: Cell, key: string): Cell | null {
	const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[key];
	if (step === undefined || cells.length === 0) return null;
	const here = cells.findIndex((each) => isSame(each, cell));
	const next = here < 0 ? (step > 0 ? 0 : cells.length - 1) : (here + step + cells.length) % cells.length;
	return cells[next] ?? null;
}
