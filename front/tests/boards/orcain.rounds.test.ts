// The rounds that a view of Orcain has, and what each of their steps changed.
import { expect, it } from "vitest";
import { playedRounds } from "../../src/boards/orcain/rounds.ts";
import type { View } from "../../src/games/orcain.ts";

const history = [
	{ steps: [{ cards: [null, null], hp: [7, 5] }], afk: [false, false] },
	{ steps: [{ cards: [null, null], hp: [7, 4] }], afk: [false, false] },
];

function numbersAndChanges(more: Partial<View>): readonly unknown[] {
	return playedRounds({ history, ...more } as View, 10).map(({ number, steps }) => [number, steps[0]?.change]);
}

it("counts the rounds of a short match from the first", () => {
	expect(numbersAndChanges({})).toEqual([
		[1, [-3, -5]],
		[2, [0, -1]],
	]);
});

it("goes on from the rounds that a long match's view has no longer", () => {
	expect(numbersAndChanges({ historyFrom: 31, historyHp: [9, 5] })).toEqual([
		[31, [-2, 0]],
		[32, [0, -1]],
	]);
});
