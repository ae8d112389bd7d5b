// Made by `npm run types` from docs/schemas/briscola.json. Do not edit.

import type { Action, EventFrame, Outcome, SeatTaken, SyncFrame, TimeLeft, ToldWords } from "../wire.ts";

/** Card points; in the auction by rank a rank, or card points above the two. −1 is a pass. */
export interface Bid {
	readonly type: "bid";
	readonly bid: number;
}

export interface BidMade {
	readonly player_id: number;
	readonly bid: number;
}

export interface CallRank {
	readonly type: "call-partner-rank";
	readonly partner_rank: number;
}

export interface CallSuit {
	readonly type: "call-partner-suit";
	readonly partner_suit: string;
}

export interface Card {
	readonly suit: "clubs" | "coins" | "cups" | "swords";
	readonly rank: number;
	readonly card_id: number;
}

/** A card as a client names it: by suit and rank, by `card_id`, or by all three. Any value decodes; the rules refuse a wrong one with `no_such_card`. */
export interface CardGiven {
	readonly suit?: string | null;
	readonly rank?: number | null;
	readonly card_id?: number | null;
}

export interface Config {
	readonly auction?: "points" | "rank";
	readonly suit_call?: "after-first-trick" | "before-play";
	readonly hands?: number;
	readonly dealer?: number | null;
	readonly turn_ms?: number;
	readonly absent_ms?: number;
	readonly pause_ms?: number;
}

/** The result of a hand. `partner_id` is null for a caller who played alone. */
export interface HandResult {
	readonly hand: number;
	readonly caller_id: number;
	readonly partner_id: number | null;
	readonly bid: number;
	readonly contract: number;
	readonly partner_rank: number;
	readonly trump_suit: "clubs" | "coins" | "cups" | "swords";
	readonly taken: number;
	readonly made: boolean;
	readonly match_points: readonly [number, number, number, number, number];
}

export interface Play {
	readonly type: "play";
	readonly card: CardGiven;
}

export interface PlayedCard {
	readonly player_id: number;
	readonly card: Card;
}

/** What everybody sees of a player. */
export interface PlayerSeen {
	readonly player_id: number;
	readonly cards: number;
	readonly has_passed: boolean;
	readonly is_away: boolean;
}

export interface Points {
	readonly player_id: number;
	readonly points: number;
}

/** The whole hand in the player's preferred order. Never listed: it answers no decision and may come at any time. */
export interface Reorder {
	readonly type: "reorder";
	readonly hand: readonly (number | CardGiven)[];
}

/** Payload of `sync`: everything one reader may know. `config`, `legal` and `view` are the game's own types. If the reader asked for words, `picture` is the view as text, and `notation` the legal actions in the game's notation; of a game that describes its board, `scene` is the view as a `Scene`, and `touch` the ids to touch for each legal action; and `told` has the words of the events after the one that was named. */
export interface Snapshot {
	readonly client_seeds: readonly string[] | null;
	readonly closed: boolean;
	readonly commitment: string;
	readonly config: unknown;
	readonly decision: number | null;
	readonly game: string;
	readonly game_version: string;
	readonly legal: readonly unknown[];
	readonly notation?: readonly string[] | null;
	readonly outcome: Outcome | null;
	readonly picture?: string | null;
	readonly reveal: string | null;
	readonly scene?: unknown;
	readonly seats: readonly SeatTaken[];
	readonly seq: number;
	readonly timers: readonly TimeLeft[];
	readonly to_act: readonly number[];
	readonly told?: readonly ToldWords[] | null;
	readonly touch?: readonly (readonly string[])[] | null;
	readonly view: unknown;
	readonly you: number | null;
	readonly phase: "bid" | "call-partner-rank" | "call-partner-suit" | "end" | "play-first-trick" | "play-tricks" | "ready";
	readonly players: readonly PlayerSeen[];
	readonly current_player_id: number | null;
	readonly hand: readonly Card[];
	readonly bids: readonly BidMade[];
	readonly bid: number | null;
	readonly caller_id: number | null;
	readonly partner_id: number | null;
	readonly partner_rank: number | null;
	readonly trump_suit: ("clubs" | "coins" | "cups" | "swords") | null;
	readonly trick: readonly PlayedCard[];
	readonly scores: readonly Points[];
}

/** A taken trick, in the order it was played; the first card led. */
export interface TrickSeen {
	readonly cards: readonly PlayedCard[];
	readonly winner_id: number;
	readonly points: number;
}

export interface View {
	readonly you: number | null;
	readonly auction: "points" | "rank";
	readonly suit_call: "after-first-trick" | "before-play";
	readonly phase: "bid" | "call-partner-rank" | "call-partner-suit" | "end" | "play-first-trick" | "play-tricks" | "ready";
	readonly hand_number: number;
	readonly hands_to_play: number;
	readonly deals: number;
	readonly players: readonly PlayerSeen[];
	readonly dealer_id: number | null;
	readonly current_player_id: number | null;
	readonly hand: readonly Card[];
	readonly bids: readonly BidMade[];
	readonly caller_id: number | null;
	readonly bid: number | null;
	readonly contract: number | null;
	readonly partner_rank: number | null;
	readonly trump_suit: ("clubs" | "coins" | "cups" | "swords") | null;
	readonly called: Card | null;
	readonly partner_id: number | null;
	readonly you_are_partner: boolean;
	readonly plays_alone: boolean;
	readonly trick: readonly PlayedCard[];
	readonly winning_id: number | null;
	readonly tricks: readonly TrickSeen[];
	readonly scores: readonly Points[];
	readonly match_points: readonly Points[];
	readonly results: readonly HandResult[];
	readonly resigned: number | null;
	readonly hands?: readonly (readonly Card[])[] | null;
}

/** Sent to its owner only. */
export interface HandUpdate {
	readonly player_id: number;
	readonly hand: readonly Card[];
}

export interface TrickPlayed {
	readonly player_id: number;
	readonly card: Card;
	readonly trick: readonly PlayedCard[];
	readonly current_player_id: number;
	readonly auto?: boolean;
}

export interface TrickWon {
	readonly winner_id: number;
	readonly points: number;
	readonly trick_cards: readonly PlayedCard[];
	readonly scores: readonly Points[];
	readonly current_player_id: number;
}

/** Card points of this hand; `delta` is the change, left out when a hand begins. */
export interface ScoreUpdate {
	readonly scores: readonly Points[];
	readonly delta?: Points | null;
}

/** The phase, and what everybody may know of the contract. In the phase `bid` it announces each bid: `caller_id` has bid `bid`. `partner_id` is null until the called card has been played. */
export interface PhaseChange {
	readonly phase: "bid" | "call-partner-rank" | "call-partner-suit" | "end" | "play-first-trick" | "play-tricks" | "ready";
	readonly trump_suit: ("clubs" | "coins" | "cups" | "swords") | null;
	readonly caller_id: number | null;
	readonly partner_id: number | null;
	readonly partner_rank: number | null;
	readonly bid: number | null;
	readonly dealer_id: number | null;
	readonly hand: number;
	readonly deals?: number;
	readonly auto?: boolean;
}

export interface HandEnded {
	readonly result: HandResult;
	readonly match_points: readonly Points[];
}

/** A player has lost the connection; the clock pauses while all are away. */
export interface PlayerAway {
	readonly player_id: number;
}

export interface PlayerBack {
	readonly player_id: number;
}

export interface PlayerResigned {
	readonly player_id: number;
	readonly match_points: readonly Points[];
}

export interface Messages {
	action: (Action & { readonly message_type: "bid"; readonly payload: { readonly bid: number; readonly decision?: number | null; readonly phase?: string | null; readonly turn?: number | null; readonly seq?: number | null; readonly sequence?: number | null; readonly message_type?: string; readonly game_id?: string; readonly action_id?: string; readonly player_id?: number | null; readonly role?: string | null; readonly ts?: number; readonly version?: string; readonly origin?: string; }; }) | (Action & { readonly message_type: "call-partner-rank"; readonly payload: { readonly partner_rank: number; readonly decision?: number | null; readonly phase?: string | null; readonly turn?: number | null; readonly seq?: number | null; readonly sequence?: number | null; readonly message_type?: string; readonly game_id?: string; readonly action_id?: string; readonly player_id?: number | null; readonly role?: string | null; readonly ts?: number; readonly version?: string; readonly origin?: string; }; }) | (Action & { readonly message_type: "call-partner-suit"; readonly payload: { readonly partner_suit: string; readonly decision?: number | null; readonly phase?: string | null; readonly turn?: number | null; readonly seq?: number | null; readonly sequence?: number | null; readonly message_type?: string; readonly game_id?: string; readonly action_id?: string; readonly player_id?: number | null; readonly role?: string | null; readonly ts?: number; readonly version?: string; readonly origin?: string; }; }) | (Action & { readonly message_type: "play"; readonly payload: { readonly card: CardGiven; readonly decision?: number | null; readonly phase?: string | null; readonly turn?: number | null; readonly seq?: number | null; readonly sequence?: number | null; readonly message_type?: string; readonly game_id?: string; readonly action_id?: string; readonly player_id?: number | null; readonly role?: string | null; readonly ts?: number; readonly version?: string; readonly origin?: string; }; }) | (Action & { readonly message_type: "reorder"; readonly payload: { readonly hand: readonly (number | CardGiven)[]; readonly decision?: number | null; readonly phase?: string | null; readonly turn?: number | null; readonly seq?: number | null; readonly sequence?: number | null; readonly message_type?: string; readonly game_id?: string; readonly action_id?: string; readonly player_id?: number | null; readonly role?: string | null; readonly ts?: number; readonly version?: string; readonly origin?: string; }; });
	snapshot: SyncFrame & { readonly payload: { readonly config: Config; readonly legal: readonly (Bid | CallRank | CallSuit | Play | Reorder)[]; readonly view: View | null; readonly phase: "bid" | "call-partner-rank" | "call-partner-suit" | "end" | "play-first-trick" | "play-tricks" | "ready"; readonly players: readonly PlayerSeen[]; readonly current_player_id: number | null; readonly hand: readonly Card[]; readonly bids: readonly BidMade[]; readonly bid: number | null; readonly caller_id: number | null; readonly partner_id: number | null; readonly partner_rank: number | null; readonly trump_suit: ("clubs" | "coins" | "cups" | "swords") | null; readonly trick: readonly PlayedCard[]; readonly scores: readonly Points[]; }; };
	outcome: Outcome;
	config: Config;
	view: View;
	event: (EventFrame & { readonly message_type: "hand.update"; readonly payload: HandUpdate; }) | (EventFrame & { readonly message_type: "trick.played"; readonly payload: TrickPlayed; }) | (EventFrame & { readonly message_type: "trick.won"; readonly payload: TrickWon; }) | (EventFrame & { readonly message_type: "score.update"; readonly payload: ScoreUpdate; }) | (EventFrame & { readonly message_type: "phase.change"; readonly payload: PhaseChange; }) | (EventFrame & { readonly message_type: "hand.result"; readonly payload: HandEnded; }) | (EventFrame & { readonly message_type: "player.away"; readonly payload: PlayerAway; }) | (EventFrame & { readonly message_type: "player.back"; readonly payload: PlayerBack; }) | (EventFrame & { readonly message_type: "player.resigned"; readonly payload: PlayerResigned; });
}
