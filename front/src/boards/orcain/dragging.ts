// Dragging a card with mouse, pen or finger: from a press over a few pixels to where it is let go.
// It must not know what may be dragged or where it may land: it asks, and tells.

import { useRef, useState } from "preact/hooks";

const SLACK = 6;

interface Press {
	readonly pointer: number;
	readonly place: number;
	readonly x: number;
	readonly y: number;
	readonly width: number;
}

/** The card under way, by its place in the hand; where, and how wide it is, in the window's pixels. */
export interface Dragged {
	readonly place: number;
	readonly x: number;
	readonly y: number;
	readonly width: number;
}

export interface Dragging {
	readonly dragged: Dragged | null;
	readonly onPointerDown: (event: PointerEvent, place: number | null) => void;
	readonly onPointerMove: (event: PointerEvent) => void;
	readonly onPointerUp: (event: PointerEvent) => void;
	readonly onPointerCancel: () => void;
	/** Whether a click only ends a drag: then it means nothing by itself. */
	readonly hasDragged: () => boolean;
}

export function useDragging(onLetGo: (place: number, x: number, y: number) => void): Dragging {
	const press = useRef<Press | null>(null);
	const moved = useRef(false);
	const [dragged, setDragged] = useState<Dragged | null>(null);
	const end = () => {
		press.current = null;
		setDragged(null);
	};
	return {
		dragged,
		onPointerDown(event, place) {
			const isFirst = event.isPrimary !== false && (event.pointerType !== "mouse" || event.button === 0);
			moved.current = false;
			if (!isFirst || place === null) return;
			const { width } = (event.currentTarget as Element).getBoundingClientRect();
			press.current = { pointer: event.pointerId, place, x: event.clientX, y: event.clientY, width };
		},
		onPointerMove(event) {
			const from = press.current;
			if (from === null || from.pointer !== event.pointerId) return;
			if (!moved.current) {
				if (Math.hypot(event.clientX - from.x, event.clientY - from.y) < SLACK) return;
				(event.currentTarget as Element).setPointerCapture?.(event.pointerId);
				moved.current = true;
			}
			setDragged({ place: from.place, x: event.clientX, y: event.clientY, width: from.width });
		},
		onPointerUp(event) {
			const from = press.current;
			if (from !== null && moved.current) onLetGo(from.place, event.clientX, event.clientY);
			end();
		},
		onPointerCancel: end,
		hasDragged: () => moved.current,
	};
}
