// Cells and stones: how they are shown and named, read from a view. It must not know the document, nor which rows win:
// the view says it.

import type { Action } from "../../net/types.ts";
import type { UiText } from "../common/ui_text.ts";
import { type Cell, colourOf, isPlace, type Mark, type Place, uiText, type View } from "./types.ts";

const COLUMNS = "abcdefghijklmnopqrs";

/** The colours of the opening's stones in their order, which is public from the start. */
export const MARK_BY_ORDER: readonly Mark[] = ["X", "O", "X", "X", "O"];

export interface StoneShown extends Cell {
	readonly mark: Mark;
	/** 1–5 while the stone is tentative. */
	readonly order: number | null;
	readonly last: boolean;
	readonly won: boolean;
}

/** `a1` is the lower left corner, as the server writes it. */
export function cellName(x: number, y: number, size: number): string {
	return `${COLUMNS[x] ?? "?"}${size - y}`;
}

/** The same from a table's settings; null if there is no such cell. */
export function cellNameSet(config: Readonly<Record<string, unknown>>, x: number, y: number): string | null {
	const size = sizeSet(config);
	const isThere = [x, y].every((each) => Number.isInteger(each) && each >= 0 && each < size);
	return isThere ? cellName(x, y, size) : null;
}

/** The board's size in a table's settings; the default if it is not set. */
export function sizeSet(config: Readonly<Record<string, unknown>>): number {
	return config.size === 19 ? 19 : 15;
}

export function column(x: number): string {
	return COLUMNS[x] ?? "?";
}

export function cellKey(cell: Cell): string {
	return `${cell.x},${cell.y}`;
}

export function stonesShown(view: View): readonly StoneShown[] {
	const orders = tentativeOrders(view);
	const last = lastStone(view);
	const won = new Set((view.result?.line ?? []).map(([x, y]) => cellKey({ x, y })));
	return view.board.flatMap((row, y) =>
		row.flatMap((mark, x) => {
			if (mark === null) return [];
			const key = cellKey({ x, y });
			return [{ x, y, mark, order: orders.get(key) ?? null, last: key === last, won: won.has(key) }];
		}),
	);
}

/** The stones of the opening in order: those placed, and null for those asked for next. */
export function openingStones(view: View): readonly { order: number; mark: Mark; at: Cell | null }[] {
	const there = view.swap2State?.tentativeStones ?? [];
	const asked = Math.max(there.length, there.length - view.stonesPlaced + view.stonesRequired);
	return MARK_BY_ORDER.slice(0, asked).map((mark, index) => ({ order: index + 1, mark, at: there[index] ?? null }));
}

function tentativeOrders(view: View): ReadonlyMap<string, number> {
	if (view.gamePhase !== "swap2") return new Map();
	return new Map((view.swap2State?.tentativeStones ?? []).map((stone) => [cellKey(stone), stone.placementOrder]));
}

function lastStone(view: View): string | null {
	const stones = view.gamePhase === "swap2" ? (view.swap2State?.tentativeStones ?? []) : view.moves;
	const last = stones.at(-1);
	return last === undefined ? null : cellKey(last);
}

/** Cells by their key, each with the action that places a stone there. */
export type Cells = ReadonlyMap<string, Place>;
export const NO_CELLS: Cells = new Map();

/** The placements that are legal now. */
export function placements(legal: readonly Action[]): Cells {
	return new Map(legal.filter(isPlace).map((place) => [cellKey(place), place]));
}

/** Empty cells where the reader may not place, though they may elsewhere. */
export function closedCells(size: number, stones: readonly Cell[], lit: Cells): readonly Cell[] {
	if (lit.size === 0 || lit.size + stones.length === size * size) return [];
	const taken = new Set(stones.map(cellKey));
	return everyCell(size)
		.flat()
		.filter((cell) => !taken.has(cellKey(cell)) && !lit.has(cellKey(cell)));
}

export function everyCell(size: number): readonly (readonly Cell[])[] {
	return Array.from({ length: size }, (_, y) => Array.from({ length: size }, (_, x) => ({ x, y })));
}

/** "h8, black stone, last move", as keys: a name, and what is there. */
export function cellLabel(cell: string, stone: StoneShown | undefined, legal: boolean, open: boolean): UiText {
	if (stone === undefined) return uiText(open && !legal ? "cell.closed" : "cell.empty", { cell });
	const last = stone.last ? ".last" : "";
	if (stone.order !== null) return uiText(`cell.opening.${colourOf(stone.mark)}${last}`, { cell, order: stone.order });
	return uiText(`cell.${colourOf(stone.mark)}${stone.won ? ".won" : last}`, { cell });
}

/** The star points of a board of this size. */
export function starPoints(size: number): readonly Cell[] {
	const middle = (size - 1) / 2;
	const far = size - 4;
	const lines = size === 19 ? [3, middle, far] : [3, far];
	const points = lines.flatMap((x) => lines.map((y) => ({ x, y })));
	return size === 19 ? points : [...points, { x: middle, y: middle }];
}
