// The last play, as far as the board has heard of it: what is shown faintly until the next one.
// It must not know the document. A turn that is being played now shows in the view; one that has ended, in its event.

import type { TableEvent } from "../../net/types.ts";
import { stepsOf } from "./lines.ts";
import type { Trail } from "./picture.tsx";
import { playName, rollName } from "./plays.ts";
import { spotFrom, spotTo } from "./spots.ts";
import { type Said, type Side, type Step, said, sideOf, type View } from "./types.ts";

export interface LastTurn {
	readonly side: Side;
	readonly dice: readonly number[];
	readonly steps: readonly Step[];
}

/** The last whole turn after these events; a new game begins without one. */
export function lastTurn(before: LastTurn | null, events: readonly TableEvent[]): LastTurn | null {
	return events.reduce((last, { type, payload }): LastTurn | null => {
		if (type === "game.started" || type === "opening.rolled") return null;
		if (type !== "turn.ended" && type !== "turn.passed") return last;
		const dice = Array.isArray(payload.dice) ? (payload.dice as number[]) : [];
		return { side: sideOf(Number(payload.seat)), dice, steps: stepsOf(payload.moves) };
	}, before);
}

/** What is shown: this turn's moves if there are any, else the last turn's. */
export function trailOf(view: View, last: LastTurn | null): Trail | null {
	if (view.moves.length > 0 && view.active !== null) return traced(view.moves, sideOf(view.active));
	return last === null || last.steps.length === 0 ? null : traced(last.steps, last.side);
}

export function traced(steps: readonly Step[], side: Side): Trail {
	return { side, from: steps.map((step) => spotFrom(step, side)), to: steps.map((step) => spotTo(step, side)) };
}

/** The last turn in words. */
export function lastText(last: LastTurn | null, name: (seat: number) => string): Said | null {
	if (last === null) return null;
	const params = { name: name(last.side), roll: rollName(last.dice), play: playName(last.steps, last.side, true) };
	return said(last.steps.length === 0 ? "last.pass" : "last", params);
}
