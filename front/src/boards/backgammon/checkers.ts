// The checkers of a position one by one, identified from one position to the next so that a drawing can animate them.
// It must not know rules, nor where on the screen a spot is.
// Laws kept here: there are as many checkers as the position has; a checker keeps its id as long as it keeps its
// colour.

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

/** All stacks but empty ones. */
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

/** The checkers of a position. Those that need not move keep their ids, from the lowest up. */
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

/** The position after a step; a blot that is hit goes to the bar. It does not check whether the step is legal. */
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

/** A side's pip count. */
export function pipsOf({ board, bar: onBar }: Position, side: Side): number {
	const sum = board.reduce((pips, count, index) => {
		const own = side === 0 ? Math.max(count, 0) : Math.max(-count, 0);
		return pips + own * (side === 0 ? index + 1 : 24 - index);
	}, 0);
	return sum + 25 * onBar[side];
}
