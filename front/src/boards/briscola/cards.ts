// Cards: their names, order and points, as printed on the pack. It must not know the document, nor rules of play.

import type { Say } from "../board.ts";
import { type Card, SUITS, type Suit } from "./types.ts";

/** The order in a hand: the strongest first. */
const RANKS: readonly number[] = [1, 3, 10, 9, 8, 7, 6, 5, 4, 2];
const WORTH: Readonly<Record<number, number>> = { 1: 11, 3: 10, 10: 4, 9: 3, 8: 2 };

export function worth(rank: number): number {
	return WORTH[rank] ?? 0;
}

/** `king of cups`. */
export function cardName({ suit, rank }: Pick<Card, "suit" | "rank">, say: Say): string {
	return say(`briscola.card.${suit}`, { rank: say(`briscola.rank.${rank}`) });
}

/** `the king of cups`, in the middle of a sentence. */
export function theCard({ suit, rank }: Pick<Card, "suit" | "rank">, say: Say): string {
	return say(`briscola.card.${suit}`, { rank: say(`briscola.the.${rank}`) });
}

/** By suit, the strongest first; trumps before all. */
export function sorted(hand: readonly Card[], trump: Suit | null): readonly Card[] {
	const place = ({ suit, rank }: Card) =>
		(suit === trump ? -1 : SUITS.indexOf(suit)) * RANKS.length + RANKS.indexOf(rank);
	return hand.toSorted((one, other) => place(one) - place(other));
}

/** The hand with one card moved to another place. */
export function moved<T>(hand: readonly T[], from: number, to: number): readonly T[] {
	const rest = hand.filter((_, place) => place !== from);
	const card = hand[from];
	return card === undefined ? hand : [...rest.slice(0, to), card, ...rest.slice(to)];
}

/** This hand in that order, less the cards that are gone; null if it holds others. */
export function leftOf(order: readonly Card[], hand: readonly Card[]): readonly Card[] | null {
	const ids = new Set(hand.map((card) => card.card_id));
	const left = order.filter((card) => ids.has(card.card_id));
	return left.length === hand.length ? left : null;
}

export function inSameOrder(one: readonly Card[], other: readonly Card[]): boolean {
	return one.length === other.length && one.every((card, place) => card.card_id === other[place]?.card_id);
}
