// A card that a finger takes up. It must not know where it may go.

export interface DragStart {
	/** Its place in the hand. */
	readonly place: number;
	/** How wide it is, in the window's pixels: a slot's card may be wider than the hand's. */
	readonly width: number;
}

/** The card that was pressed; null where none may be taken up. */
export function dragStart(event: PointerEvent, place: number | null): DragStart | null {
	if (place === null) return null;
	return { place, width: (event.currentTarget as Element).getBoundingClientRect().width };
}
