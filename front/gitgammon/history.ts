// A game position by position, from `history.json`. It must not know rules: checkers go where it says.

import { stepped } from "../src/boards/backgammon/checkers.ts";
import type { Position, Side, Step } from "../src/boards/backgammon/types.ts";
import { type History, positionOf, sideOfColour } from "./state.ts";

/** After a turn; the first is the start, before anybody has played. */
export interface Frame {
	readonly position: Position;
	readonly side: Side | null;
	readonly dice: readonly number[];
	readonly steps: readonly (Step & { readonly hit?: boolean })[];
}

export function framesOf(history: History): readonly Frame[] {
	const frames: Frame[] = [{ position: positionOf(history), side: null, dice: [], steps: [] }];
	for (const { player, dice, moves } of history.turns) {
		const side = sideOfColour(player);
		let position = (frames.at(-1) as Frame).position;
		const steps = moves.map((step) => {
			const hit = step.to < 24 && position.board[step.to] === (side === 0 ? -1 : 1);
			position = stepped(position, step, side);
			return { ...step, hit };
		});
		frames.push({ position, side, dice, steps });
	}
	return frames;
}
