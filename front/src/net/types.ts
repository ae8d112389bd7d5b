// The wire's types as the shell and the boards use them: the generated types, made a little more convenient. It must
// not know any game: a view is `unknown` here, and an action has a type and fields.
import type { Outcome, Scene, SeatTaken, TimeLeft, Snapshot as Wire } from "../wire.ts";

export type { Outcome, SeatTaken as SeatNow, TimeLeft as Timer };

/** An action as `legal` lists it and as a board sends it. */
export interface Action {
	readonly type: string;
	readonly [field: string]: unknown;
}

export interface TableEvent {
	readonly seq: number;
	readonly type: string;
	readonly payload: Readonly<Record<string, unknown>>;
	/** Epoch milliseconds, for display. */
	readonly ts?: number;
	/** The game's own words for it, if they were requested. */
	readonly words?: string | null;
	/** On the last event of an input: the seats that must act now. */
	readonly to_act?: readonly number[] | null;
}

export interface Snapshot extends Omit<Wire, "config" | "legal" | "picture" | "notation" | "scene"> {
	readonly config: Readonly<Record<string, unknown>>;
	readonly legal: readonly Action[];
	/** Only if requested with `words`: the table as text. */
	readonly picture?: string | null;
	/** Only if requested with `words`: parallel to `legal`. */
	readonly notation?: readonly string[] | null;
	/** Only if requested with `words`, of a game that describes its board. */
	readonly scene?: Scene | null;
}

/** What became of an action. `lost`: no answer will come. */
export interface Result {
	readonly status: "ok" | "error" | "lost";
	readonly code: string;
	readonly reason: string;
	readonly recovery: string;
	readonly facts: Readonly<Record<string, unknown>>;
	/** Of the action's last event, or of the table's last. */
	readonly seq: number;
	readonly decision: number | null;
}
