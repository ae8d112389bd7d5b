// Shows cards that are played faster than eyes can follow one after the other, and lets a full trick stay for a while.
// Only the middle of the table and its heading wait: hands, seats and forms always show the latest view. It must not
// know the document. It never falls far behind: what is too old is skipped.

import type { TableEvent } from "../../net/types.ts";
import { isSameTrick, type ShownTrick, shownTrickOf, trickAfter } from "./shown_trick.ts";
import type { View } from "./types.ts";

export const CARD_MS = 420;
export const TRICK_MS = 1500;
const MAX_STEPS = 7;

export class TrickAnimation {
	private steps: readonly ShownTrick[] = [];
	private timer: ReturnType<typeof setTimeout> | undefined;
	private readonly onStep: () => void;

	/** `onStep` is called when the next step is to be shown. */
	constructor(onStep: () => void) {
		this.onStep = onStep;
	}

	/** New events, and the view after them. */
	add(events: readonly TableEvent[], view: View | null): void {
		const fresh = events.flatMap((event) => trickAfter(event) ?? []);
		if (view === null || isNewHand(view)) this.cut();
		else this.run(withoutEnd([...this.steps, ...fresh], view).slice(-MAX_STEPS));
	}

	/** The trick to show now. */
	now(view: View): ShownTrick {
		return this.steps[0] ?? shownTrickOf(view);
	}

	/** Whether something is still to be shown before the latest. */
	get isBehind(): boolean {
		return this.steps.length > 0;
	}

	cut(): void {
		clearTimeout(this.timer);
		this.timer = undefined;
		this.steps = [];
	}

	private run(steps: readonly ShownTrick[]): void {
		const isSame = this.steps[0] === steps[0];
		this.steps = steps;
		const first = steps[0];
		if (isSame && this.timer !== undefined) return;
		clearTimeout(this.timer);
		this.timer = first && setTimeout(() => this.next(), first.taken ? TRICK_MS : CARD_MS);
	}

	private next(): void {
		this.timer = undefined;
		this.run(this.steps.slice(1));
		this.onStep();
	}
}

function isNewHand(view: View): boolean {
	return view.phase === "ready" || view.phase === "bid";
}

/** The last step equals the view; but at the end of a hand the result takes its place. */
function withoutEnd(steps: readonly ShownTrick[], view: View): readonly ShownTrick[] {
	const last = steps.at(-1);
	if (last === undefined || view.phase === "end") return steps;
	return isSameTrick(last, shownTrickOf(view)) ? steps.slice(0, -1) : steps;
}
