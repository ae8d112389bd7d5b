// The playback of a match: what loads when, the position, and the reader.
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Playback, type Reader } from "../../src/replay/playback.ts";
import { positionIn, replayUrl } from "../../src/replay/url.ts";
import { serveReplay } from "./replay_model.ts";

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.unstubAllGlobals();
});

/** Whatever can be answered is answered. */
async function answered(server: { readonly release: () => void }, times = 1): Promise<void> {
	for (let turn = 0; turn < times; turn += 1) {
		await vi.advanceTimersByTimeAsync(0);
		server.release();
		await vi.advanceTimersByTimeAsync(0);
	}
}

describe("the playback", () => {
	it("loads the page that is shown first, and then the rest", async () => {
		const server = serveReplay(250);
		const playback = new Playback("G1", false, { step: 130, reader: "all" });
		await answered(server);
		expect(playback.step.value?.n).toBe(130);
		expect(playback.isWhole.value).toBe(false);
		await answered(server, 2);
		expect(server.asked).toEqual(["all 100", "all 0", "all 200"]);
		expect(playback.isWhole.value).toBe(true);
		expect(playback.last.value).toBe(249);
	});

	it("loads the page next that was jumped to", async () => {
		const server = serveReplay(450);
		const playback = new Playback("G1", false, { step: 0, reader: "all" });
		await answered(server);
		playback.jump(420);
		await answered(server, 2);
		expect(server.asked.slice(0, 3)).toEqual(["all 0", "all 100", "all 400"]);
		expect(playback.step.value?.n).toBe(420);
	});

	it("goes on where a page ended early", async () => {
		const server = serveReplay(120, 40);
		const playback = new Playback("G1", false, { step: 110, reader: "all" });
		await answered(server, 4);
		expect(server.asked).toEqual(["all 100", "all 0", "all 40", "all 80"]);
		expect(playback.isWhole.value).toBe(true);
	});

	it("begins at the last step if the URL asks for a later one", async () => {
		const server = serveReplay(30);
		const playback = new Playback("G1", false, { step: 999, reader: "spectator" });
		await answered(server, 2);
		expect(playback.step.value?.n).toBe(29);
	});

	it("shows one reader's steps until the other's have loaded", async () => {
		const server = serveReplay(5);
		const playback = new Playback("G1", false, { step: 3, reader: "all" });
		await answered(server);
		playback.lookAs(1);
		await vi.advanceTimersByTimeAsync(0);
		expect([playback.data.value?.reader, playback.step.value?.view]).toEqual(["all", { step: 3, as: "all" }]);
		await answered(server);
		expect([playback.data.value?.reader, playback.step.value?.view]).toEqual([1, { step: 3, as: "1" }]);
	});

	it("drops a response that comes after the reader was changed", async () => {
		const server = serveReplay(5);
		const playback = new Playback("G1", false, { step: 0, reader: "all" });
		await vi.advanceTimersByTimeAsync(0);
		playback.lookAs(0);
		await answered(server, 2);
		expect(playback.data.value?.reader).toBe(0);
		expect(server.asked).toEqual(["all 0", "0 0"]);
	});

	// **Feature: replay, Property 1: wherever one goes, one is within the match**
	it("never leaves the match", async () => {
		const server = serveReplay(40);
		const playback = new Playback("G1", false, { step: 0, reader: "all" });
		await answered(server);
		fc.assert(
			fc.property(fc.array(fc.integer({ min: -100, max: 100 }), { maxLength: 20 }), (jumps) => {
				for (const by of jumps) {
					playback.jump(playback.at.value + by);
					expect(playback.step.value?.n).toBe(playback.at.value);
				}
			}),
			{ numRuns: 100 },
		);
	});

	it("plays to the end and stops, and starts over from there", async () => {
		const server = serveReplay(4);
		const playback = new Playback("G1", false, { step: 1, reader: "all" });
		await answered(server);
		playback.toggle();
		await vi.advanceTimersByTimeAsync(1500);
		expect(playback.at.value).toBe(2);
		await vi.advanceTimersByTimeAsync(1500);
		expect([playback.at.value, playback.isPlaying.value]).toEqual([3, false]);
		playback.toggle();
		expect([playback.at.value, playback.isPlaying.value]).toEqual([0, true]);
		playback.jump(1);
		await vi.advanceTimersByTimeAsync(5000);
		expect([playback.at.value, playback.isPlaying.value]).toEqual([1, false]);
	});

	it("stops when it is closed", async () => {
		const server = serveReplay(300);
		const playback = new Playback("G1", false, { step: 0, reader: "all" });
		await vi.advanceTimersByTimeAsync(0);
		playback.close();
		await answered(server, 3);
		expect([server.asked.length, playback.data.value]).toEqual([1, null]);
	});
});

describe("the URL", () => {
	// **Feature: replay, Property 2: an address leads to the place it was made of**
	it("leads back to its position", () => {
		const readers = fc.oneof(fc.constantFrom<Reader>("all", "spectator"), fc.nat(63));
		fc.assert(
			fc.property(fc.nat(10_000), readers, (step, reader) => {
				const address = new URL(replayUrl("G1", { step, reader }), "http://here");
				expect(positionIn(address.search)).toEqual({ step, reader });
			}),
			{ numRuns: 200 },
		);
	});

	it("leads to some position, whatever it says", () => {
		fc.assert(
			fc.property(fc.string(), fc.string(), (step, as) => {
				const place = positionIn(`?${new URLSearchParams({ step, as })}`);
				expect(Number.isSafeInteger(place.step) && place.step >= 0).toBe(true);
			}),
			{ numRuns: 200 },
		);
		expect(positionIn("?step=-3&as=me")).toEqual({ step: 0, reader: "all" });
		expect(positionIn("")).toEqual({ step: 0, reader: "all" });
	});
});
