// Cards that fall faster than eyes can follow are shown one after the other, and a full trick stays for a while.
// Only the middle of the table and the heading over it wait: hands, seats and questions are always of the newest view.
// It must not know the document. It is never far behind: what is too old is left out.

import type { TableEvent } from "../../net/types.ts";
import { isSameLying, type Lying, lyingIn, sceneOf } from "./lying.ts";
import type { View } from "./types.ts";

export const CARD_MS = 420;
export const TRICK_MS = 1500;
const SCENES_AT_MOST = 7;

export class Reel {
	private scenes: readonly Lying[] = [];
	private timer: ReturnType<typeof setTimeout> | undefined;
	private readonly turned: () => void;

	/** `turned` is called when the next scene is to be shown. */
	constructor(turned: () => void) {
		this.turned = turned;
	}

	/** What has happened, and what has come of it. */
	add(events: readonly TableEvent[], view: View | null): void {
		const fresh = events.flatMap((event) => sceneOf(event) ?? []);
		if (view === null || isNewHand(view)) this.cut();
		else this.run(withoutEnd([...this.scenes, ...fresh], view).slice(-SCENES_AT_MOST));
	}

	/** What lies there now. */
	now(view: View): Lying {
		return this.scenes[0] ?? lyingIn(view);
	}

	/** Whether something is still to be seen before the newest. */
	get isBehind(): boolean {
		return this.scenes.length > 0;
	}

	cut(): void {
		clearTimeout(this.timer);
		this.timer = undefined;
		this.scenes = [];
	}

	private run(scenes: readonly Lying[]): void {
		const isSame = this.scenes[0] === scenes[0];
		this.scenes = scenes;
		const first = scenes[0];
		if (isSame && this.timer !== undefined) return;
		clearTimeout(this.timer);
		this.timer = first && setTimeout(() => this.next(), first.taken ? TRICK_MS : CARD_MS);
	}

	private next(): void {
		this.timer = undefined;
		this.run(this.scenes.slice(1));
		this.turned();
	}
}

function isNewHand(view: View): boolean {
	return view.phase === "ready" || view.phase === "bid";
}

/** The last scene is what the view shows anyway; but at the end the result will lie there instead. */
function withoutEnd(scenes: readonly Lying[], view: View): readonly Lying[] {
	const last = scenes.at(-1);
	if (last === undefined || view.phase === "end") return scenes;
	return isSameLying(last, lyingIn(view)) ? scenes.slice(0, -1) : scenes;
}
