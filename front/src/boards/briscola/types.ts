// Briscola's values as this board names them. The shapes are made from the server's schema; nothing is decided here.

import type { Card, View } from "../../games/briscola.ts";
import type { Action } from "../../net/types.ts";
import { uiTextsOf } from "../common/ui_text.ts";

export type { Card, HandResult, PlayedCard, TrickSeen, View } from "../../games/briscola.ts";
export type Suit = Card["suit"];

export type Bid = Action & { readonly bid: number };
export type CallRank = Action & { readonly partner_rank: number };
export type CallSuit = Action & { readonly partner_suit: Suit };
export type Play = Action & { readonly card: { readonly card_id: number } };

export const SUITS: readonly Suit[] = ["coins", "cups", "swords", "clubs"];
export const PASS = -1;
const HIGHEST_RANK = 10;

export function isBid(action: Action): action is Bid {
	return action.type === "bid" && typeof action.bid === "number";
}

export function isCallRank(action: Action): action is CallRank {
	return action.type === "call-partner-rank" && typeof action.partner_rank === "number";
}

export function isCallSuit(action: Action): action is CallSuit {
	return action.type === "call-partner-suit" && SUITS.some((suit) => suit === action.partner_suit);
}

export function isPlay(action: Action): action is Play {
	const card = action.card as { card_id?: unknown } | null | undefined;
	return action.type === "play" && typeof card?.card_id === "number";
}

/** In an auction by rank a bid is a rank; no points bid is that low. */
export function isRankBid(bid: number): boolean {
	return bid > 0 && bid <= HIGHEST_RANK;
}

/** A table that has not begun has no view. */
export function viewOf(view: unknown): View | null {
	return view !== null && typeof view === "object" && "trump_suit" in view ? (view as View) : null;
}

export const uiText = uiTextsOf("briscola");
