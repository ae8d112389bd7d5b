// Made-up briscola as the server would send it: cards, views, legal actions. No rules: what is legal here need not be,
// and a board must believe it all the same.

import fc from "fast-check";
import { type Card, type PlayedCard, SUITS, type View } from "../../src/boards/briscola/types.ts";
import type { Action } from "../../src/net/types.ts";

export const PACK: readonly Card[] = SUITS.flatMap((suit, at) =>
	Array.from({ length: 10 }, (_, rank) => ({ suit, rank: rank + 1, card_id: at * 10 + rank })),
);

export function card(name: string): Card {
	const [rank, suit] = name.split(" ");
	const found = PACK.find((each) => each.suit === suit && String(each.rank) === rank);
	if (found === undefined) throw new Error(`no card ${name}`);
	return found;
}

export function cards(...names: string[]): readonly Card[] {
	return names.map(card);
}

/** `"1 3 cups"`: seat 1 has laid the three of cups. */
export function laid(...plays: string[]): readonly PlayedCard[] {
	return plays.map((play) => ({ player_id: Number(play[0]), card: card(play.slice(2)) }));
}

export function playOf({ suit, rank, card_id }: Card): Action {
	return { type: "play", card: { suit, rank, card_id } };
}

export const bids = (...numbers: number[]): readonly Action[] => numbers.map((bid) => ({ type: "bid", bid }));
export const ranks = (...numbers: number[]): readonly Action[] =>
	numbers.map((partner_rank) => ({ type: "call-partner-rank", partner_rank }));
export const suits = (...names: string[]): readonly Action[] =>
	names.map((partner_suit) => ({ type: "call-partner-suit", partner_suit }));

export const HAND = cards("1 coins", "2 coins", "3 cups", "10 cups", "9 cups", "7 cups", "4 swords", "5 clubs");

/** Any hand, and which of its cards may be played. */
export const hands = fc
	.uniqueArray(fc.constantFrom(...PACK), { minLength: 1, maxLength: 8, selector: ({ card_id }) => card_id })
	.chain((hand) => fc.tuple(fc.constant(hand), fc.subarray(hand)));

export function viewFor(more: Partial<View> = {}): View {
	const zeros = Array.from({ length: 5 }, (_, player_id) => ({ player_id, points: 0 }));
	return {
		you: 0,
		auction: "points",
		suit_call: "after-first-trick",
		phase: "play-tricks",
		hand_number: 1,
		hands_to_play: 1,
		deals: 0,
		players: zeros.map(({ player_id }) => ({ player_id, cards: 8, has_passed: false, is_away: false })),
		dealer_id: 4,
		current_player_id: 0,
		hand: HAND,
		bids: [],
		caller_id: 1,
		bid: 70,
		contract: 70,
		partner_rank: 1,
		trump_suit: "cups",
		called: card("1 cups"),
		partner_id: null,
		you_are_partner: false,
		plays_alone: false,
		trick: [],
		winning_id: null,
		tricks: [],
		scores: zeros,
		match_points: zeros,
		results: [],
		resigned: null,
		...more,
	};
}

/** Before a card is called. */
export const UNCALLED: Partial<View> = { trump_suit: null, called: null, partner_rank: null };
