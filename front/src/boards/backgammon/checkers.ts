// The checkers of a position, one by one, and which of them is which from one position to the next, so that a drawing
// can move them. It must not know rules, nor where on the screen a spot is.
// Laws kept here: as many checkers as the position has; a checker keeps its name as long as it keeps its colour.

import { bar, off, point, type Spot } from "./spots.ts";
import { other, type Position, type Side } from "./types.ts";

export interface Stack {
	readonly spot: Spot;
	readonly side: Side;
	readonly count: number;
}

export interface Checker {
	readonly id: string;
	readonly side: Side;
	readonly spot: Spot;
	/** From the edge, or from the middle of the bar. */
	readonly height: number;
}

const SIDES: readonly Side[] = [0, 1];

/** All stacks that are not empty. */
export function stacksOf({ board, bar: onBar, home }: Position): Stack[] {
	const points = board.map((count, index) => ({
		spot: point(index),
		side: (count < 0 ? 1 : 0) as Side,
		count: Math.abs(count),
	}));
	const apart = SIDES.flatMap((side) => [
		{ spot: bar(side), side, count: onBar[side] },
		{ spot: off(side), side, count: home[side] },
	]);
	return [...points, ...apart].filter(({ count }) => count > 0);
}

export function stackAt(position: Position, spot: Spot): Stack | null {
	return stacksOf(position).find((stack) => stack.spot === spot) ?? null;
}

/** The checkers of a position; those that were there before and need not move stay the same, from the lowest up. */
export function checkersOf(position: Position, before: readonly Checker[] = []): Checker[] {
	const stacks = stacksOf(position);
	const stays = (checker: Checker) =>
		stacks.some(({ spot, side, count }) => spot === checker.spot && side === checker.side && checker.height < count);
	const kept = before.filter(stays);
	const free = SIDES.map((side) => before.filter((checker) => checker.side === side && !stays(checker)));
	let next = before.length;
	const placed = stacks.flatMap(({ spot, side, count }) =>
		Array.from({ length: count }, (_, height): Checker => {
			const there = kept.find((checker) => checker.spot === spot && checker.height === height);
			const id = there?.id ?? free[side]?.shift()?.id ?? `c${next++}`;
			return { id, side, spot, height };
		}),
	);
	return placed.sort((one, another) => (one.id < another.id ? -1 : 1));
}

/** The position after a step, as checkers go: one that is met alone goes to the bar. Whether it may is not asked here. */
export function stepped(position: Position, step: { from: number; to: number }, side: Side): Position {
	const [board, onBar, home] = [[...position.board], [...position.bar], [...position.home]] as [
		number[],
		[number, number],
		[number, number],
	];
	const sign = side === 0 ? 1 : -1;
	if (step.from < 0) onBar[side] -= 1;
	else board[step.from] = (board[step.from] ?? 0) - sign;
	if (step.to > 23) home[side] += 1;
	else if (board[step.to] === -sign) {
		board[step.to] = sign;
		onBar[other(side)] += 1;
	} else board[step.to] = (board[step.to] ?? 0) + sign;
	return { board, bar: onBar, home };
}

/** How far a side's checkers have to go. */
export function pipsOf({ board, bar: onBar }: Position, side: Side): number {
	const sum = board.reduce((pips, count, index) => {
		const own = side === 0 ? Math.max(count, 0) : Math.max(-count, 0);
		return pips + own * (side === 0 ? index + 1 : 24 - index);
	}, 0);
	return sum + 25 * onBar[side];
}
