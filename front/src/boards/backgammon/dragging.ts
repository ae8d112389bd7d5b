// Dragging a checker with mouse, pen or finger: from a press over a few pixels to where it is let go.
// It must not know what may be dragged or where it may land: it asks, and tells.

import { useRef, useState } from "preact/hooks";
import type { Place } from "./geometry.ts";

const SLACK = 6;

interface Press {
	readonly pointer: number;
	readonly key: string;
	readonly x: number;
	readonly y: number;
}

export interface Dragged {
	readonly key: string;
	readonly place: Place;
}

export interface Dragging {
	readonly dragged: Dragged | null;
	readonly onPointerDown: (event: PointerEvent, key: string | null) => void;
	readonly onPointerMove: (event: PointerEvent) => void;
	readonly onPointerUp: (event: PointerEvent) => void;
	readonly onPointerCancel: () => void;
}

export interface Drag {
	/** From the window's pixels to the drawing's. */
	readonly toDrawing: (x: number, y: number) => Place;
	readonly onLift: (key: string) => void;
	readonly onLetGo: (key: string, place: Place) => void;
}

export function useDragging({ toDrawing, onLift, onLetGo }: Drag): Dragging {
	const press = useRef<Press | null>(null);
	const [dragged, setDragged] = useState<Dragged | null>(null);
	const end = () => {
		press.current = null;
		setDragged(null);
	};
	return {
		dragged,
		onPointerDown(event, key) {
			const first = event.isPrimary !== false && (event.pointerType !== "mouse" || event.button === 0);
			press.current =
				first && key !== null ? { pointer: event.pointerId, key, x: event.clientX, y: event.clientY } : null;
		},
		onPointerMove(event) {
			const from = press.current;
			if (from === null || from.pointer !== event.pointerId) return;
			if (dragged === null) {
				if (Math.hypot(event.clientX - from.x, event.clientY - from.y) < SLACK) return;
				(event.currentTarget as Element).setPointerCapture?.(event.pointerId);
				onLift(from.key);
			}
			setDragged({ key: from.key, place: toDrawing(event.clientX, event.clientY) });
		},
		onPointerUp(event) {
			const from = press.current;
			if (from !== null && dragged !== null) onLetGo(from.key, toDrawing(event.clientX, event.clientY));
			end();
		},
		onPointerCancel: end,
	};
}
