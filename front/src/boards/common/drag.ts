// Dragging with mouse, pen or finger: from a press, once moved a few pixels, to the release. A second finger changes
// nothing. It must not know what is dragged, nor where it may land: it passes on what was pressed.

import { useRef, useState } from "preact/hooks";

const SLACK = 6;

interface Press<T> {
	readonly pointer: number;
	readonly what: T;
	readonly x: number;
	readonly y: number;
}

/** The drag under way: its position in the window, and the distance from the press, in pixels. */
export interface Dragged<T> {
	readonly what: T;
	readonly x: number;
	readonly y: number;
	readonly dx: number;
	readonly dy: number;
}

export interface Drag<T> {
	readonly dragged: Dragged<T> | null;
	/** With null nothing can be dragged from there. */
	readonly onPointerDown: (event: PointerEvent, what: T | null) => void;
	readonly onPointerMove: (event: PointerEvent) => void;
	readonly onPointerUp: (event: PointerEvent) => void;
	readonly onPointerCancel: () => void;
	/** Whether a click only ends a drag, and means nothing by itself. */
	readonly hasDragged: () => boolean;
}

export function useDrag<T>(
	onLetGo: (dragged: Dragged<T>) => void,
	onLift: (what: T) => void = () => undefined,
): Drag<T> {
	const press = useRef<Press<T> | null>(null);
	const moved = useRef(false);
	const [dragged, setDragged] = useState<Dragged<T> | null>(null);
	const end = () => {
		press.current = null;
		setDragged(null);
	};
	return {
		dragged,
		onPointerDown(event, what) {
			if (!isFirst(event)) return;
			moved.current = false;
			press.current = what === null ? null : { pointer: event.pointerId, what, x: event.clientX, y: event.clientY };
		},
		onPointerMove(event) {
			const from = press.current;
			if (from === null || from.pointer !== event.pointerId) return;
			const now = draggedTo(from, event);
			if (!moved.current) {
				if (Math.hypot(now.dx, now.dy) < SLACK) return;
				moved.current = true;
				(event.currentTarget as Element).setPointerCapture?.(event.pointerId);
				onLift(from.what);
			}
			setDragged(now);
		},
		onPointerUp(event) {
			const from = press.current;
			if (from === null || from.pointer !== event.pointerId) return;
			if (moved.current) onLetGo(draggedTo(from, event));
			end();
		},
		onPointerCancel: end,
		hasDragged: () => moved.current,
	};
}

function isFirst({ isPrimary, pointerType, button }: PointerEvent): boolean {
	return isPrimary !== false && (pointerType !== "mouse" || button === 0);
}

function draggedTo<T>({ what, x, y }: Press<T>, { clientX, clientY }: PointerEvent): Dragged<T> {
	return { what, x: clientX, y: clientY, dx: clientX - x, dy: clientY - y };
}
