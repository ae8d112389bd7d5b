// The follower against a table over a bad connection. No game is known here, as in the follower.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Follower } from "../../src/net/follower.ts";
import { TIMING } from "../../src/net/timing.ts";
import { frame, GAME_ID, ModelTable } from "./table_model.ts";

type Step =
	| { readonly do: "act" }
	| { readonly do: "happen" }
	| { readonly do: "cut" }
	| { readonly do: "tick" }
	| { readonly do: "redeploy" } // an older or a newer service serves the table from now on
	| { readonly do: "up" | "down"; readonly at: number; readonly how: "deliver" | "lose" | "double" };

const step: fc.Arbitrary<Step> = fc.oneof(
	fc.constantFrom<Step>({ do: "act" }, { do: "happen" }, { do: "tick" }),
	fc.constantFrom<Step>({ do: "cut" }, { do: "redeploy" }),
	fc.record({
		do: fc.constantFrom("up" as const, "down" as const),
		at: fc.nat(5),
		how: fc.constantFrom("deliver" as const, "deliver" as const, "lose" as const, "double" as const),
	}),
);
const steps = fc.array(step, { maxLength: 80 });

/** A follower, a table, and what is under way between them. */
class World {
	readonly table = new ModelTable();
	readonly follower: Follower;
	readonly told: number[] = [];
	readonly answered: string[] = [];
	readonly sent: string[] = [];
	up: string[] = [];
	down: string[] = [];
	now = 0;
	private last = 0;

	constructor(since: number | undefined) {
		this.follower = new Follower(GAME_ID, { newId: () => `id${++this.last}`, since, words: true });
		this.follower.connected(0);
		this.follower.join(0, "Ada", "seed");
		this.collect();
	}

	handle(step: Step): void {
		if (step.do === "act") this.sent.push(this.follower.act({ type: "add" }, this.now));
		else if (step.do === "happen") this.down.push(this.table.happen());
		else if (step.do === "cut") this.disconnect();
		else if (step.do === "tick") this.tick();
		else if (step.do === "redeploy") this.table.knowsToldSince = !this.table.knowsToldSince;
		else this.carry(step.do, step.at, step.how);
		this.collect();
	}

	/** From now on everything arrives, in order, and time goes by: long enough for it to ask whether all is well. */
	calm(): void {
		for (let round = 0; round < 40 || (round < 45 && !this.follower.isFresh); round += 1) {
			this.tick();
			this.collect();
			while (this.up.length + this.down.length > 0) {
				this.carry("up", 0, "deliver");
				this.carry("down", 0, "deliver");
				this.collect();
			}
		}
	}

	private tick(): void {
		this.now = Math.max(this.now + 1, this.follower.next() ?? this.now + 1);
		this.follower.tick(this.now);
		if (this.follower.isDead(this.now)) this.disconnect();
	}

	/** From now on nothing arrives; how long it takes to notice. */
	silence(): number {
		const from = this.now;
		while (!this.follower.isDead(this.now) && this.now < from + 100_000) {
			this.now = Math.max(this.now + 1, this.follower.next() ?? this.now + 1);
			this.follower.tick(this.now);
		}
		return this.now - from;
	}

	private disconnect(): void {
		this.up = [];
		this.down = [];
		this.follower.disconnected();
		this.now += 500;
		this.follower.connected(this.now);
	}

	private carry(way: "up" | "down", at: number, how: "deliver" | "lose" | "double"): void {
		const connection = this[way];
		if (connection.length === 0) return;
		const [text] = connection.splice(at % connection.length, 1);
		if (text === undefined || how === "lose") return;
		for (let time = how === "double" ? 2 : 1; time > 0; time -= 1) {
			if (way === "up") this.down.push(...this.table.receive(text));
			else this.follower.receive(text, this.now);
		}
	}

	private collect(): void {
		this.up.push(...this.follower.toSend);
		this.follower.toSend = [];
		for (const updates of this.follower.updates) {
			if (updates.kind === "event") this.told.push(updates.event.seq);
			else this.answered.push(updates.ticket);
		}
		this.follower.updates = [];
	}
}

function newIds(): () => string {
	let last = 0;
	return () => `id${++last}`;
}

/** What the follower asks over a good connection. */
function exchange(follower: Follower, table: ModelTable, from: number, until: number) {
	const asked: { message_type: string; payload: Record<string, unknown> }[] = [];
	for (let now = from; now <= until; now += 1) {
		follower.tick(now);
		for (const raw of follower.toSend.splice(0)) {
			asked.push(JSON.parse(raw));
			for (const reply of table.receive(raw)) follower.receive(reply, now);
		}
	}
	return asked;
}

function played(since: number | undefined, taken: readonly Step[]): World {
	const world = new World(since);
	for (const each of taken) world.handle(each);
	world.calm();
	return world;
}

const since = fc.constantFrom(undefined, 0);

describe("a follower over a bad connection", () => {
	// **Feature: browser-follower, Property 1: whatever is lost, doubled or reordered, it ends with the newest snapshot**
	it("reaches the latest snapshot", () => {
		fc.assert(
			fc.property(since, steps, (from, taken) => {
				const { follower, table } = played(from, taken);
				expect(follower.isFresh).toBe(true);
				expect(follower.snapshot?.seq).toBe(table.seq);
				expect(follower.snapshot?.view).toEqual({ count: table.seq });
				expect(follower.isBusy).toBe(false);
			}),
			{ numRuns: 300 },
		);
	});

	// **Feature: browser-follower, Property 2: events come out in order, each at most once**
	it("delivers events in order, once", () => {
		fc.assert(
			fc.property(since, steps, (from, taken) => {
				const { told } = played(from, taken);
				expect(told).toEqual([...new Set(told)].sort((one, other) => one - other));
			}),
			{ numRuns: 300 },
		);
	});

	// **Feature: browser-follower, Property 3: each action is answered exactly once, and done exactly once**
	it("resolves each action once", () => {
		fc.assert(
			fc.property(since, steps, (from, taken) => {
				const { sent, answered, table } = played(from, taken);
				for (const ticket of sent) expect(answered.filter((each) => each === ticket)).toHaveLength(1);
				for (const times of table.done.values()) expect(times).toBe(1);
			}),
			{ numRuns: 300 },
		);
	});

	// **Feature: browser-follower, Property 4: what cannot be read, or is another table's, changes nothing**
	it("ignores what is not for it", () => {
		fc.assert(
			fc.property(fc.oneof(fc.string(), fc.json()), (noise) => {
				const world = played(undefined, []);
				const before = world.follower.snapshot;
				world.follower.receive(noise, world.now);
				world.follower.receive(JSON.stringify({ message_type: "sync", game_id: "OTHER1", payload: {} }), world.now);
				expect(world.follower.snapshot).toBe(before);
				expect(world.follower.ended).toBeNull();
			}),
			{ numRuns: 100 },
		);
	});
});

describe("a follower's connection", () => {
	// **Feature: browser-follower, Property 5: a line over which nothing comes is held for dead in time**
	it("is dead when it stays silent", () => {
		fc.assert(
			fc.property(since, steps, (from, taken) => {
				const world = played(from, taken);
				expect(world.silence()).toBeLessThanOrEqual(TIMING.idle + TIMING.debounce + TIMING.deadAfter);
			}),
			{ numRuns: 100 },
		);
	});

	// **Feature: browser-follower, Property 6: a line that answers is never held for dead**
	it("is alive as long as it answers", () => {
		fc.assert(
			fc.property(fc.nat(100), fc.nat(5), (checks, happenings) => {
				const world = played(undefined, new Array(happenings).fill({ do: "happen" }));
				for (let check = 0; check < checks; check += 1) {
					world.follower.check(world.now);
					world.calm();
					expect(world.follower.isDead(world.now)).toBe(false);
				}
			}),
			{ numRuns: 5 },
		);
	});
});

describe("a follower", () => {
	const payloads = (follower: Follower) => follower.toSend.map((each) => JSON.parse(each));

	it("asks for words only if it wants them", () => {
		for (const words of [true, false]) {
			const follower = new Follower(GAME_ID, { newId: () => "x", words });
			follower.connected(0);
			follower.refresh(0);
			expect(payloads(follower).at(-1).payload).toEqual(words ? { words: true, told_since: 0 } : {});
		}
	});

	it("asks for the words of what has happened since the last snapshot", () => {
		const follower = new Follower(GAME_ID, { newId: () => "x", words: true });
		follower.connected(0);
		follower.refresh(0);
		const snapshot = { seq: 7, seats: [], to_act: [], legal: [], timers: [], you: null };
		follower.receive(JSON.stringify({ message_type: "sync", game_id: GAME_ID, ts: 1, seq: 7, payload: snapshot }), 1);
		follower.check(2);
		follower.tick(100);
		expect(payloads(follower).at(-1).payload).toMatchObject({ words: true, told_since: 7 });
	});

	it("follows a table that knows no told_since, and asks it for plain words", () => {
		for (const seated of [true, false]) {
			const [table, follower] = [new ModelTable(), new Follower(GAME_ID, { newId: newIds(), words: true })];
			table.knowsToldSince = false;
			follower.connected(0);
			const ticket = seated ? follower.join(0, "Ada", "seed") : null;
			if (!seated) follower.refresh(0);
			const asked = exchange(follower, table, 0, 100);
			expect(asked.map((each) => each.payload.told_since)).toEqual([0, undefined]);
			expect(asked[1]).toMatchObject({ message_type: seated ? "join" : "sync", payload: { words: true } });
			expect([follower.ended, follower.isFresh]).toEqual([null, true]);
			const answers = follower.updates.filter((each) => each.kind === "answer");
			expect(answers).toMatchObject(seated ? [{ ticket, result: { status: "ok" } }] : []);
		}
	});

	it("ends if it is refused without told_since too", () => {
		const follower = new Follower(GAME_ID, { newId: newIds(), words: true });
		follower.connected(0);
		follower.join(0, "", "seed");
		const refusal = { status: "error", code: "invalid_action", reason: "no name", recovery: "noop" };
		for (const sent of [1, 2]) {
			expect(follower.toSend).toHaveLength(sent);
			const { action_id } = payloads(follower).at(-1);
			follower.receive(frame("action.result", refusal, { action_id }), sent);
		}
		expect([follower.toSend.length, follower.ended?.reason]).toEqual([2, "no name"]);
		expect(follower.updates).toMatchObject([{ kind: "answer", result: { code: "invalid_action" } }]);
	});

	it("asks for told_since again over a new connection", () => {
		const [table, follower] = [new ModelTable(), new Follower(GAME_ID, { newId: newIds(), words: true })];
		table.knowsToldSince = false;
		follower.connected(0);
		follower.refresh(0);
		exchange(follower, table, 0, 100);
		follower.disconnected();
		follower.connected(200);
		expect(exchange(follower, table, 200, 300)[0]?.payload).toHaveProperty("told_since");
	});

	it("fetches past events first for a spectator who wants them", () => {
		const follower = new Follower(GAME_ID, { newId: () => "x", since: 0 });
		follower.connected(0);
		follower.refresh(0);
		follower.tick(100);
		expect(payloads(follower)).toMatchObject([{ message_type: "sync", payload: { last_seq: 0 } }]);
	});

	it("answers the decision it has seen", () => {
		const world = played(undefined, [{ do: "happen" }]);
		world.follower.act({ type: "add", by: 2 }, world.now);
		expect(payloads(world.follower)[0].payload).toEqual({ by: 2, decision: 1 });
		expect(world.follower.isBusy).toBe(true);
	});

	it("names no decision if none is open to its seat", () => {
		const world = played(undefined, []);
		world.follower.receive(
			frame("sync", { ...world.table.snapshot(), to_act: [], seq: 7 }, { seq: 7, ts: 99 }),
			world.now,
		);
		world.follower.act({ type: "add", by: 2 }, world.now);
		expect(payloads(world.follower).find((each) => each.message_type === "add")?.payload).toEqual({ by: 2 });
	});

	it("joins again when it is marked as away", () => {
		const world = played(undefined, []);
		const away = { ...world.table.snapshot(), seq: 7, seats: [{ ...world.table.snapshot().seats[0], present: false }] };
		world.follower.receive(frame("sync", away, { seq: 7, ts: 99 }), world.now);
		expect(payloads(world.follower).some((each) => each.message_type === "join")).toBe(true);
	});

	it("syncs over a new connection even if nothing was missed: timers may have changed", () => {
		const world = played(undefined, []);
		world.follower.disconnected();
		world.follower.toSend = [];
		world.follower.connected(world.now);
		const [join] = payloads(world.follower);
		expect(join.message_type).toBe("join");
		world.follower.toSend = [];
		const { seq } = world.table.snapshot();
		const done = { status: "ok", effects: { seq, decision: 1 } };
		world.follower.receive(frame("action.result", done, { action_id: join.action_id }), world.now);
		expect(payloads(world.follower)).toMatchObject([{ message_type: "sync" }]);
	});

	it("ends when the player joins elsewhere, and pending actions are lost", () => {
		const world = played(undefined, []);
		const ticket = world.follower.act({ type: "add" }, world.now);
		world.follower.receive(frame("error", { code: "duplicate_connection_handled", reason: "anew" }), world.now);
		expect(world.follower.ended?.code).toBe("duplicate_connection_handled");
		expect(world.follower.updates).toMatchObject([{ kind: "answer", ticket, result: { status: "lost" } }]);
	});

	it("syncs after a desync", () => {
		const world = played(undefined, []);
		world.follower.act({ type: "add" }, world.now);
		const id = payloads(world.follower)[0].action_id;
		world.follower.toSend = [];
		const refusal = { status: "error", code: "desync", reason: "late", recovery: "sync" };
		world.follower.receive(frame("action.result", refusal, { action_id: id }), world.now);
		expect(payloads(world.follower)).toMatchObject([{ message_type: "sync" }]);
	});

	it("syncs when events may be lost, though none were: timers may have changed", () => {
		const world = played(undefined, []);
		world.follower.toSend = [];
		world.follower.receive(frame("error", { code: "desync", reason: "" }), world.now);
		world.follower.tick(world.now + TIMING.debounce);
		const [events] = payloads(world.follower);
		expect(events.payload).toHaveProperty("last_seq");
		world.follower.toSend = [];
		const done = { status: "ok", effects: { seq: world.table.snapshot().seq, decision: 1 } };
		world.follower.receive(frame("action.result", done, { action_id: events.action_id }), world.now + TIMING.debounce);
		expect(payloads(world.follower)).toMatchObject([{ message_type: "sync", payload: {} }]);
		expect(payloads(world.follower)[0].payload).not.toHaveProperty("last_seq");
	});
});
