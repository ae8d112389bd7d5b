// What a view shows on the board: dice used or not, and the cube where it is. It must not know rules.

import type { CubeShown, DieShown } from "./picture.tsx";
import { type Side, sideOf, stakeOf, type View } from "./types.ts";

export const START = {
	board: [-2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2],
	bar: [0, 0],
	home: [0, 0],
} as const;

/** The dice in the order they were rolled, each marked as used as often as it was. */
export function diceShown(dice: readonly number[], used: readonly number[]): readonly DieShown[] {
	const rest = [...used];
	return dice.map((value) => {
		const at = rest.indexOf(value);
		if (at >= 0) rest.splice(at, 1);
		return { value, used: at >= 0 };
	});
}

export function cubeShown(view: View): CubeShown | null {
	if (!view.hasCube) return null;
	const offered = view.phase === "answer";
	const owner = typeof view.cube.owner === "number" ? sideOf(view.cube.owner) : null;
	const value = stakeOf(view);
	return { value: offered ? value * 2 : value, owner, offered };
}

/** The side at the bottom: the reader's own, or white for spectators. */
export function bottomFor(view: View | null, flipped: boolean): Side {
	const own = view?.you === 1 ? 1 : 0;
	return flipped ? (own === 0 ? 1 : 0) : own;
}
