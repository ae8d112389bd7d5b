// Made by `npm run types` from docs/schemas/orcain.json. Do not edit.

import type { Action, EventFrame, Outcome, SyncFrame } from "../wire.ts";

export interface Config {
	readonly start_hp?: number;
	readonly max_hp?: number;
	readonly rounds?: number;
	readonly sudden_death_cap?: number | null;
	readonly prep_ms?: number;
	readonly first_reveal_ms?: number;
	readonly step_ms?: number;
	readonly finalize?: "both-confirmed" | "deadline";
	readonly disconnect_grace_ms?: number;
	readonly stake?: number;
	readonly hands?: readonly [readonly ["attack" | "counter" | "defense" | "heal", "attack" | "counter" | "defense" | "heal", "attack" | "counter" | "defense" | "heal", "attack" | "counter" | "defense" | "heal"], readonly ["attack" | "counter" | "defense" | "heal", "attack" | "counter" | "defense" | "heal", "attack" | "counter" | "defense" | "heal", "attack" | "counter" | "defense" | "heal"]];
	readonly company?: MatchInfo | null;
}

export interface FinishedRound {
	readonly steps: readonly ShownStep[];
	readonly afk: readonly [boolean, boolean];
}

export interface LayoutConfirm {
	readonly type: "layout_confirm";
	readonly layout: readonly [string | boolean | number | null, string | boolean | number | null, string | boolean | number | null];
}

/** Cards laid out but not confirmed. Never listed as legal, because it answers no decision. */
export interface LayoutDraft {
	readonly type: "layout_draft";
	readonly layout: readonly [string | boolean | number | null, string | boolean | number | null, string | boolean | number | null];
}

/** The players of a match, for games whose messages name them; given by the server that opens the table. */
export interface MatchInfo {
	readonly table?: string;
	readonly names?: readonly string[];
	readonly tokens?: readonly number[];
	readonly staked?: boolean;
}

export interface Result {
	readonly winner: number | null;
	readonly reason: "disconnect" | "normal" | "timeout";
	readonly potBurned: boolean;
	readonly payout: readonly number[];
}

/** A revealed step: the two cards, and the hit points after them. */
export interface ShownStep {
	readonly cards: readonly [("attack" | "counter" | "defense" | "heal") | null, ("attack" | "counter" | "defense" | "heal") | null];
	readonly hp: readonly [number, number];
}

export interface View {
	readonly you: number | null;
	readonly matchId: string;
	readonly nicknames: readonly [string, string];
	readonly tokens: number | null;
	readonly phase: "END" | "PREP" | "REVEAL";
	readonly roundIndex: number;
	readonly rounds: number;
	readonly suddenDeath: boolean;
	readonly hp: readonly [number, number];
	readonly maxHp: number;
	readonly pot: number;
	readonly hands: readonly [readonly ["attack" | "counter" | "defense" | "heal", "attack" | "counter" | "defense" | "heal", "attack" | "counter" | "defense" | "heal", "attack" | "counter" | "defense" | "heal"], readonly ["attack" | "counter" | "defense" | "heal", "attack" | "counter" | "defense" | "heal", "attack" | "counter" | "defense" | "heal", "attack" | "counter" | "defense" | "heal"]];
	readonly layout: readonly [("attack" | "counter" | "defense" | "heal") | null, ("attack" | "counter" | "defense" | "heal") | null, ("attack" | "counter" | "defense" | "heal") | null] | null;
	readonly hadDraft: boolean | null;
	readonly confirmed: readonly [boolean, boolean];
	readonly steps: readonly ShownStep[];
	readonly history: readonly FinishedRound[];
	readonly afkStreaks: readonly [number, number];
	readonly bothAfkStreak: number;
	readonly finalize: "both-confirmed" | "deadline";
	readonly prepMs: number;
	readonly disconnectGraceMs: number;
	readonly away: readonly number[];
	readonly result: Result | null;
	readonly layouts?: readonly [readonly [("attack" | "counter" | "defense" | "heal") | null, ("attack" | "counter" | "defense" | "heal") | null, ("attack" | "counter" | "defense" | "heal") | null], readonly [("attack" | "counter" | "defense" | "heal") | null, ("attack" | "counter" | "defense" | "heal") | null, ("attack" | "counter" | "defense" | "heal") | null]] | null;
	readonly hadDrafts?: readonly [boolean, boolean] | null;
	readonly historyFrom?: number;
	readonly historyHp?: readonly [number, number] | null;
}

export interface MatchFound {
	readonly matchId: string;
	readonly yourNickname: string;
	readonly oppNickname: string;
	readonly yourHand: readonly ["attack" | "counter" | "defense" | "heal", "attack" | "counter" | "defense" | "heal", "attack" | "counter" | "defense" | "heal", "attack" | "counter" | "defense" | "heal"];
	readonly yourTokens: number | null;
	readonly pot: number;
}

/** A round begins. The rules know no clock: a table with one sets `deadlineTs`. */
export interface PrepStart {
	readonly roundIndex: number;
	readonly prepMs: number;
	readonly yourNickname: string;
	readonly oppNickname: string;
	readonly yourHp: number;
	readonly oppHp: number;
	readonly pot: number;
	readonly yourHand: readonly ["attack" | "counter" | "defense" | "heal", "attack" | "counter" | "defense" | "heal", "attack" | "counter" | "defense" | "heal", "attack" | "counter" | "defense" | "heal"];
	readonly cards: readonly ["attack" | "counter" | "defense" | "heal", "attack" | "counter" | "defense" | "heal", "attack" | "counter" | "defense" | "heal", "attack" | "counter" | "defense" | "heal"];
	readonly suddenDeath: boolean;
	readonly deadlineTs?: number | null;
}

/** A seat has confirmed; the layout stays secret. */
export interface ConfirmOk {
	readonly roundIndex: number;
	readonly seat: number;
}

/** The round is finalized: no more layouts. Not in the specification, which does not announce the deadline. */
export interface RevealStart {
	readonly roundIndex: number;
}

export interface StepReveal {
	readonly roundIndex: number;
	readonly stepIndex: number;
	readonly yourCard: ("attack" | "counter" | "defense" | "heal") | null;
	readonly oppCard: ("attack" | "counter" | "defense" | "heal") | null;
	readonly yourHp: number;
	readonly oppHp: number;
}

export interface RoundEnd {
	readonly roundIndex: number;
	readonly yourHp: number;
	readonly oppHp: number;
	readonly yourAfkStreak: number;
	readonly oppAfkStreak: number;
}

export interface MatchEnd {
	readonly matchId: string;
	readonly winner: "NONE" | "OPPONENT" | "YOU";
	readonly winnerId: number | null;
	readonly loserId: number | null;
	readonly yourHp: number;
	readonly oppHp: number;
	readonly yourTokens: number | null;
	readonly reason: "disconnect" | "normal" | "timeout";
	readonly pot: number;
	readonly potBurned: boolean;
	readonly nicknames: readonly [string, string];
}

/** A player has lost the connection, and loses the match if they do not return in time. */
export interface PlayerAway {
	readonly seat: number;
}

export interface PlayerBack {
	readonly seat: number;
}

export interface Messages {
	action: (Action & { readonly message_type: "layout_draft"; readonly payload: { readonly layout: readonly [string | boolean | number | null, string | boolean | number | null, string | boolean | number | null]; readonly decision?: number | null; readonly phase?: string | null; readonly turn?: number | null; readonly seq?: number | null; readonly sequence?: number | null; readonly message_type?: string; readonly game_id?: string; readonly action_id?: string; readonly player_id?: number | null; readonly role?: string | null; readonly ts?: number; readonly version?: string; readonly origin?: string; }; }) | (Action & { readonly message_type: "layout_confirm"; readonly payload: { readonly layout: readonly [string | boolean | number | null, string | boolean | number | null, string | boolean | number | null]; readonly decision?: number | null; readonly phase?: string | null; readonly turn?: number | null; readonly seq?: number | null; readonly sequence?: number | null; readonly message_type?: string; readonly game_id?: string; readonly action_id?: string; readonly player_id?: number | null; readonly role?: string | null; readonly ts?: number; readonly version?: string; readonly origin?: string; }; });
	snapshot: SyncFrame & { readonly payload: { readonly config: Config; readonly legal: readonly (LayoutDraft | LayoutConfirm)[]; readonly view: View | null; }; };
	outcome: Outcome;
	config: Config;
	view: View;
	event: (EventFrame & { readonly message_type: "match_found"; readonly payload: MatchFound; }) | (EventFrame & { readonly message_type: "prep_start"; readonly payload: PrepStart; }) | (EventFrame & { readonly message_type: "confirm_ok"; readonly payload: ConfirmOk; }) | (EventFrame & { readonly message_type: "reveal_start"; readonly payload: RevealStart; }) | (EventFrame & { readonly message_type: "step_reveal"; readonly payload: StepReveal; }) | (EventFrame & { readonly message_type: "round_end"; readonly payload: RoundEnd; }) | (EventFrame & { readonly message_type: "match_end"; readonly payload: MatchEnd; }) | (EventFrame & { readonly message_type: "player.away"; readonly payload: PlayerAway; }) | (EventFrame & { readonly message_type: "player.back"; readonly payload: PlayerBack; });
}
