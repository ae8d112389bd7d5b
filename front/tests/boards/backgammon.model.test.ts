// The parts of backgammon's board without a page: spots, stacks, selection, plays. Properties over random positions.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkersOf, pipsOf, stacksOf, stepped } from "../../src/boards/backgammon/checkers.ts";
import { diceShown, START } from "../../src/boards/backgammon/display.ts";
import { cellBox, cellNear, layoutOf } from "../../src/boards/backgammon/geometry.ts";
import { cycled, moved } from "../../src/boards/backgammon/keyboard.ts";
import { playName } from "../../src/boards/backgammon/notation.ts";
import { clickEffect, EMPTY, reachOf, withDie } from "../../src/boards/backgammon/selection.ts";
import { CELLS, cellOf, isSame, spotAt, spotFrom, spotTo } from "../../src/boards/backgammon/spots.ts";
import { isMove, type Move, other } from "../../src/boards/backgammon/types.ts";
import { legals, positions, sides } from "./backgammon.model.ts";

const RUNS = { numRuns: 200 };

describe("spots and cells", () => {
	test.each([0, 1] as const)("with side %i at the bottom every cell is one spot, and back", (bottom) => {
		const spots = CELLS.flat().map((cell) => spotAt(cell, bottom));
		expect(new Set(spots).size).toBe(28);
		for (const cell of CELLS.flat()) expect(cellOf(spotAt(cell, bottom), bottom)).toEqual(cell);
	});

	test("turning the board round swaps the rows, and twice restores them", () => {
		for (const cell of CELLS.flat()) {
			const flipped = cellOf(spotAt(cell, 0), 1);
			expect(flipped).toEqual({ row: 1 - cell.row, col: cell.col });
			expect(cellOf(spotAt(flipped, 0), 1)).toEqual(cell);
		}
	});

	test("the player's home is at the bottom right, with the one-point outermost", () => {
		expect([0, 1, 5].map((index) => cellOf(`p${index}`, 0))).toEqual([12, 11, 7].map((col) => ({ row: 1, col })));
		expect([23, 22, 18].map((index) => cellOf(`p${index}`, 1))).toEqual([12, 11, 7].map((col) => ({ row: 1, col })));
		expect([cellOf("o0", 0), cellOf("o1", 1)]).toEqual([
			{ row: 1, col: 13 },
			{ row: 1, col: 13 },
		]);
	});

	test.each([true, false])("turned %s, the middle of a cell lies in it and in no other", (isTurned) => {
		const layout = layoutOf(isTurned);
		for (const cell of CELLS.flat()) {
			const { x, y, w, h } = cellBox(layout, cell);
			expect(cellNear(layout, { x: x + w / 2, y: y + h / 2 })).toEqual(cell);
		}
		expect(cellNear(layout, { x: -5, y: -5 })).toBeNull();
	});
});

describe("checkers", () => {
	test("as many are drawn as the position has, whatever came before", () => {
		fc.assert(
			fc.property(positions, positions, (one, two) => {
				const before = checkersOf(one);
				const now = checkersOf(two, before);
				for (const [position, drawn] of [
					[one, before],
					[two, now],
				] as const) {
					expect(drawn.length).toBe(30);
					for (const { spot, side, count } of stacksOf(position)) {
						const there = drawn.filter((each) => each.spot === spot);
						expect(there.every((each) => each.side === side)).toBe(true);
						expect(there.map(({ height }) => height).toSorted((a, b) => a - b)).toEqual([...Array(count).keys()]);
					}
				}
				const colours = new Map(before.map(({ id, side }) => [id, side]));
				expect(new Set(now.map(({ id }) => id)).size).toBe(30);
				for (const { id, side } of now) expect(colours.get(id)).toBe(side);
			}),
			RUNS,
		);
	});

	test("one step moves one checker, and a blot it hits", () => {
		const hit = stepped(
			{ ...START, board: START.board.map((count, at) => (at === 7 ? -1 : count)) },
			{ from: 12, to: 7 },
			0,
		);
		expect([hit.board[12], hit.board[7], hit.bar]).toEqual([4, 1, [0, 1]]);
		expect([pipsOf(START, 0), pipsOf(START, 1)]).toEqual([167, 167]);
		fc.assert(
			fc.property(positions, legals, sides, (position, legal, side) => {
				const own = (legal.filter(isMove) as Move[]).find(({ from, to }) => {
					const sign = side === 0 ? 1 : -1;
					const has = from < 0 ? position.bar[side] > 0 : (position.board[from] ?? 0) * sign > 0;
					return has && (to > 23 || (position.board[to] ?? 0) * sign >= -1);
				});
				if (own === undefined) return;
				const drawn = stacksOf(stepped(position, own, side));
				for (const of of [side, other(side)]) {
					expect(drawn.filter((each) => each.side === of).reduce((sum, { count }) => sum + count, 0)).toBe(15);
				}
			}),
			RUNS,
		);
	});
});

describe("the selection", () => {
	test("whatever is clicked, only a legal action is ever sent", () => {
		const clicks = fc.array(fc.oneof(fc.integer({ min: 0, max: 27 }), fc.integer({ min: -6, max: -1 })), {
			maxLength: 30,
		});
		fc.assert(
			fc.property(legals, sides, clicks, (legal, side, pressed) => {
				let hand = EMPTY;
				for (const press of pressed) {
					const reach = reachOf(legal, side, hand);
					if (press < 0) {
						hand = withDie(reach, hand, -press);
						continue;
					}
					const result = clickEffect(reach, hand, spotAt(CELLS.flat()[press] as never, side));
					if ("send" in result) expect(legal).toContain(result.send);
					hand = "hand" in result ? result.hand : EMPTY;
				}
			}),
			RUNS,
		);
	});

	test("every legal move can be reached: its die, its checker, its landing", () => {
		fc.assert(
			fc.property(legals, sides, (legal, side) => {
				for (const move of legal as Move[]) {
					let hand = EMPTY;
					if (reachOf(legal, side, hand).dice.includes(move.die))
						hand = withDie(reachOf(legal, side, hand), hand, move.die);
					const start = reachOf(legal, side, hand);
					expect(start.sources.has(spotFrom(move, side))).toBe(true);
					if (start.held !== spotFrom(move, side)) {
						const picked = clickEffect(start, hand, spotFrom(move, side));
						if ("send" in picked) throw new Error("a click to take a checker up has sent something");
						hand = picked.hand;
					}
					const sent = clickEffect(reachOf(legal, side, hand), hand, spotTo(move, side));
					expect(sent).toEqual({ send: move });
				}
			}),
			RUNS,
		);
	});

	test("without moves nothing is highlighted", () => {
		expect(reachOf([{ type: "roll" }], 0, { picked: "p5", die: 3 })).toMatchObject({ held: null, dice: [], die: null });
	});
});

test("keys move over all cells, and cycle through landings", () => {
	expect(moved({ row: 0, col: 0 }, "ArrowLeft", false)).toEqual({ row: 0, col: 0 });
	expect(moved({ row: 0, col: 3 }, "ArrowDown", false)).toEqual({ row: 1, col: 3 });
	expect(moved({ row: 0, col: 3 }, "ArrowDown", true)).toEqual({ row: 0, col: 4 });
	expect(moved({ row: 1, col: 3 }, "End", false)).toEqual({ row: 1, col: 13 });
	expect(moved({ row: 1, col: 3 }, "x", false)).toBeNull();
	const lands = [CELLS[0]?.[2], CELLS[1]?.[9]] as [never, never];
	expect(isSame(cycled(lands, lands[1], "ArrowRight") as never, lands[0])).toBe(true);
	expect(isSame(cycled(lands, lands[0], "ArrowUp") as never, lands[1])).toBe(true);
	expect(cycled([], lands[0], "ArrowUp")).toBeNull();
});

test("plays are written as players write them", () => {
	const step = (from: number, to: number, hit = false) => ({ from, to, hit });
	expect(playName([step(12, 6), step(7, 6)], 0)).toBe("13/7, 8/7");
	expect(playName([step(12, 6, true), step(6, 4)], 0, true)).toBe("13/7*/5");
	expect(playName([step(12, 6), step(6, 4)], 0)).toBe("13/5");
	expect(playName([step(-1, 4), step(23, 24)], 1)).toBe("bar/20, 1/off");
	expect(playName([step(7, 5), step(7, 5)], 0)).toBe("8/6(2)");
});

test("played dice are marked as used, doubles one by one", () => {
	expect(diceShown([6, 2], [2]).map(({ used }) => used)).toEqual([false, true]);
	expect(diceShown([3, 3, 3, 3], [3, 3]).filter(({ used }) => used).length).toBe(2);
});
