// A model of a table as the protocol has it, and a connection that loses, duplicates and reorders: enough to test a
// follower against. It must not know: how a follower works.
import type { Snapshot, TableEvent } from "../../src/net/types.ts";

interface Action {
	readonly message_type: string;
	readonly action_id: string;
	readonly payload: Record<string, unknown>;
}

export const GAME_ID = "MODEL1";

/** Counts; seat 0 may `add` one whenever it likes. Everything else is as protocol.md says. */
export class ModelTable {
	readonly events: TableEvent[] = [];
	/** How often each action was done, by its id. */
	readonly done = new Map<string, number>();
	/** A table of 0.1.0 refuses `told_since`. */
	knowsToldSince = true;
	private readonly results = new Map<string, unknown>();
	private ts = 0;

	get seq(): number {
		return this.events.length;
	}

	/** Something happens that nobody here has asked for. */
	happen(type = "ticked"): string {
		this.ts += 1;
		const event = { seq: this.seq + 1, type, payload: { player_id: 1 }, ts: this.ts, to_act: [0] };
		this.events.push(event);
		return this.written(event);
	}

	/** What goes out for what comes in, in order. */
	receive(raw: string): string[] {
		const action = JSON.parse(raw) as Action;
		if (!this.knowsToldSince && "told_since" in action.payload) return [this.refused(action)];
		if (action.message_type === "sync") return [this.ok(action), ...this.standing(action)];
		const known = this.results.get(action.action_id);
		if (known !== undefined) return [known as string];
		this.done.set(action.action_id, (this.done.get(action.action_id) ?? 0) + 1);
		const told = action.message_type === "add" ? [this.happen("added")] : [];
		const result = this.ok(action);
		this.results.set(action.action_id, result);
		return [...told, result, ...(action.message_type === "join" ? this.standing(action) : [])];
	}

	snapshot(): Snapshot {
		return {
			game: "model",
			game_version: "1",
			config: {},
			commitment: "",
			client_seeds: null,
			reveal: null,
			seats: [{ player_id: 0, seat: "one", name: "Ada", bot: null, joined: true, present: true }],
			you: 0,
			seq: this.seq,
			to_act: [0],
			decision: this.seq,
			legal: [{ type: "add" }],
			timers: [],
			view: { count: this.seq },
			outcome: null,
			closed: false,
		};
	}

	private standing(action: Action): string[] {
		const since = action.payload.last_seq;
		if (typeof since === "number") return this.events.slice(since).map((each) => this.written(each));
		return [frame("sync", this.snapshot(), { seq: this.seq, ts: this.ts, action_id: action.action_id })];
	}

	private written(event: TableEvent): string {
		return frame(event.type, event.payload, { seq: event.seq, ts: event.ts, to_act: event.to_act });
	}

	private refused({ message_type, action_id }: Action): string {
		const reason = `${message_type} knows no told_since`;
		const refusal = { status: "error", code: "invalid_action", reason, recovery: "noop" };
		return frame("action.result", refusal, { action_id, ts: this.ts });
	}

	private ok(action: Action): string {
		const effects = { seq: this.seq, decision: this.seq };
		return frame("action.result", { status: "ok", effects }, { action_id: action.action_id, ts: this.ts });
	}
}

export function frame(message_type: string, payload: unknown, more: object = {}): string {
	return JSON.stringify({ message_type, game_id: GAME_ID, payload, origin: "game", version: "1.0.0", ...more });
}
