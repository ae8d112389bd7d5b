// Actions that have no result yet. Each is sent again, under the same id, until one comes.
// Laws kept here: the same action never goes out under two ids. A `join` over a new connection is another action: it
// says that the player is back; whoever waits for the old one gets its result (a `ticket` holds them together). `retry`
// for an action that did not arrive is no result: it is sent again. It must not know: sockets, clocks.
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

	/** An envelope and its id. */
	envelope(messageType: string, payload: Payload): [string, string] {
		const actionId = this.newId();
		const envelope = { message_type: messageType, game_id: this.gameId, action_id: actionId, payload };
		return [actionId, JSON.stringify(envelope)];
	}

	/** An action to be sent; its ticket. */
	add(messageType: string, payload: Payload, now: number, ticket?: string): string {
		const [actionId, raw] = this.envelope(messageType, payload);
		this.pending.set(actionId, { ticket: ticket ?? actionId, messageType, raw, at: now, tries: 0 });
		return ticket ?? actionId;
	}

	/** Nobody waits for this any more. */
	forget(ticket: string): void {
		for (const [actionId, each] of [...this.pending]) {
			if (each.ticket === ticket) this.pending.delete(actionId);
		}
	}

	/** Everything that waits, which nobody will answer any more. */
	clear(): PendingAction[] {
		const all = [...this.pending.values()];
		this.pending.clear();
		return all;
	}

	get pendingJoin(): PendingAction | undefined {
		return [...this.pending.values()].find((each) => each.messageType === "join");
	}

	/** Whether anything but a `join` waits for its result. */
	get isBusy(): boolean {
		return [...this.pending.values()].some((each) => each.messageType !== "join");
	}

	/** Send everything at once: the line is new. */
	resendAll(now: number): void {
		for (const each of this.pending.values()) {
			each.at = now;
			each.tries = 0;
		}
	}

	/** What must be sent now; a `join` first, because without it nothing else counts. */
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

	/** The action that this settles, if it settles one. */
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
