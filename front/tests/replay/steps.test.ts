// Steps in words: the game's own lines, or else the input; grouped by chapter.
import { describe, expect, it } from "vitest";
import type { BoardModule } from "../../src/boards/board.ts";
import { boardFor } from "../../src/boards/registry.ts";
import type { Reader, ReplayData } from "../../src/replay/playback.ts";
import { chapters, snapshotOf, stepLine } from "../../src/replay/steps.ts";
import type { ReplayPageStep } from "../../src/web.ts";
import { viewFor as briscola } from "../boards/briscola.model.ts";
import { MATCH, replayOf, stepAt } from "./replay_model.ts";

const SILENT = { mount: () => ({ show() {}, destroy() {} }), words: false, catalogue: async () => ({}) } as BoardModule;

function data(steps: readonly ReplayPageStep[], reader: Reader = "all"): ReplayData {
	const { steps: _, ...about } = replayOf([], steps.length);
	return { reader, about, steps: new Map(steps.map((step) => [step.n, step])) };
}

describe("a step", () => {
	it.each([
		[stepAt(0), "The game begins."],
		[stepAt(1), "Random: m1"],
		[stepAt(1, { notation: null }), "Random moves."],
		[stepAt(2, { given: "resigned", notation: null }), "Bo resigns."],
		[stepAt(2, { given: "left", notation: null }), "Bo is away."],
		[stepAt(2, { given: "returned", notation: null }), "Bo is back."],
		[stepAt(2, { given: "elapsed", seat: null, notation: null }), "Time runs out."],
	])("of which nobody tells says what was put in: %#", (step, text) => {
		expect(stepLine(MATCH, data([step]), SILENT, step)).toEqual({ n: step.n, text });
	});

	it("is told by its events, or else by its notation", () => {
		const step = stepAt(1, { events: [{ seq: 1, type: "stone.placed", payload: { seat: 0 } }] });
		expect(stepLine(MATCH, data([step]), SILENT, step)).toEqual({ n: 1, text: "Bo: Stone placed" });
	});

	it("shows a board nothing to do, and the winner only at the end", () => {
		const steps = [stepAt(0), stepAt(1)];
		const [first, last] = steps.map((step) => snapshotOf(MATCH, data(steps, 1), step));
		expect([first?.legal, first?.timers, first?.you]).toEqual([[], [], 1]);
		expect([first?.outcome, last?.outcome?.reason]).toEqual([null, "resigned"]);
		expect(snapshotOf(MATCH, data(steps, "all"), stepAt(0)).you).toBeNull();
	});
});

describe("chapters", () => {
	it("belong to the view before a step, and are listed once", () => {
		const board = { ...SILENT, chapter: (view: unknown) => `part ${Math.floor((view as { step: number }).step / 2)}` };
		const found = chapters(MATCH, data([stepAt(3), stepAt(0), stepAt(1), stepAt(2)]), board);
		expect(found.map(({ title, steps }) => [title, ...steps.map(({ n }) => n)])).toEqual([
			[null, 0],
			["part 0", 1, 2],
			["part 1", 3],
		]);
	});

	it("are missing if the game has none", () => {
		expect(chapters(MATCH, data([stepAt(0), stepAt(1)]), SILENT).map(({ title }) => title)).toEqual([null]);
	});

	it("of briscola are the auction and its tricks", async () => {
		const { chapter } = await boardFor("briscola");
		const context = { say: (key: string, params?: object) => `${key} ${JSON.stringify(params)}` } as never;
		const of = (more: Parameters<typeof briscola>[0]) => chapter?.(briscola(more), context);
		expect(of({ phase: "bid" })).toBe('briscola.chapter.auction {"hand":1}');
		expect(of({ phase: "call-partner-rank" })).toBe(of({ phase: "bid" }));
		expect(of({ phase: "play-first-trick" })).toBe(of({ phase: "call-partner-suit" }));
		expect(of({ phase: "play-tricks" })).toBe('briscola.phase.trick {"trick":1,"tricks":8}');
	});
});
