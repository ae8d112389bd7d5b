// Random backgammon as the server would send it: positions with all their checkers, views, legal actions. No rules:
// what is legal here need not be, and a board must believe it all the same.

import fc from "fast-check";
import type { Position, Side, View } from "../../src/boards/backgammon/types.ts";
import type { Action } from "../../src/net/types.ts";

/** Fifteen checkers a side, on points nobody else holds, on the bar or off. */
export const positions: fc.Arbitrary<Position> = fc
	.tuple(fc.array(fc.nat(25), { minLength: 15, maxLength: 15 }), fc.array(fc.nat(25), { minLength: 15, maxLength: 15 }))
	.map(([white, black]) => {
		const board: number[] = Array(24).fill(0);
		const [bar, home]: [number, number][] = [
			[0, 0],
			[0, 0],
		] as [number, number][] as never;
		const put = (spots: readonly number[], side: Side, sign: number) => {
			for (const spot of spots) {
				const there = board[spot] ?? 0;
				if (spot === 24) (bar as [number, number])[side] += 1;
				else if (spot === 25 || there * sign < 0) (home as [number, number])[side] += 1;
				else board[spot] = there + sign;
			}
		};
		put(white, 0, 1);
		put(black, 1, -1);
		return { board, bar: bar as [number, number], home: home as [number, number] };
	});

export const sides = fc.constantFrom<Side>(0, 1);

const moves = fc
	.record({
		from: fc.integer({ min: -1, max: 23 }),
		to: fc.integer({ min: 0, max: 24 }),
		die: fc.integer({ min: 1, max: 6 }),
	})
	.filter(({ from, to }) => from !== to)
	.map((step): Action => ({ type: "move", ...step }));

/** Any moves at all, each listed once. */
export const legals = fc.uniqueArray(moves, {
	minLength: 1,
	maxLength: 12,
	selector: ({ from, to, die }) => `${from} ${to} ${die}`,
});

export const words = fc.subarray(["undo", "done", "roll", "double", "take", "drop"].map((type): Action => ({ type })));

export function viewFor(position: Position, side: Side, more: Partial<View> = {}): View {
	return {
		you: side,
		phase: "moving",
		...position,
		pips: [167, 167],
		turn: 1,
		active: side,
		toAct: side,
		dice: [6, 2],
		diceUsed: [],
		diceLeft: [6, 2],
		moves: [],
		last: null,
		confirm: true,
		hasCube: false,
		mayDouble: false,
		cube: {},
		points: 0,
		game: 1,
		score: [0, 0],
		crawfordGame: false,
		jacoby: false,
		games: [],
		away: [],
		result: null,
		...more,
	};
}
