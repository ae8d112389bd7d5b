// Received messages as values. Only the fields that are used are checked: a later version of the protocol may add keys,
// fields and events. It must not know: any game.
import type { Result, Snapshot } from "./types.ts";

type Fields = Readonly<Record<string, unknown>>;

export interface Frame {
	readonly message_type: string;
	readonly game_id: string;
	readonly payload: Fields;
	readonly action_id: string | null;
	readonly ts: number;
	readonly seq: number | null;
	readonly to_act: readonly number[] | null;
}

/** One message; null if it is unreadable. */
export function readFrame(raw: string): Frame | null {
	let tree: unknown;
	try {
		tree = JSON.parse(raw);
	} catch {
		return null;
	}
	if (!isFields(tree) || typeof tree.message_type !== "string" || typeof tree.game_id !== "string") return null;
	return {
		message_type: tree.message_type,
		game_id: tree.game_id,
		payload: isFields(tree.payload) ? tree.payload : {},
		action_id: typeof tree.action_id === "string" ? tree.action_id : null,
		ts: number(tree.ts) ?? 0,
		seq: number(tree.seq),
		to_act: Array.isArray(tree.to_act) ? (tree.to_act as number[]) : null,
	};
}

export function readResult(payload: Fields): Result {
	const effects = isFields(payload.effects) ? payload.effects : {};
	return {
		status: payload.status === "ok" ? "ok" : "error",
		code: text(payload.code),
		reason: text(payload.reason),
		recovery: text(payload.recovery),
		facts: isFields(payload.facts) ? payload.facts : {},
		seq: number(effects.seq) ?? 0,
		decision: number(effects.decision),
	};
}

/** A result made here, because none came from the table. */
export function localResult(status: "error" | "lost", code: string, reason: string): Result {
	return { status, code, reason, recovery: "noop", facts: {}, seq: 0, decision: null };
}

export function readSnapshot(payload: Fields): Snapshot | null {
	const lists = [payload.seats, payload.to_act, payload.legal, payload.timers];
	return typeof payload.seq === "number" && lists.every(Array.isArray) ? (payload as unknown as Snapshot) : null;
}

export function isOver(snapshot: Snapshot | null): boolean {
	return snapshot !== null && (snapshot.closed || snapshot.outcome !== null);
}

export function isFields(value: unknown): value is Fields {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function text(value: unknown): string {
	return typeof value === "string" ? value : "";
}

function number(value: unknown): number | null {
	return typeof value === "number" ? value : null;
}
