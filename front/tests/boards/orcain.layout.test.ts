// The layout: no card of the hand twice, whatever is done; and the server's layout is taken as it is.

import fc from "fast-check";
import { expect, test } from "vitest";
import { walked } from "../../src/boards/orcain/keyboard.ts";
import {
	confirmOf,
	firstFree,
	type Laid,
	laidFrom,
	lastLaid,
	layoutOf,
	NOTHING_LAID,
	put,
	slotOf,
	taken,
} from "../../src/boards/orcain/layout.ts";
import { changeText, playedRounds, slotsShown, stepsShown } from "../../src/boards/orcain/rounds.ts";
import type { Slot } from "../../src/boards/orcain/types.ts";
import { confirmsOf, HAND, hands, layoutsOf, viewFor } from "./orcain.model.ts";

const places = fc.integer({ min: 0, max: 3 });
const slots = fc.constantFrom<Slot>(0, 1, 2);
const edits = fc.array(fc.tuple(fc.constantFrom("put", "take"), places, slots), { maxLength: 30 });

test("a card is in one slot at most, and every layout can be confirmed", () => {
	fc.assert(
		fc.property(hands, edits, (hand, done) => {
			const laid = done.reduce<Laid>(
				(before, [edit, place, slot]) => (edit === "put" ? put(before, place, slot) : taken(before, slot)),
				NOTHING_LAID,
			);
			const used = laid.filter((each) => each !== null);
			expect(new Set(used).size).toBe(used.length);
			expect(confirmOf(confirmsOf(hand), layoutOf(laid, hand))?.layout).toEqual(layoutOf(laid, hand));
		}),
	);
});

test("every layout of the server is shown as it says", () => {
	fc.assert(
		fc.property(hands, fc.nat(), (hand, some) => {
			const all = layoutsOf(hand);
			const layout = all[some % all.length] ?? [null, null, null];
			expect(layoutOf(laidFrom(layout, hand), hand)).toEqual(layout);
		}),
	);
});

test("a card put into a taken slot swaps places, or sends the other back to the hand", () => {
	expect(put([0, 1, null], 1, 0)).toEqual([1, 0, null]);
	expect(put([0, 1, null], 0, 2)).toEqual([null, 1, 0]);
	expect(put([0, 1, null], 3, 0)).toEqual([3, 1, null]);
	expect(put([0, 1, null], 0, 0)).toEqual([0, 1, null]);
	expect([firstFree([0, null, 1]), lastLaid([0, null, 1]), slotOf([0, null, 1], 1)]).toEqual([1, 2, 2]);
	expect([firstFree([0, 1, 2]), lastLaid(NOTHING_LAID), slotOf(NOTHING_LAID, 1)]).toEqual([null, null, null]);
});

test("a layout that is not listed cannot be confirmed", () => {
	const legal = confirmsOf(HAND).filter(({ layout }) => (layout as unknown[])[0] !== "heal");
	expect(confirmOf(legal, ["heal", null, null])).toBeNull();
	expect(confirmOf([{ type: "layout_draft", layout: ["heal", null, null] }], ["heal", null, null])).toBeNull();
	expect(confirmOf(legal, ["attack", null, null])).toEqual({
		type: "layout_confirm",
		layout: ["attack", null, null],
	});
});

test("arrows move along the slots, along the hand, and between them", () => {
	expect(walked({ row: "slots", at: 0 }, "ArrowLeft")).toEqual({ row: "slots", at: 0 });
	expect(walked({ row: "slots", at: 2 }, "ArrowRight")).toEqual({ row: "slots", at: 2 });
	expect(walked({ row: "slots", at: 1 }, "ArrowDown")).toEqual({ row: "hand", at: 1 });
	expect(walked({ row: "hand", at: 3 }, "ArrowUp")).toEqual({ row: "slots", at: 2 });
	expect(walked({ row: "hand", at: 2 }, "ArrowRight")).toEqual({ row: "hand", at: 3 });
	expect(walked({ row: "hand", at: 0 }, "x")).toBeNull();
});

const ROUND = [
	{ cards: ["attack", "heal"], hp: [10, 8] },
	{ cards: ["heal", "attack"], hp: [8, 8] },
	{ cards: [null, "heal"], hp: [8, 9] },
] as const;

test("a step's effect is the difference of hit points, from round to round", () => {
	const view = viewFor({
		roundIndex: 2,
		history: [{ steps: [...ROUND], afk: [false, false] }],
		steps: [{ cards: ["counter", "attack"], hp: [8, 7] }],
		hp: [8, 7],
	});
	expect(playedRounds(view, 10)[0]?.steps.map(({ change }) => change)).toEqual([
		[0, -2],
		[-2, 0],
		[0, 1],
	]);
	expect(stepsShown(view, 10, null).map(({ change }) => change)).toEqual([[0, -2]]);
	expect(stepsShown(view, 10, 1)).toHaveLength(3);
	expect([changeText(-2), changeText(1), changeText(0)]).toEqual(["−2", "+1", "±0"]);
});

test("the last round stays on the table when the match is over", () => {
	const over = { history: [{ steps: [...ROUND], afk: [false, false] as const }], phase: "END" as const };
	expect(stepsShown(viewFor(over), 10, null)).toHaveLength(3);
	expect(stepsShown(viewFor({ ...over, roundIndex: 2 }), 10, null)).toHaveLength(0);
});

test("of the opponent only being ready shows before the reveal", () => {
	const kinds = (more: Parameters<typeof viewFor>[0]) => {
		const view = viewFor(more);
		return slotsShown(view, 1, stepsShown(view, 10, null), null).map(({ kind }) => kind);
	};
	expect(kinds({})).toEqual(["empty", "empty", "empty"]);
	expect(kinds({ confirmed: [false, true] })).toEqual(["hidden", "hidden", "hidden"]);
	expect(kinds({ phase: "REVEAL", steps: [ROUND[0]] })).toEqual(["shown", "hidden", "hidden"]);
	expect(kinds({ phase: "END", steps: [ROUND[0]] })).toEqual(["shown", "empty", "empty"]);
});
