// The server's clock, learnt from its responses by visitors whose own is wrong.
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { get } from "../../src/net/api.ts";
import { ServerClock, serverClock } from "../../src/net/server_clock.ts";

const HOUR = 3_600_000;
const LATENCY = 800;
const ahead = fc.integer({ min: -48 * HOUR, max: 48 * HOUR });
const told = fc.record({
	kind: fc.constantFrom("frame" as const, "answer" as const),
	after: fc.nat(60_000),
	/** On the way there, and back. */
	up: fc.nat(LATENCY),
	down: fc.nat(LATENCY),
	/** How long it was kept before it was sent again. */
	kept: fc.constantFrom(0, 0, 0, 5 * 60_000),
});

/** A visitor, and a server whose clock is ahead of theirs by this much. */
class World {
	here = 1_800_000_000_000;
	ahead = 0;
	readonly clock = new ServerClock(() => this.here);

	deliver({
		kind,
		after,
		up,
		down,
		kept,
	}: {
		kind: "frame" | "answer";
		after: number;
		up: number;
		down: number;
		kept: number;
	}) {
		this.here += after;
		const asked = this.here;
		const sent = this.here + up + this.ahead;
		this.here += up + down;
		if (kind === "frame") this.clock.received(sent - kept);
		else this.clock.answered(Math.floor(sent / 1000) * 1000, asked);
	}

	get error(): number {
		return this.clock.now() - (this.here + this.ahead);
	}
}

describe("the server's clock", () => {
	// **Feature: server-clock, Property 1: after one answer it is known to the second, and what comes later spoils nothing**
	it("is known to within a second and the round trip", () => {
		fc.assert(
			fc.property(ahead, fc.array(told), (by, all) => {
				const world = new World();
				world.ahead = by;
				world.deliver({ kind: "answer", after: 0, up: 0, down: 0, kept: 0 });
				for (const each of all) {
					world.deliver(each);
					expect(Math.abs(world.error)).toBeLessThanOrEqual(1000 + 2 * LATENCY);
				}
			}),
			{ numRuns: 300 },
		);
	});

	// **Feature: server-clock, Property 2: a frame that has just been sent makes it exact, but for the way here**
	it("is exact after a frame", () => {
		fc.assert(
			fc.property(ahead, fc.array(told), fc.nat(200), (by, all, down) => {
				const world = new World();
				world.ahead = by;
				for (const each of all) world.deliver(each);
				world.deliver({ kind: "frame", after: 1, up: 0, down, kept: 0 });
				expect(world.error).toBeLessThanOrEqual(0);
				expect(world.error).toBeGreaterThanOrEqual(-down);
			}),
			{ numRuns: 300 },
		);
	});

	// **Feature: server-clock, Property 3: somebody sets a clock, and the next answer tells**
	it("is learnt again when a clock has been set", () => {
		fc.assert(
			fc.property(ahead, ahead, fc.array(told), (before, after, all) => {
				fc.pre(Math.abs(before - after) > 10_000);
				const world = new World();
				world.ahead = before;
				for (const each of all) world.deliver(each);
				world.ahead = after;
				world.deliver({ kind: "answer", after: 0, up: 100, down: 100, kept: 0 });
				expect(Math.abs(world.error)).toBeLessThanOrEqual(1200);
			}),
			{ numRuns: 300 },
		);
	});

	it("is the visitor's own until the server has answered", () => {
		const clock = new ServerClock(() => 5000);
		clock.answered(Number.NaN, 0);
		clock.received(0);
		expect(clock.now()).toBe(5000);
	});

	it("is learnt from every HTTP response", async () => {
		const then = Date.now() + 7 * HOUR;
		vi.stubGlobal("fetch", async () => new Response("{}", { headers: { Date: new Date(then).toUTCString() } }));
		await get("me");
		expect(serverClock.now() - then).toBe(500); // the middle of the second that it names
		vi.unstubAllGlobals();
	});
});
