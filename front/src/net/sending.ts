// Actions that have no result yet. Each is sent again, under the same id, until one comes.
// Laws kept here: the same action never goes out under two ids. A `join` over a new connection is another action: it
// says that the player is back; whoever waits for the old one gets its result (a `ticket` holds them together). `retry`
// for an action that did not arrive is no result: it is sent again. It must not know: sockets, clocks.
import { type Pace, wait } from "./pace.ts";
import type { Result } from "./types.ts";

const UNDELIVERED: ReadonlySet<string> = new Set(["game_unavailable", "routing_failed"]);

export type Payload = Readonly<Record<string, unknown>>;

export interface Unanswered {
	readonly ticket: string;
	readonly messageType: string;
	readonly raw: string;
	/** When to send it next. */
	at: number;
	tries: number;
}

export class Sending {
	private readonly unanswered = new Map<string, Unanswered>();
	private readonly gameId: string;
	private readonly newId: () => string;
	private readonly pace: Pace;

	constructor(gameId: string, newId: () => string, pace: Pace) {
		this.gameId = gameId;
		this.newId = newId;
		this.pace = pace;
	}

	/** An envelope and its id. */
	write(messageType: string, payload: Payload): [string, string] {
		const actionId = this.newId();
		const envelope = { message_type: messageType, game_id: this.gameId, action_id: actionId, payload };
		return [actionId, JSON.stringify(envelope)];
	}

	/** An action to be sent; its ticket. */
	add(messageType: string, payload: Payload, now: number, ticket?: string): string {
		const [actionId, raw] = this.write(messageType, payload);
		this.unanswered.set(actionId, { ticket: ticket ?? actionId, messageType, raw, at: now, tries: 0 });
		return ticket ?? actionId;
	}

	/** Nobody waits for this any more. */
	forget(ticket: string): void {
		for (const [actionId, each] of [...this.unanswered]) {
			if (each.ticket === ticket) this.unanswered.delete(actionId);
		}
	}

	/** Everything that waits, which nobody will answer any more. */
	clear(): Unanswered[] {
		const all = [...this.unanswered.values()];
		this.unanswered.clear();
		return all;
	}

	get joining(): Unanswered | undefined {
		return [...this.unanswered.values()].find((each) => each.messageType === "join");
	}

	/** Whether anything but a `join` waits for its result. */
	get isBusy(): boolean {
		return [...this.unanswered.values()].some((each) => each.messageType !== "join");
	}

	/** Send everything at once: the line is new. */
	allAt(now: number): void {
		for (const each of this.unanswered.values()) {
			each.at = now;
			each.tries = 0;
		}
	}

	/** What must be sent now; a `join` first, because without it nothing else counts. */
	due(now: number): string[] {
		const due = [...this.unanswered.values()].filter((each) => each.at <= now);
		due.sort((one, other) => Number(one.messageType !== "join") - Number(other.messageType !== "join"));
		for (const each of due) {
			each.tries += 1;
			each.at = now + wait(this.pace, each.tries);
		}
		return due.map((each) => each.raw);
	}

	next(): number | null {
		const all = [...this.unanswered.values()].map((each) => each.at);
		return all.length === 0 ? null : Math.min(...all);
	}

	/** The action that this settles, if it settles one. */
	answered(actionId: string, result: Result): Unanswered | undefined {
		const found = this.unanswered.get(actionId);
		if (found === undefined || isUndelivered(result)) return undefined;
		this.unanswered.delete(actionId);
		return found;
	}
}

export function isUndelivered(result: Result): boolean {
	return result.status !== "ok" && result.recovery === "retry" && UNDELIVERED.has(result.code);
}
