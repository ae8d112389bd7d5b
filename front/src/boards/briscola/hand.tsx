// The reader's own cards: to be played, and to be put in whatever order he likes, by pointer and by keys.
// It must not know rules: a card can be played if `legal` lists it, and only then is it sent.

import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Around, Moment } from "../index.ts";
import { useDragging } from "../shared/dragging.ts";
import { useOwnId } from "../shared/ids.ts";
import { isDoubled, isHeldEnter } from "../shared/meant.ts";
import { Face } from "./card.tsx";
import { cardName, moved, sorted, theCard, worth } from "./cards.ts";
import { type Carried, carried, type Lifted, lifted } from "./dragging.ts";
import { useHolding } from "./holding.ts";
import { type Card, isPlay, type Say, type View } from "./types.ts";

interface HandProps {
	readonly view: View;
	readonly moment: Moment;
	readonly around: Around;
	readonly list: RefObject<HTMLOListElement | null>;
	/** Why no card can be played now. */
	readonly refusal: () => string;
}

export function Hand({ view, moment, around, list, refusal }: HandProps) {
	const { say } = around;
	const how = useOwnId();
	const plays = new Map(moment.busy ? [] : moment.legal.filter(isPlay).map((play) => [play.card.card_id, play]));
	const { cards, reorder } = useHolding(view.hand, moment.busy, around.send);
	const [cursor, setCursor] = useState(0);
	const [tapped, setTapped] = useState<number | null>(null);
	const finger = useRef(false);
	const at = Math.min(cursor, cards.length - 1);
	const armed = cards.find(({ card_id }) => card_id === tapped && plays.has(card_id)) ?? null;
	const byKey = useFocusKept(list, at, cards);

	const play = (card: Card) => {
		const action = plays.get(card.card_id);
		setTapped(null);
		if (action) around.send(action);
		else around.announce(refusal());
	};
	const put = (from: number, to: number) => {
		const card = cards[from];
		if (card === undefined || to === from || to < 0 || to >= cards.length) return;
		reorder(moved(cards, from, to));
		setCursor(to);
		around.announce(say("briscola.hand.moved", { card: cardName(card, say), place: to + 1, cards: cards.length }));
	};
	const dragging = useDragging<Lifted>((letGo) => {
		const { from, to, isOut } = carried(letGo);
		const card = cards[from];
		if (isOut && card) play(card);
		else put(from, to);
	});
	const mean = (event: MouseEvent, card: Card, place: number) => {
		if (isDoubled(event) && !finger.current) return; // a finger is asked, and may answer as fast as it likes
		setCursor(place);
		if (!finger.current || !plays.has(card.card_id) || armed === card) return play(card);
		setTapped(card.card_id);
		around.announce(say("briscola.hand.chosen", { card: cardName(card, say) }));
	};
	const onKeyDown = (event: KeyboardEvent) => {
		byKey.current = true;
		finger.current = false;
		const to = placeFor(event.key, at, cards.length);
		if (isHeldEnter(event)) event.preventDefault();
		if (to === null || event.altKey || event.metaKey || event.ctrlKey) return;
		event.preventDefault();
		if (!event.shiftKey) focusCard(list.current, to);
		else if (!event.repeat) put(at, to);
	};
	const dragged = dragging.dragged && carried(dragging.dragged);
	const shown = dragged ? moved(cards, dragged.from, dragged.to) : cards;
	return (
		<section class="br-hand" aria-label={say("briscola.hand")}>
			<ol
				class={`br-cards${plays.size > 0 ? " br-lit" : ""}${dragged ? " br-dragging" : ""}`}
				style={{ "--br-cards": cards.length, "--br-gaps": Math.max(1, cards.length - 1) }}
				aria-describedby={how}
				ref={list}
				onKeyDown={onKeyDown}
				onPointerMove={dragging.onPointerMove}
				onPointerUp={dragging.onPointerUp}
				onPointerCancel={dragging.onPointerCancel}
			>
				{shown.map((card, place) => (
					<Held
						key={card.card_id}
						card={card}
						say={say}
						tabs={place === at}
						open={plays.has(card.card_id)}
						armed={card === armed}
						called={card.card_id === view.called?.card_id}
						dragged={dragged && card === cards[dragged.from] ? dragged : null}
						onFocus={() => setCursor(place)}
						onPress={(event) => {
							byKey.current = false;
							finger.current = event.pointerType === "touch";
							dragging.onPointerDown(event, lifted(list.current, place));
						}}
						onClick={(event) => mean(event, card, place)}
					/>
				))}
			</ol>
			<Below {...{ cards, view, armed, say }} onSort={reorder} onPlay={play} onCancel={() => setTapped(null)} />
			<span id={how} class="visually-hidden">
				{say("briscola.hand.how")}
			</span>
		</section>
	);
}

interface HeldProps {
	readonly card: Card;
	readonly say: Say;
	readonly tabs: boolean;
	readonly open: boolean;
	readonly armed: boolean;
	/** It is the one that the caller has named. */
	readonly called: boolean;
	readonly dragged: Carried | null;
	readonly onFocus: () => void;
	readonly onPress: (event: PointerEvent) => void;
	readonly onClick: (event: MouseEvent) => void;
}

function Held({ card, say, tabs, open, armed, called, dragged, onFocus, onPress, onClick }: HeldProps) {
	const points = worth(card.rank);
	const name = cardName(card, say);
	const label = points > 0 ? say("briscola.hand.card", { card: name, points }) : name;
	const style = dragged && { transform: `translate(${dragged.dx}px, ${dragged.dy}px) rotate(2deg)` };
	return (
		<li class={`br-held${dragged ? " br-up" : ""}${armed ? " br-armed" : ""}`} style={style ?? undefined}>
			<button
				type="button"
				class="br-card-button"
				data-card={card.card_id}
				tabIndex={tabs ? 0 : -1}
				aria-disabled={!open}
				onFocus={onFocus}
				onPointerDown={onPress}
				onClick={onClick}
			>
				<span class="visually-hidden">{label}</span>
				<Face card={card} say={say} />
				{called && <span class="br-tag br-named">{say("briscola.hand.called")}</span>}
			</button>
		</li>
	);
}

interface BelowProps {
	readonly cards: readonly Card[];
	readonly view: View;
	readonly armed: Card | null;
	readonly say: Say;
	readonly onSort: (cards: readonly Card[]) => void;
	readonly onPlay: (card: Card) => void;
	readonly onCancel: () => void;
}

/** A finger may have slipped: it is asked. Otherwise the hand can be sorted here. */
function Below({ cards, view, armed, say, onSort, onPlay, onCancel }: BelowProps) {
	if (armed) {
		return (
			<div class="br-below">
				<button type="button" class="quiet" onClick={onCancel}>
					{say("briscola.hand.cancel")}
				</button>
				<button type="button" class="primary" onClick={() => onPlay(armed)}>
					{say("briscola.hand.play", { card: theCard(armed, say) })}
				</button>
			</div>
		);
	}
	if (cards.length < 2) return <div class="br-below" />;
	return (
		<div class="br-below">
			<button type="button" class="quiet" onClick={() => onSort(sorted(cards, view.trump_suit))}>
				{say("briscola.hand.sort")}
			</button>
			<small>{say("briscola.hand.hint")}</small>
		</div>
	);
}

/** Where a key leads from a place in the hand; null for a key that leads nowhere. */
function placeFor(key: string, from: number, cards: number): number | null {
	const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: cards - 1 }[key];
	return to === undefined ? null : Math.min(Math.max(to, 0), cards - 1);
}

export function focusCard(list: Element | null, place?: number): void {
	const buttons = [...(list?.querySelectorAll<HTMLElement>("button") ?? [])];
	const button = place === undefined ? buttons.find((each) => each.tabIndex === 0) : buttons[place];
	button?.focus({ preventScroll: true });
}

/** A card that goes, or changes its place, takes the focus with it: whoever plays by keys gets it back. */
function useFocusKept(list: RefObject<HTMLElement | null>, at: number, cards: readonly Card[]): { current: boolean } {
	const byKey = useRef(false);
	useLayoutEffect(() => {
		const active = document.activeElement;
		if (!byKey.current || (active !== null && active !== document.body)) return;
		focusCard(list.current, at);
	}, [cards, at]);
	return byKey;
}
