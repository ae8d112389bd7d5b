// The cell that the reader points at: by hovering, arrow keys or tapping. It must not know what is there.

import { useState } from "preact/hooks";
import { cellKey } from "./cells.ts";
import type { Cell } from "./types.ts";

export interface BoardCursor {
	/** The cell of the tab stop. */
	readonly cursor: Cell;
	/** The cell highlighted now, if any. */
	readonly point: Cell | null;
	/** The tapped cell, which waits for a second tap or for the button. */
	readonly armed: Cell | null;
	readonly hover: (cell: Cell | null) => void;
	readonly focus: (cell: Cell | null, byKey: boolean) => void;
	readonly arm: (cell: Cell | null) => void;
}

/** A tapped cell stays armed only while it is open. */
export function useBoardCursor(size: number, isOpen: (cell: Cell) => boolean): BoardCursor {
	const middle = (size - 1) / 2;
	const [cursor, setCursor] = useState<Cell>({ x: middle, y: middle });
	const [hovered, hover] = useState<Cell | null>(null);
	const [walked, setWalked] = useState<Cell | null>(null);
	const [tapped, arm] = useState<Cell | null>(null);
	const armed = tapped !== null && isOpen(tapped) ? tapped : null;
	const focus = (cell: Cell | null, byKey: boolean) => {
		if (cell !== null) setCursor(cell);
		setWalked(byKey ? cell : null);
	};
	return { cursor, point: armed ?? hovered ?? walked, armed, hover, focus, arm };
}

export function isSame(one: Cell | null, other: Cell | null): boolean {
	return one !== null && other !== null && cellKey(one) === cellKey(other);
}
