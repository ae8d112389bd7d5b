// Timers: what is left, and how it is shown.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Snapshot, Timer } from "../src/net/types.ts";
import { left, msLeft, seatClock } from "../src/table/timers.ts";
import { clockText, elapsedText } from "../src/words/times.ts";

const timer: fc.Arbitrary<Timer> = fc.record({
	name: fc.constantFrom("turn-1", "absent-0"),
	seats: fc.uniqueArray(fc.nat(3), { maxLength: 4 }),
	ms: fc.integer({ min: -1000, max: 10_000_000 }),
	paused: fc.boolean(),
});
const time = fc.integer({ min: 0, max: 2_000_000_000_000 });

describe("a timer", () => {
	// **Feature: browser-clock, Property 1: no clock ever shows less than nothing, nor more than it had**
	it("is never negative", () => {
		fc.assert(
			fc.property(fc.array(timer), time, time, fc.nat(3), (timers, at, now, seat) => {
				const snapshot = { timers } as unknown as Snapshot;
				const clock = seatClock(snapshot, at, now, seat);
				const all = [clock?.ms ?? 0, ...timers.map((each) => left(each, at, now))];
				for (const ms of all) expect(ms).toBeGreaterThanOrEqual(0);
				for (const each of timers) expect(left(each, at, now)).toBeLessThanOrEqual(Math.max(0, each.ms));
				expect(msLeft(snapshot, at, now, "none")).toBeNull();
			}),
			{ numRuns: 300 },
		);
	});

	// **Feature: browser-clock, Property 2: a clock's text is minutes and seconds, and never negative**
	it("is shown as minutes and seconds", () => {
		fc.assert(
			fc.property(fc.integer({ min: -10_000, max: 1_000_000_000 }), (ms) => {
				expect(clockText(ms)).toMatch(/^(\d+:)?\d{1,2}:\d\d$/);
			}),
			{ numRuns: 200 },
		);
		expect(clockText(75_000)).toBe("1:15");
		expect(clockText(3_600_000)).toBe("1:00:00");
		expect(clockText(1)).toBe("0:01");
		expect(elapsedText(1000, 63_500)).toBe("1:02");
		expect(elapsedText(5000, 0)).toBe("0:00");
	});
});
