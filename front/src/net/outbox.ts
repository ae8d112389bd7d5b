// Actions without a result yet. Each is sent again under the same id until its result comes.
// Laws kept here: the same action never goes out under two ids. A `join` over a new connection is a new action (it says
// that the player is back), and the caller of the old one gets its result: a `ticket` ties them together. An
// undelivered action with `retry` has no result yet and is sent again.
// It must not know: sockets, clocks.
import { retryDelay, type Timing } from "./timing.ts";
import type { Result } from "./types.ts";

const UNDELIVERED: ReadonlySet<string> = new Set(["game_unavailable", "routing_failed"]);

export type Payload = Readonly<Record<string, unknown>>;

export interface PendingAction {
	readonly ticket: string;
	readonly messageType: string;
	readonly raw: string;
	/** When to send it next. */
	at: number;
	tries: number;
}

export class Outbox {
	private readonly pending = new Map<string, PendingAction>();
	private readonly gameId: string;
	private readonly newId: () => string;
	private readonly timing: Timing;

	constructor(gameId: string, newId: () => string, timing: Timing) {
		this.gameId = gameId;
		this.newId = newId;
		this.timing = timing;
	}

	/** An envelope, with its id. */
	envelope(messageType: string, payload: Payload): [string, string] {
		const actionId = this.newId();
		const envelope = { message_type: messageType, game_id: this.gameId, action_id: actionId, payload };
		return [actionId, JSON.stringify(envelope)];
	}

	/** Queue an action; returns its ticket. */
	add(messageType: string, payload: Payload, now: number, ticket?: string): string {
		const [actionId, raw] = this.envelope(messageType, payload);
		this.pending.set(actionId, { ticket: ticket ?? actionId, messageType, raw, at: now, tries: 0 });
		return ticket ?? actionId;
	}

	/** Nobody waits for this result any more. */
	forget(ticket: string): void {
		for (const [actionId, each] of [...this.pending]) {
			if (each.ticket === ticket) this.pending.delete(actionId);
		}
	}

	/** Remove and return everything pending. */
	clear(): PendingAction[] {
		const all = [...this.pending.values()];
		this.pending.clear();
		return all;
	}

	get pendingJoin(): PendingAction | undefined {
		return [...this.pending.values()].find((each) => each.messageType === "join");
	}

	/** Whether anything but a `join` is pending. */
	get isBusy(): boolean {
		return [...this.pending.values()].some((each) => each.messageType !== "join");
	}

	/** Send everything at once: the connection is new. */
	resendAll(now: number): void {
		for (const each of this.pending.values()) {
			each.at = now;
			each.tries = 0;
		}
	}

	/** What to send now. A `join` comes first: the server accepts nothing before it. */
	due(now: number): string[] {
		const due = [...this.pending.values()].filter((each) => each.at <= now);
		due.sort((one, other) => Number(one.messageType !== "join") - Number(other.messageType !== "join"));
		for (const each of due) {
			each.tries += 1;
			each.at = now + retryDelay(this.timing, each.tries);
		}
		return due.map((each) => each.raw);
	}

	next(): number | null {
		const all = [...this.pending.values()].map((each) => each.at);
		return all.length === 0 ? null : Math.min(...all);
	}

	/** The pending action that this result belongs to, if there is one. */
	answered(actionId: string, result: Result): PendingAction | undefined {
		const found = this.pending.get(actionId);
		if (found === undefined || isUndelivered(result)) return undefined;
		this.pending.delete(actionId);
		return found;
	}
}

export function isUndelivered(result: Result): boolean {
	return result.status !== "ok" && result.recovery === "retry" && UNDELIVERED.has(result.code);
}
