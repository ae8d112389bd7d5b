// The last play, shown faintly until the next one: this turn's moves so far, or else the last turn's. It must not know
// the document: both are in the view.

import type { UiText } from "../common/ui_text.ts";
import { playName, rollName } from "./notation.ts";
import type { Trail } from "./picture.tsx";
import { spotFrom, spotTo } from "./spots.ts";
import { type LastTurn, type Side, type Step, sideOf, uiText, type View } from "./types.ts";

/** This turn's moves if there are any, else the last turn's. */
export function trailOf({ moves, active, last }: View): Trail | null {
	if (moves.length > 0 && active !== null) return traced(moves, sideOf(active));
	return last === null || last.moves.length === 0 ? null : traced(last.moves, sideOf(last.seat));
}

export function traced(steps: readonly Step[], side: Side): Trail {
	return { side, from: steps.map((step) => spotFrom(step, side)), to: steps.map((step) => spotTo(step, side)) };
}

/** The last turn in words. */
export function lastText({ seat, dice, moves }: LastTurn, name: (seat: number) => string): UiText {
	const params = { name: name(seat), roll: rollName(dice), play: playName(moves, sideOf(seat), true) };
	return uiText(moves.length === 0 ? "last.pass" : "last", params);
}
