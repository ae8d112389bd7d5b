// Made by `npm run types` from docs/schemas/backgammon.json. Do not edit.

import type { Action, EventFrame, Outcome, SyncFrame } from "../wire.ts";

/** One checker moved by one die. */
export interface CheckerMove {
	readonly type: "move";
	readonly from: number;
	readonly to: number;
	readonly die: number;
}

export interface Config {
	readonly start?: "as-written" | "standard";
	readonly points?: number;
	readonly cube?: boolean;
	readonly crawford?: boolean;
	readonly jacoby?: boolean;
	readonly confirm?: boolean;
	readonly turn_ms?: number;
	readonly on_timeout?: "auto" | "forfeit";
	readonly on_absence?: "forfeit" | "wait";
	readonly absent_ms?: number;
}

export interface Cube {
	readonly value?: number;
	readonly owner?: number | null;
}

/** Confirm the turn. */
export interface Done {
	readonly type: "done";
}

export interface Double {
	readonly type: "double";
}

export interface Drop {
	readonly type: "drop";
}

export interface GameResult {
	readonly winner: number;
	readonly kind: "backgammon" | "gammon" | "single";
	readonly points: number;
	readonly reason: "abandoned" | "borne_off" | "dropped" | "resigned" | "timeout";
}

/** A finished turn as it was played; without moves it was a pass. */
export interface LastTurn {
	readonly seat: number;
	readonly dice: readonly number[];
	readonly moves: readonly Moved[];
}

/** A checker move made, and whether it hit. */
export interface Moved {
	readonly from: number;
	readonly to: number;
	readonly die: number;
	readonly hit?: boolean;
}

/** How it ended; the last game of a match is the last of `games`. */
export interface Result {
	readonly winner: number;
	readonly reason: "abandoned" | "borne_off" | "dropped" | "resigned" | "timeout";
}

/** Roll, where a double could be offered instead. */
export interface Roll {
	readonly type: "roll";
}

export interface Take {
	readonly type: "take";
}

/** Undo the last checker move of this turn. */
export interface Undo {
	readonly type: "undo";
}

export interface View {
	readonly you: number | null;
	readonly phase: "answer" | "cube" | "moving" | "opening" | "over" | "rolling";
	readonly board: readonly number[];
	readonly bar: readonly [number, number];
	readonly home: readonly [number, number];
	readonly pips: readonly [number, number];
	readonly turn: number;
	readonly active: number | null;
	readonly toAct: number | null;
	readonly dice: readonly number[];
	readonly diceUsed: readonly number[];
	readonly diceLeft: readonly number[];
	readonly moves: readonly Moved[];
	readonly last: LastTurn | null;
	readonly confirm: boolean;
	readonly hasCube: boolean;
	readonly mayDouble: boolean;
	readonly cube: Cube;
	readonly points: number;
	readonly game: number;
	readonly score: readonly [number, number];
	readonly crawfordGame: boolean;
	readonly jacoby: boolean;
	readonly games: readonly GameResult[];
	readonly away: readonly number[];
	readonly result: Result | null;
}

/** A game of a match has started; not sent for the first one, nor for a single game. */
export interface GameStarted {
	readonly game: number;
	readonly score: readonly [number, number];
	readonly crawford: boolean;
}

/** One die each. `starter` is None for a tie, which is rolled again. */
export interface OpeningRolled {
	readonly dice: readonly [number, number];
	readonly starter: number | null;
}

export interface DiceRolled {
	readonly seat: number;
	readonly dice: readonly number[];
}

export interface CheckerMoved {
	readonly seat: number;
	readonly from: number;
	readonly to: number;
	readonly die: number;
	readonly hit?: boolean;
	readonly auto?: boolean;
}

export interface MoveUndone {
	readonly seat: number;
	readonly from: number;
	readonly to: number;
	readonly die: number;
	readonly hit?: boolean;
}

export interface TurnEnded {
	readonly seat: number;
	readonly turn: number;
	readonly dice: readonly number[];
	readonly moves: readonly Moved[];
}

export interface TurnPassed {
	readonly seat: number;
	readonly turn: number;
	readonly dice: readonly number[];
	readonly text?: "No legal moves available";
}

export interface Doubled {
	readonly seat: number;
	readonly value: number;
}

export interface Taken {
	readonly seat: number;
	readonly value: number;
}

export interface Dropped {
	readonly seat: number;
}

export interface GameWon {
	readonly winner: number;
	readonly kind: "backgammon" | "gammon" | "single";
	readonly points: number;
	readonly reason: "abandoned" | "borne_off" | "dropped" | "resigned" | "timeout";
	readonly score: readonly [number, number];
}

export interface MatchWon {
	readonly winner: number;
	readonly reason: "abandoned" | "borne_off" | "dropped" | "resigned" | "timeout";
	readonly score: readonly [number, number];
}

/** A player has lost the connection; the clocks pause while both are away. */
export interface PlayerAway {
	readonly seat: number;
}

export interface PlayerBack {
	readonly seat: number;
}

export interface Messages {
	action: (Action & { readonly message_type: "move"; readonly payload: { readonly from: number; readonly to: number; readonly die: number; readonly decision?: number | null; readonly phase?: string | null; readonly turn?: number | null; readonly seq?: number | null; readonly sequence?: number | null; readonly message_type?: string; readonly game_id?: string; readonly action_id?: string; readonly player_id?: number | null; readonly role?: string | null; readonly ts?: number; readonly version?: string; readonly origin?: string; }; }) | (Action & { readonly message_type: "roll"; readonly payload: { readonly decision?: number | null; readonly phase?: string | null; readonly turn?: number | null; readonly seq?: number | null; readonly sequence?: number | null; readonly message_type?: string; readonly game_id?: string; readonly action_id?: string; readonly player_id?: number | null; readonly role?: string | null; readonly ts?: number; readonly version?: string; readonly origin?: string; }; }) | (Action & { readonly message_type: "double"; readonly payload: { readonly decision?: number | null; readonly phase?: string | null; readonly turn?: number | null; readonly seq?: number | null; readonly sequence?: number | null; readonly message_type?: string; readonly game_id?: string; readonly action_id?: string; readonly player_id?: number | null; readonly role?: string | null; readonly ts?: number; readonly version?: string; readonly origin?: string; }; }) | (Action & { readonly message_type: "take"; readonly payload: { readonly decision?: number | null; readonly phase?: string | null; readonly turn?: number | null; readonly seq?: number | null; readonly sequence?: number | null; readonly message_type?: string; readonly game_id?: string; readonly action_id?: string; readonly player_id?: number | null; readonly role?: string | null; readonly ts?: number; readonly version?: string; readonly origin?: string; }; }) | (Action & { readonly message_type: "drop"; readonly payload: { readonly decision?: number | null; readonly phase?: string | null; readonly turn?: number | null; readonly seq?: number | null; readonly sequence?: number | null; readonly message_type?: string; readonly game_id?: string; readonly action_id?: string; readonly player_id?: number | null; readonly role?: string | null; readonly ts?: number; readonly version?: string; readonly origin?: string; }; }) | (Action & { readonly message_type: "undo"; readonly payload: { readonly decision?: number | null; readonly phase?: string | null; readonly turn?: number | null; readonly seq?: number | null; readonly sequence?: number | null; readonly message_type?: string; readonly game_id?: string; readonly action_id?: string; readonly player_id?: number | null; readonly role?: string | null; readonly ts?: number; readonly version?: string; readonly origin?: string; }; }) | (Action & { readonly message_type: "done"; readonly payload: { readonly decision?: number | null; readonly phase?: string | null; readonly turn?: number | null; readonly seq?: number | null; readonly sequence?: number | null; readonly message_type?: string; readonly game_id?: string; readonly action_id?: string; readonly player_id?: number | null; readonly role?: string | null; readonly ts?: number; readonly version?: string; readonly origin?: string; }; });
	snapshot: SyncFrame & { readonly payload: { readonly config: Config; readonly legal: readonly (CheckerMove | Roll | Double | Take | Drop | Undo | Done)[]; readonly view: View | null; }; };
	outcome: Outcome;
	config: Config;
	view: View;
	event: (EventFrame & { readonly message_type: "game.started"; readonly payload: GameStarted; }) | (EventFrame & { readonly message_type: "opening.rolled"; readonly payload: OpeningRolled; }) | (EventFrame & { readonly message_type: "dice.rolled"; readonly payload: DiceRolled; }) | (EventFrame & { readonly message_type: "checker.moved"; readonly payload: CheckerMoved; }) | (EventFrame & { readonly message_type: "move.undone"; readonly payload: MoveUndone; }) | (EventFrame & { readonly message_type: "turn.ended"; readonly payload: TurnEnded; }) | (EventFrame & { readonly message_type: "turn.passed"; readonly payload: TurnPassed; }) | (EventFrame & { readonly message_type: "cube.doubled"; readonly payload: Doubled; }) | (EventFrame & { readonly message_type: "cube.taken"; readonly payload: Taken; }) | (EventFrame & { readonly message_type: "cube.dropped"; readonly payload: Dropped; }) | (EventFrame & { readonly message_type: "game.won"; readonly payload: GameWon; }) | (EventFrame & { readonly message_type: "match.won"; readonly payload: MatchWon; }) | (EventFrame & { readonly message_type: "player.away"; readonly payload: PlayerAway; }) | (EventFrame & { readonly message_type: "player.back"; readonly payload: PlayerBack; });
}
