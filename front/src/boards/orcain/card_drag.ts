// The start of a drag: which card, and how wide. It must not know where it may go.

export interface DragStart {
	/** Its place in the hand. */
	readonly place: number;
	/** Its width in pixels: a card in a slot may be wider than one in the hand. */
	readonly width: number;
}

/** The card that was pressed; null if it may not be dragged. */
export function dragStart(event: PointerEvent, place: number | null): DragStart | null {
	if (place === null) return null;
	return { place, width: (event.currentTarget as Element).getBoundingClientRect().width };
}
