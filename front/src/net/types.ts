// What a table says, as the shell and the boards handle it: the generated types, a little closer to their use.
// It must not know any game: a view is `unknown` here, an action has a type and fields.
import type { Outcome, SeatTaken, TimeLeft, Snapshot as Wire } from "../wire.ts";

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
	/** Epoch milliseconds, for people. */
	readonly ts?: number;
	/** On the last event of whatever happened: the seats that must act now. */
	readonly to_act?: readonly number[] | null;
}

export interface Snapshot extends Omit<Wire, "config" | "legal" | "picture" | "notation"> {
	readonly config: Readonly<Record<string, unknown>>;
	readonly legal: readonly Action[];
	/** Only if asked for with `words`: the table as text. */
	readonly picture?: string | null;
	/** Only if asked for with `words`: parallel to `legal`. */
	readonly notation?: readonly string[] | null;
}

/** What became of an action. `lost`: nobody will answer any more. */
export interface Result {
	readonly status: "ok" | "error" | "lost";
	readonly code: string;
	readonly reason: string;
	readonly recovery: string;
	readonly facts: Readonly<Record<string, unknown>>;
	/** Of the action's last event, or of the last there was. */
	readonly seq: number;
	readonly decision: number | null;
}
