// A card dragged along the hand, or out of it onto the table, and where it would go. It must not know what may be
// played.

import type { Dragged } from "../common/drag.ts";

/** This far above the hand a card has left it. */
const OUT = 36;

export interface DragStart {
	readonly card: number;
	readonly from: number;
	/** The centres of the places when the drag began. */
	readonly middles: readonly number[];
	readonly top: number;
}

export interface DraggedCard {
	readonly card: number;
	readonly from: number;
	/** The place it would go to; if it is out of the hand, the one it left. */
	readonly to: number;
	readonly dx: number;
	readonly dy: number;
	readonly isOut: boolean;
}

export function dragStart(list: HTMLElement | null, card: number, from: number): DragStart | null {
	if (list === null) return null;
	const boxes = [...list.children].map((each) => each.getBoundingClientRect());
	return {
		card,
		from,
		middles: boxes.map(({ left, width }) => left + width / 2),
		top: list.getBoundingClientRect().top,
	};
}

export function draggedCard({ what: { card, from, middles, top }, y, dx, dy }: Dragged<DragStart>): DraggedCard {
	const isOut = y < top - OUT;
	const middle = (middles[from] ?? 0) + dx;
	const to = isOut ? from : nearest(middles, middle);
	return { card, from, to, dx: middle - (middles[to] ?? 0), dy, isOut };
}

function nearest(middles: readonly number[], x: number): number {
	const far = middles.map((each) => Math.abs(each - x));
	return far.indexOf(Math.min(...far));
}
