// The trick in the middle of the table: the one under way, or else the last, until the next card is led. It is read
// from a view or from events: they say who wins.

import type { TableEvent } from "../../net/types.ts";
import { worth } from "./cards.ts";
import type { PlayedCard, TrickSeen, View } from "./types.ts";

export interface ShownTrick {
	/** In the order they were played: the first was led. */
	readonly cards: readonly PlayedCard[];
	readonly winner: number | null;
	/** The trick is over, and its winner has taken it. */
	readonly taken: boolean;
}

const NOTHING: ShownTrick = { cards: [], winner: null, taken: false };

export function shownTrickOf(view: View): ShownTrick {
	if (view.trick.length > 0) return { cards: view.trick, winner: view.winning_id, taken: false };
	const last = view.tricks.at(-1);
	return last === undefined ? NOTHING : takenTrick(last);
}

export function takenTrick({ cards, winner_id }: TrickSeen): ShownTrick {
	return { cards, winner: winner_id, taken: true };
}

/** The trick taken last. It stays in the middle too, until the next card is led. */
export function lastTrick(view: View): TrickSeen | null {
	return view.tricks.at(-1) ?? null;
}

/** The trick after this event. */
export function trickAfter({ type, payload }: TableEvent): ShownTrick | null {
	if (type === "trick.played") return { cards: cardsIn(payload.trick), winner: null, taken: false };
	if (type !== "trick.won") return null;
	return { cards: cardsIn(payload.trick_cards), winner: Number(payload.winner_id), taken: true };
}

/** The number of this trick in the hand, found by the card that was led. */
export function numberOf({ cards }: ShownTrick, { tricks }: View): number {
	const at = tricks.findIndex((each) => each.cards[0]?.card.card_id === cards[0]?.card.card_id);
	return (at < 0 ? tricks.length : at) + 1;
}

export function isSameTrick(one: ShownTrick, other: ShownTrick): boolean {
	const same = one.cards.every(({ card }, place) => card.card_id === other.cards[place]?.card.card_id);
	return same && one.cards.length === other.cards.length && one.taken === other.taken;
}

/** The points of the cards in it. */
export function pointsIn({ cards }: ShownTrick): number {
	return cards.reduce((sum, { card }) => sum + worth(card.rank), 0);
}

function cardsIn(trick: unknown): readonly PlayedCard[] {
	return Array.isArray(trick) ? (trick as readonly PlayedCard[]) : [];
}
