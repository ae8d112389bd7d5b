// Where a key moves the cursor. It must not know stones or turns, only the size of the board.

import type { Cell } from "./types.ts";

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
	ArrowLeft: [-1, 0],
	ArrowRight: [1, 0],
	ArrowUp: [0, -1],
	ArrowDown: [0, 1],
};

/** The cell a key leads to; null if nowhere. Home and End go along the row, with Ctrl to a corner. */
export function moved(cell: Cell, key: string, ctrl: boolean, size: number): Cell | null {
	const step = STEPS[key];
	if (step) return { x: clamp(cell.x + step[0], size), y: clamp(cell.y + step[1], size) };
	switch (key) {
		case "Home":
			return { x: 0, y: ctrl ? 0 : cell.y };
		case "End":
			return { x: size - 1, y: ctrl ? size - 1 : cell.y };
		case "PageUp":
			return { x: cell.x, y: 0 };
		case "PageDown":
			return { x: cell.x, y: size - 1 };
		default:
			return null;
	}
}

function clamp(at: number, size: number): number {
	return Math.min(Math.max(at, 0), size - 1);
}
