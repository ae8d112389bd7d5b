// Playing and reordering the hand with mouse, finger and keys. It must not know rules: a card is sent only if `legal`
// lists it.

import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { BoardContext, Moment } from "../board.ts";
import { type Drag, useDrag } from "../common/drag.ts";
import { isRepeatedClick, isRepeatedEnter } from "../common/repeated_input.ts";
import { type DragStart, draggedCard, dragStart } from "./card_drag.ts";
import { cardName, moved } from "./cards.ts";
import { useHandOrder } from "./hand_order.ts";
import { type Card, isPlay, type Play, type View } from "./types.ts";

export interface HandControlsProps {
	readonly view: View;
	readonly moment: Moment;
	readonly context: BoardContext;
	readonly list: RefObject<HTMLOListElement | null>;
	/** Why no card can be played now. */
	readonly refusal: () => string;
}

export interface HandControls {
	readonly cards: readonly Card[];
	/** By the ids of the cards that may be played. */
	readonly plays: ReadonlyMap<number, Play>;
	/** The place of the tab stop. */
	readonly at: number;
	/** The tapped card, which waits for a second tap. */
	readonly armed: Card | null;
	readonly dragging: Drag<DragStart>;
	readonly moveCursor: (place: number) => void;
	readonly press: (event: PointerEvent, card: Card, place: number) => void;
	readonly select: (event: MouseEvent, card: Card, place: number) => void;
	readonly play: (card: Card) => void;
	readonly disarm: () => void;
	readonly reorder: (cards: readonly Card[]) => void;
	readonly onKeyDown: (event: KeyboardEvent) => void;
}

export function useHandControls({ view, moment, context, list, refusal }: HandControlsProps): HandControls {
	const { say, send, announce } = context;
	const plays = new Map(moment.busy ? [] : moment.legal.filter(isPlay).map((play) => [play.card.card_id, play]));
	const { cards, reorder } = useHandOrder(view.hand, moment.busy, send);
	const [cursor, moveCursor] = useState(0);
	const [tapped, tap] = useState<number | null>(null);
	const isTouch = useRef(false);
	const at = Math.min(cursor, cards.length - 1);
	const armed = cards.find(({ card_id }) => card_id === tapped && plays.has(card_id)) ?? null;
	const byKey = useFocusKept(list, at, cards);

	const play = (card: Card) => {
		const action = plays.get(card.card_id);
		tap(null);
		if (action) send(action);
		else announce(refusal());
	};
	const put = (from: number, to: number) => {
		const card = cards[from];
		if (card === undefined || to === from) return;
		reorder(moved(cards, from, to));
		moveCursor(to);
		announce(say("briscola.hand.moved", { card: cardName(card, say), place: to + 1, cards: cards.length }));
	};
	const dragging = useDrag<DragStart>((letGo) => {
		const { card: id, from, to, isOut } = draggedCard(letGo);
		const card = cards[from];
		if (card?.card_id !== id) return; // the clock has played it meanwhile
		if (isOut) play(card);
		else put(from, to);
	});
	const press = (event: PointerEvent, card: Card, place: number) => {
		byKey.current = false;
		isTouch.current = event.pointerType === "touch";
		dragging.onPointerDown(event, dragStart(list.current, card.card_id, place));
	};
	const select = (event: MouseEvent, card: Card, place: number) => {
		if (isRepeatedClick(event) && !isTouch.current) return; // a tap must be confirmed, and the second may be quick
		moveCursor(place);
		if (!isTouch.current || !plays.has(card.card_id) || armed === card) return play(card);
		tap(card.card_id);
		announce(say("briscola.hand.chosen", { card: cardName(card, say) }));
	};
	const onKeyDown = (event: KeyboardEvent) => {
		byKey.current = true;
		isTouch.current = false;
		const to = placeFor(event.key, at, cards.length);
		if (isRepeatedEnter(event)) event.preventDefault();
		if (to === null || event.altKey || event.metaKey || event.ctrlKey) return;
		event.preventDefault();
		if (!event.shiftKey) focusCard(list.current, to);
		else if (!event.repeat) put(at, to);
	};
	return {
		cards,
		plays,
		at,
		armed,
		dragging,
		moveCursor,
		press,
		select,
		play,
		disarm: () => tap(null),
		reorder,
		onKeyDown,
	};
}

/** Where a key leads from a place in the hand; null if nowhere. */
function placeFor(key: string, from: number, cards: number): number | null {
	const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: cards - 1 }[key];
	return to === undefined ? null : Math.min(Math.max(to, 0), cards - 1);
}

export function focusCard(list: Element | null, place?: number): void {
	const buttons = [...(list?.querySelectorAll<HTMLElement>("button") ?? [])];
	const button = place === undefined ? buttons.find((each) => each.tabIndex === 0) : buttons[place];
	button?.focus({ preventScroll: true });
}

/** A card that leaves or moves takes the focus with it: keyboard players get it back. */
function useFocusKept(list: RefObject<HTMLElement | null>, at: number, cards: readonly Card[]): { current: boolean } {
	const byKey = useRef(false);
	useLayoutEffect(() => {
		const active = document.activeElement;
		if (!byKey.current || (active !== null && active !== document.body)) return;
		focusCard(list.current, at);
	}, [cards, at]);
	return byKey;
}
