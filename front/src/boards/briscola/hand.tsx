// The reader's hand: a row of cards to play and reorder, and the buttons below it. It must not know rules:
// `hand_controls.ts` says what a click, a drag or a key does.

import type { Say } from "../board.ts";
import { useUniqueId } from "../common/unique_id.ts";
import { Face } from "./card.tsx";
import { type DraggedCard, draggedCard } from "./card_drag.ts";
import { cardName, moved, sorted, theCard, worth } from "./cards.ts";
import { type HandControlsProps, useHandControls } from "./hand_controls.ts";
import type { Card, View } from "./types.ts";

export function Hand(props: HandControlsProps) {
	const { view, context, list } = props;
	const { say } = context;
	const how = useUniqueId();
	const controls = useHandControls(props);
	const { cards, plays, at, armed, dragging } = controls;
	const dragged = dragging.dragged && draggedCard(dragging.dragged);
	const shown = dragged ? moved(cards, dragged.from, dragged.to) : cards;
	return (
		<section class="br-hand" aria-label={say("briscola.hand")}>
			<ol
				class={`br-cards${plays.size > 0 ? " br-lit" : ""}${dragged ? " br-dragging" : ""}`}
				style={{ "--br-cards": cards.length, "--br-gaps": Math.max(1, cards.length - 1) }}
				aria-describedby={how}
				ref={list}
				onKeyDown={controls.onKeyDown}
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
						dragged={dragged?.card === card.card_id ? dragged : null}
						onFocus={() => controls.moveCursor(place)}
						onPress={(event) => controls.press(event, card, place)}
						onClick={(event) => controls.select(event, card, place)}
					/>
				))}
			</ol>
			<Below
				{...{ cards, view, armed, say }}
				onSort={controls.reorder}
				onPlay={controls.play}
				onCancel={controls.disarm}
			/>
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
	/** It is the card that the caller has called. */
	readonly called: boolean;
	readonly dragged: DraggedCard | null;
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

/** A tap must be confirmed, because a finger may slip. Otherwise there is a button that sorts. */
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
