// What looks like a move: one of your checkers, a die, and a point that is open. It serves the move editor only: that as
// many dice as possible must be played, and which, the processor decides, like everything else.

import type { Move, Position, Side } from "../src/boards/backgammon/types.ts";

const BAR = -1;
const OFF = 24;

export function plausibleMoves(position: Position, side: Side, dice: readonly number[]): Move[] {
	const own = (index: number) => (position.board[index] ?? 0) * (side === 0 ? 1 : -1);
	const points = position.board.map((_, index) => index).filter((index) => own(index) > 0);
	const from = position.bar[side] > 0 ? [BAR] : points;
	const atHome = position.bar[side] === 0 && points.every((index) => (side === 0 ? index < 6 : index > 17));
	return from.flatMap((start) =>
		[...new Set(dice)].flatMap((die): Move[] => {
			const to = landing(start, die, side);
			const open = to === OFF ? atHome : own(to) > -2;
			return open ? [{ type: "move", from: start, to, die }] : [];
		}),
	);
}

/** Where a die leads, as the eye counts. */
export function landing(from: number, die: number, side: Side): number {
	if (from === BAR) return side === 0 ? OFF - die : die - 1;
	const to = side === 0 ? from - die : from + die;
	return to < 0 || to > 23 ? OFF : to;
}
