// The phase indicator over every course an opening can take: properties of the Swap 2 specification.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cellName, openingStones, stonesShown } from "../../src/boards/gomoku/cells.ts";
import {
	assignment,
	choices,
	headline,
	instruction,
	isFresh,
	nextMark,
	roleOf,
	stageOf,
	stoneCount,
	track,
} from "../../src/boards/gomoku/status.ts";
import { course, type Opening, openings, plain } from "./gomoku.model.ts";
import { say, seatName } from "./test_page.ts";

const RUNS = { numRuns: 200 };
const SHORT = ["swap2_placement", "swap2_placement", "swap2_placement", "swap2_choice", "main_game"];
const LONG = [...SHORT.slice(0, 4), "swap2_extra", "swap2_extra", "swap2_final_choice", "main_game"];

function always(check: (opening: Opening) => void): void {
	fc.assert(fc.property(openings, check), RUNS);
}

function spoken(said: { key: string; params: Record<string, string | number> }): string {
	return say(said.key, said.params);
}

describe("Swap 2", () => {
	// **Feature: swap2-opening-rule, Property 2: State Machine Transition Correctness**
	// **Validates: Requirements 1.2, 1.3, 1.5, 1.6**
	test("the phases are placement, choice, perhaps extra and final choice, game", () => {
		always((opening) => {
			const views = course(opening).map(({ view }) => view);
			expect(views.map(stageOf)).toEqual(opening.choice === "place_more" ? LONG : SHORT);
			for (const view of views) {
				const steps = track(view);
				expect(steps.filter(({ state }) => state === "now").map(({ stage }) => stage)).toEqual([stageOf(view)]);
				const now = steps.findIndex(({ state }) => state === "now");
				expect(steps.slice(now + 1).every(({ state }) => state === "next")).toBe(true);
				expect(steps.slice(0, now).some(({ state }) => state === "next")).toBe(false);
			}
			const skipped = track(views.at(-1) as never).filter(({ state }) => state === "skipped").length;
			expect(skipped).toBe(opening.choice === "place_more" ? 0 : 2);
		});
	});

	// **Feature: swap2-opening-rule, Property 3: Stone Count Invariant**
	// **Validates: Requirements 2.1, 2.2, 2.3**
	test("the phase's tentative stones are shown, numbered and in their colours", () => {
		const bounds: Record<string, [number, number]> = {
			swap2_placement: [0, 3],
			swap2_choice: [3, 3],
			swap2_extra: [3, 5],
			swap2_final_choice: [5, 5],
			main_game: [0, 0],
		};
		always((opening) => {
			for (const { view } of course(opening)) {
				const shown = stonesShown(view).filter(({ order }) => order !== null);
				const [least, most] = bounds[stageOf(view)] as [number, number];
				expect(shown.length).toBeGreaterThanOrEqual(least);
				expect(shown.length).toBeLessThanOrEqual(most);
				const marks = shown.toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0)).map(({ mark }) => mark);
				expect(marks).toEqual(["X", "O", "X", "X", "O"].slice(0, shown.length));
				expect(openingStones(view).filter(({ at }) => at !== null).length).toBe(
					view.swap2State?.tentativeStones.length,
				);
			}
		});
	});

	test("the stone asked for is counted: 1/3, 2/3, 3/3, then 4/5, 5/5", () => {
		always((opening) => {
			const asked = course(opening).filter(({ view }) => view.stonesRequired > 0);
			const counts = asked.map(({ view }) => `${stoneCount(view).stone}/${stoneCount(view).of}`);
			expect(counts).toEqual(["1/3", "2/3", "3/3", "4/5", "5/5"].slice(0, counts.length));
			for (const [index, { view }] of asked.entries()) {
				expect(spoken(headline(view, seatName))).toContain(counts[index]);
				expect(nextMark(view)).toBe(["X", "O", "X", "X", "O"][index]);
			}
		});
	});

	// **Feature: swap2-opening-rule, Property 6: Available Options Correctness**
	// **Validates: Requirements 3.1, 3.5**
	test("the chooser alone has three options in the choice, two in the final one", () => {
		always((opening) => {
			for (const { view, legal } of course(opening)) {
				const offered = choices(legal).map(({ choice }) => choice);
				const full: Record<string, string[]> = {
					swap2_choice: ["black", "white", "place_more"],
					swap2_final_choice: ["black", "white"],
				};
				expect(offered).toEqual(roleOf(view) === "actor" ? (full[stageOf(view)] ?? []) : []);
			}
		});
	});

	// **Feature: swap2-opening-rule, Property 7: Next Mover Determination**
	// **Validates: Requirements 3.6**
	test("when the colours are assigned, black is shown as the first to move", () => {
		always((opening) => {
			const views = course(opening).map(({ view }) => view);
			for (const view of views.slice(0, -1)) expect(assignment(view)).toBeNull();
			const view = views.at(-1) as (typeof views)[number];
			expect(assignment(view)).toEqual({ black: view.black, white: 1 - (view.black ?? 0), first: view.black });
			expect(isFresh(view)).toBe(true);
			expect(spoken(headline(view, seatName))).toBe("Black to move");
			if (view.you !== view.black) expect(spoken(instruction(view, seatName))).toContain(seatName(view.black ?? 0));
			const later = { ...view, moves: [...view.moves, { x: 14, y: 14, player: "X" as const }] };
			expect(isFresh(later)).toBe(false);
		});
	});

	// **Feature: swap2-opening-rule, Property 9: Disabled Swap 2 Behavior**
	// **Validates: Requirements 4.3**
	test("without Swap 2 there is no phase, tentative stone or choice: black moves", () => {
		always((opening) => {
			const { view, legal } = plain(opening);
			expect(stageOf(view)).toBe("main_game");
			expect(track(view)).toEqual([]);
			expect(openingStones(view)).toEqual([]);
			expect(choices(legal)).toEqual([]);
			expect(assignment(view)).toBeNull();
			expect(nextMark(view)).toBe("X");
			expect(spoken(headline(view, seatName))).toBe("Black to move");
		});
	});

	// **Feature: swap2-opening-rule, Property 13: Active Player Correctness**
	// **Validates: Requirements 1.1, 1.2, 1.4, 1.5**
	test("player 1 acts in placement and final choice, player 2 in choice and extra", () => {
		always((opening) => {
			for (const { view } of course(opening).slice(0, -1)) {
				const first = ["swap2_placement", "swap2_final_choice"].includes(stageOf(view));
				const active = first ? opening.opener : 1 - opening.opener;
				expect(view.toAct).toBe(active);
				expect(roleOf(view)).toBe(opening.you === null ? "watcher" : opening.you === active ? "actor" : "rival");
				const text = spoken(instruction(view, seatName));
				if (opening.you !== active) expect(text).toContain(seatName(active));
			}
		});
	});
});

test("cells are named as the server names them", () => {
	expect([cellName(0, 14, 15), cellName(7, 7, 15), cellName(14, 0, 15)]).toEqual(["a1", "h8", "o15"]);
	expect(cellName(18, 0, 19)).toBe("s19");
});

test("the result is told with its reason", () => {
	const opening = { size: 15, opener: 0, you: null, cells: [0, 1, 2, 3, 4], choice: "black", last: "black" } as const;
	const { view } = plain(opening);
	const over = (winner: number | null, reason: never) => ({ ...view, toAct: null, result: { winner, reason } });
	for (const reason of ["five", "resigned", "timeout", "abandoned"]) {
		expect(spoken(headline(over(1, reason as never), seatName))).toBe("Bo wins");
		expect(spoken(instruction(over(1, reason as never), seatName))).not.toBe("");
	}
	for (const reason of ["board_full", "no_legal_move"]) {
		expect(spoken(headline(over(null, reason as never), seatName))).toBe("Draw");
		expect(spoken(instruction(over(null, reason as never), seatName))).not.toBe("");
	}
});
