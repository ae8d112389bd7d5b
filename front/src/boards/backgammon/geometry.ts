// Positions in the drawing. Everything is measured along the board, from the cube's end to the trays, and across it,
// from the far player to the near one; on a narrow screen the board is turned, so that along is down. It must not know
// what stands where, nor the document.

import { BAR_COLUMN, type Cell, TRAY_COLUMN } from "./spots.ts";

export const CHECKER = 56;
export const FRAME = 26;
export const SIDE = 66;
export const BAR = 64;
export const HALF = 320;
export const REACH = 272;
export const ACROSS = 2 * (FRAME + HALF);
const SHOWN = 5;

export interface Layout {
	readonly isTurned: boolean;
	/** The width of a point. */
	readonly pitch: number;
	readonly along: number;
	readonly width: number;
	readonly height: number;
}

export interface Place {
	readonly x: number;
	readonly y: number;
}

export interface Box extends Place {
	readonly w: number;
	readonly h: number;
}

export function layoutOf(isTurned: boolean): Layout {
	const pitch = isTurned ? 66 : 62;
	const along = 2 * FRAME + 2 * SIDE + 12 * pitch + BAR;
	return { isTurned, pitch, along, width: isTurned ? ACROSS : along, height: isTurned ? along : ACROSS };
}

/** From along and across to coordinates of the drawing. */
export function at({ isTurned }: Layout, along: number, across: number): Place {
	return isTurned ? { x: across, y: along } : { x: along, y: across };
}

/** And back. */
function from({ isTurned }: Layout, { x, y }: Place): { along: number; across: number } {
	return isTurned ? { along: y, across: x } : { along: x, across: y };
}

export function boxAt(layout: Layout, along: number, across: number, length: number, depth: number): Box {
	const { x, y } = at(layout, along, across);
	return layout.isTurned ? { x, y, w: depth, h: length } : { x, y, w: length, h: depth };
}

/** Where a column begins, and how long it is. */
export function column({ pitch, along }: Layout, col: number): { start: number; length: number } {
	const first = FRAME + SIDE;
	if (col === TRAY_COLUMN) return { start: along - FRAME - SIDE, length: SIDE };
	if (col === BAR_COLUMN) return { start: first + 6 * pitch, length: BAR };
	if (col < BAR_COLUMN) return { start: first + col * pitch, length: pitch };
	return { start: first + BAR + (col - 1) * pitch, length: pitch };
}

/** The whole area of a cell: from the edge to the middle of the board. */
export function cellBox(layout: Layout, { row, col }: Cell): Box {
	const { start, length } = column(layout, col);
	return boxAt(layout, start, row === 0 ? FRAME : FRAME + HALF, length, HALF);
}

/** The cell at a point of the drawing, if there is one. */
export function cellNear(layout: Layout, place: Place): Cell | null {
	const { along, across } = from(layout, place);
	const row = across < ACROSS / 2 ? 0 : 1;
	if (across < 0 || across > ACROSS) return null;
	for (let col = 0; col <= TRAY_COLUMN; col += 1) {
		const { start, length } = column(layout, col);
		if (along >= start && along < start + length) return { row, col };
	}
	return null;
}

/** The centre of a checker: counted from the edge inwards, on the bar from the middle outwards. */
export function checkerAt(layout: Layout, cell: Cell, height: number): Place {
	const { start, length } = column(layout, cell.col);
	const step = (Math.min(height, SHOWN - 1) + 0.5) * CHECKER;
	const fromEdge = cell.col === BAR_COLUMN ? HALF - 48 - step : step + 1;
	return at(layout, start + length / 2, cell.row === 0 ? FRAME + fromEdge : ACROSS - FRAME - fromEdge);
}

/** Where a stack's count is written: on its last checker with a place of its own. */
export function countAt(layout: Layout, cell: Cell, count: number): Place | null {
	return count > SHOWN ? checkerAt(layout, cell, SHOWN - 1) : null;
}

/** A checker that is borne off, seen from its side. */
export function slabBox(layout: Layout, cell: Cell, nth: number): Box {
	const { start, length } = column(layout, cell.col);
	const [gap, thick] = [9, 16];
	const fromEdge = 8 + nth * (thick + 2);
	const across = cell.row === 0 ? FRAME + fromEdge : ACROSS - FRAME - fromEdge - thick;
	return boxAt(layout, start + gap, across, length - 2 * gap, thick);
}

/** The near player's dice are in the right half, the other's in the left. */
export function dieAt(layout: Layout, nth: number, count: number, near: boolean): Place {
	const { start } = column(layout, near ? BAR_COLUMN + 1 : 0);
	return at(layout, start + 3 * layout.pitch + (nth - (count - 1) / 2) * 64, ACROSS / 2);
}

/** The cube: in the middle of its end, at its owner's, or on the board while it is offered. */
export function cubeAt(layout: Layout, owner: "near" | "far" | null, offered: boolean): Place {
	if (offered) return at(layout, column(layout, BAR_COLUMN).start + BAR / 2, ACROSS / 2);
	const across = owner === null ? ACROSS / 2 : owner === "near" ? ACROSS - FRAME - 44 : FRAME + 44;
	return at(layout, FRAME + SIDE / 2, across);
}
