// Dragging a card along the hand, or out of it onto the table: by mouse, pen or finger.
// It must not know what may be played: it tells where a card was let go.

import { useRef, useState } from "preact/hooks";

const SLACK = 6;
/** So far above the hand a card has left it. */
const OUT = 36;

interface Press {
	readonly pointer: number;
	readonly card: number;
	readonly from: number;
	readonly x: number;
	readonly y: number;
	/** The middles of the places, as they were when the card was taken up. */
	readonly middles: readonly number[];
	readonly top: number;
}

export interface Dragged {
	readonly card: number;
	readonly from: number;
	/** The place it would come to; where it is out of the hand, the one it left. */
	readonly to: number;
	readonly dx: number;
	readonly dy: number;
	readonly isOut: boolean;
}

export interface Dragging {
	readonly dragged: Dragged | null;
	readonly onPointerDown: (event: PointerEvent, card: number, from: number) => void;
	readonly onPointerMove: (event: PointerEvent) => void;
	readonly onPointerUp: () => void;
	readonly onPointerCancel: () => void;
}

export function useDragging(list: { current: HTMLElement | null }, onLetGo: (dragged: Dragged) => void): Dragging {
	const press = useRef<Press | null>(null);
	const [dragged, setDragged] = useState<Dragged | null>(null);
	const end = () => {
		press.current = null;
		setDragged(null);
	};
	return {
		dragged,
		onPointerDown(event, card, from) {
			const isFirst = event.isPrimary !== false && (event.pointerType !== "mouse" || event.button === 0);
			press.current = isFirst && list.current ? pressed(event, card, from, list.current) : null;
		},
		onPointerMove(event) {
			const begun = press.current;
			if (begun === null || begun.pointer !== event.pointerId) return;
			if (dragged === null) {
				if (Math.hypot(event.clientX - begun.x, event.clientY - begun.y) < SLACK) return;
				list.current?.setPointerCapture?.(event.pointerId);
			}
			setDragged(draggedTo(begun, event.clientX, event.clientY));
		},
		onPointerUp() {
			if (dragged !== null) onLetGo(dragged);
			end();
		},
		onPointerCancel: end,
	};
}

function pressed(event: PointerEvent, card: number, from: number, list: HTMLElement): Press {
	const boxes = [...list.children].map((each) => each.getBoundingClientRect());
	return {
		pointer: event.pointerId,
		card,
		from,
		x: event.clientX,
		y: event.clientY,
		middles: boxes.map(({ left, width }) => left + width / 2),
		top: list.getBoundingClientRect().top,
	};
}

function draggedTo({ card, from, x, y, middles, top }: Press, nowX: number, nowY: number): Dragged {
	const isOut = nowY < top - OUT;
	const middle = (middles[from] ?? 0) + nowX - x;
	const to = isOut ? from : nearest(middles, middle);
	return { card, from, to, dx: middle - (middles[to] ?? 0), dy: nowY - y, isOut };
}

function nearest(middles: readonly number[], x: number): number {
	const far = middles.map((each) => Math.abs(each - x));
	return far.indexOf(Math.min(...far));
}
