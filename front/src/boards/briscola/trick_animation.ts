// Cards that fall faster than eyes can follow are shown one after the other, and a full trick stays for a while.
// Only the middle of the table and the heading over it wait: hands, seats and questions are always of the newest view.
// It must not know the document. It is never far behind: what is too old is left out.

import type { TableEvent } from "../../net/types.ts";
import { isSameTrick, type ShownTrick, shownTrickOf, trickAfter } from "./shown_trick.ts";
import type { View } from "./types.ts";

export const CARD_MS = 420;
export const TRICK_MS = 1500;
const MAX_STEPS = 7;

export class TrickAnimation {
	private steps: readonly ShownTrick[] = [];
	private timer: ReturnType<typeof setTimeout> | undefined;
	private readonly turned: () => void;

	/** `turned` is called when the next scene is to be shown. */
	constructor(turned: () => void) {
		this.turned = turned;
	}

	/** What has happened, and what has come of it. */
	add(events: readonly TableEvent[], view: View | null): void {
		const fresh = events.flatMap((event) => trickAfter(event) ?? []);
		if (view === null || isNewHand(view)) this.cut();
		else this.run(withoutEnd([...this.steps, ...fresh], view).slice(-MAX_STEPS));
	}

	/** What lies there now. */
	now(view: View): ShownTrick {
		return this.steps[0] ?? shownTrickOf(view);
	}

	/** Whether something is still to be seen before the newest. */
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
		this.turned();
	}
}

function isNewHand(view: View): boolean {
	return view.phase === "ready" || view.phase === "bid";
}

/** The last scene is what the view shows anyway; but at the end the result will lie there instead. */
function withoutEnd(steps: readonly ShownTrick[], view: View): readonly ShownTrick[] {
	const last = steps.at(-1);
	if (last === undefined || view.phase === "end") return steps;
	return isSameTrick(last, shownTrickOf(view)) ? steps.slice(0, -1) : steps;
}
