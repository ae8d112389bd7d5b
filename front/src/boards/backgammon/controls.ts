// The controls of the board: what is picked up, where the cursor is, and what clicks, drags and keys do. It must not
// know rules: what is sent comes from `legal`, by way of `selection.ts`.

import type { RefObject } from "preact";
import { useState } from "preact/hooks";
import type { Action } from "../../net/types.ts";
import { type Drag, useDrag } from "../common/drag.ts";
import { cellNear, type Layout, type Place } from "./geometry.ts";
import { focusCell } from "./grid.tsx";
import { cycled, moved } from "./keyboard.ts";
import { clickEffect, EMPTY, type Reach, reachOf, type Selection, withDie } from "./selection.ts";
import { BAR_COLUMN, type Cell, cellOf, type Spot, spotAt } from "./spots.ts";
import type { Side } from "./types.ts";

export interface Controls {
	readonly reach: Reach;
	readonly cursor: Cell;
	readonly dragging: Drag<Spot>;
	/** The dragged checker, and where it is in the drawing. */
	readonly dragged: { readonly spot: Spot; readonly place: Place } | null;
	readonly select: (spot: Spot) => void;
	readonly choose: (die: number) => void;
	readonly moveCursor: (cell: Cell) => void;
	readonly handleKey: (key: string) => Cell | null;
}

interface ControlsProps {
	readonly legal: readonly Action[];
	readonly side: Side;
	readonly bottom: Side;
	readonly layout: Layout;
	readonly grid: RefObject<HTMLDivElement | null>;
	readonly send: (action: Action) => void;
	/** Nothing can be done with that spot now. */
	readonly refuse: (spot: Spot) => void;
	/** A checker was picked up, or put down again. */
	readonly tell: (spot: Spot | null) => void;
}

export function useControls({ legal, side, bottom, layout, grid, send, refuse, tell }: ControlsProps): Controls {
	const [hand, setHand] = useState<Selection>(EMPTY);
	const [cursor, moveCursor] = useState<Cell>({ row: 1, col: BAR_COLUMN + 1 });
	const reach = reachOf(legal, side, hand);
	const landings = [...reach.landings.keys()].map((spot) => cellOf(spot, bottom)).sort(byPlace);

	const select = (spot: Spot) => {
		const result = clickEffect(reach, hand, spot);
		if ("send" in result) {
			setHand(EMPTY);
			send(result.send);
			return;
		}
		setHand(result.hand);
		if (result.hand.picked !== null) take(result.hand.picked);
		else if (hand.picked !== null) tell(null);
		else if (spot !== reach.held) refuse(spot);
	};
	/** If the keyboard focus is on the board, the cursor goes to where the checker may land. */
	const take = (spot: Spot) => {
		tell(spot);
		const lands = [...reachOf(legal, side, { ...hand, picked: spot }).landings.keys()];
		const first = lands.map((each) => cellOf(each, bottom)).sort(byPlace)[0];
		if (first && grid.current?.contains(document.activeElement)) focusCell(grid.current, first);
	};
	const handleKey = (key: string): Cell | null => {
		if (key === "Escape") return drop();
		return (hand.picked !== null ? cycled(landings, cursor, key) : null) ?? moved(cursor, key, layout.isTurned);
	};
	const drop = (): Cell | null => {
		if (hand.picked === null) return null;
		setHand({ ...hand, picked: null });
		tell(null);
		return cellOf(hand.picked, bottom);
	};
	const placeOf = ({ x, y }: Place) => toDrawing(grid.current, layout, x, y);
	const dragging = useDrag<Spot>(
		(letGo) => {
			setHand({ ...hand, picked: null });
			const cell = cellNear(layout, placeOf(letGo));
			const held = reachOf(legal, side, { ...hand, picked: letGo.what });
			const landing = cell && held.landings.get(spotAt(cell, bottom));
			if (landing) send(landing);
		},
		(picked) => setHand({ ...hand, picked }),
	);
	const dragged = dragging.dragged && { spot: dragging.dragged.what, place: placeOf(dragging.dragged) };
	const choose = (die: number) => setHand(withDie(reach, hand, die));
	return { reach, cursor, dragging, dragged, select, choose, moveCursor, handleKey };
}

function byPlace(one: Cell, other: Cell): number {
	return one.row - other.row || one.col - other.col;
}

function toDrawing(grid: Element | null, layout: Layout, x: number, y: number) {
	const box = grid?.getBoundingClientRect();
	if (!box || box.width === 0 || box.height === 0) return { x: -1, y: -1 };
	return { x: ((x - box.left) * layout.width) / box.width, y: ((y - box.top) * layout.height) / box.height };
}
