// The labels of cells for screen readers: a key and its params. It must not know rules: `reach` says what can be done
// there.

import type { Say } from "../board.ts";
import { stackAt } from "./checkers.ts";
import type { Reach } from "./selection.ts";
import { indexOf, numberFor, ownerOf, type Spot } from "./spots.ts";
import { colourOf, type Position, type Side, uiText } from "./types.ts";

/** `point 13, 5 white checkers`, and what can be done with it. */
export function cellName(spot: Spot, position: Position, bottom: Side, reach: Reach, say: Say): string {
	const cell = contentsOf(spot, position, bottom, say);
	const landing = reach.landings.get(spot);
	if (landing) return say("backgammon.cell.landing", { cell, die: landing.die });
	if (reach.held === spot) return say("backgammon.cell.held", { cell });
	return reach.sources.has(spot) ? say("backgammon.cell.source", { cell }) : cell;
}

/** The spot alone: `point 13`, `White's bar`. */
export function spotName(spot: Spot, bottom: Side, say: Say): string {
	const index = indexOf(spot);
	if (index !== null) return say("backgammon.point", { point: numberFor(index, bottom) });
	return say(`backgammon.${spot.startsWith("b") ? "bar" : "off"}.${colourOf(ownerOf(spot))}`);
}

function contentsOf(spot: Spot, position: Position, bottom: Side, say: Say): string {
	const name = spotName(spot, bottom, say);
	const stack = stackAt(position, spot);
	if (stack === null) return say("backgammon.cell.empty", { name });
	const { key, params } = uiText(`cell.${colourOf(stack.side)}${stack.count === 1 ? ".one" : ""}`, {
		name,
		count: stack.count,
	});
	return say(key, params);
}
