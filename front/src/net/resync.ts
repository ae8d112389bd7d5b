// Decides when to send `sync`: soon after something is missing, one request at a time, again if no answer comes. It
// must not know: what is asked, what time it is.
import { retryDelay, type Timing } from "./timing.ts";

/** `events`: some are missing. `view`: the snapshot is out of date. */
export type Need = "events" | "view";

export class Resync {
	/** When to send the next `sync`. */
	at: number | null = null;
	/** The action id of the `sync` under way. */
	actionId: string | null = null;
	private need: Need | null = null;
	private tries = 0;
	private readonly timing: Timing;

	constructor(timing: Timing) {
		this.timing = timing;
	}

	/** Forget the request under way: it was answered, or was sent too early to help. */
	drop(): void {
		this.need = this.actionId = null;
	}

	/** Nothing is missing. */
	rest(): void {
		this.drop();
		this.at = null;
	}

	/** Whether to ask for this now. A need that has just come up may wait for `delay`. */
	isDue(need: Need, delay: number, now: number): boolean {
		if (need !== this.need) {
			this.drop();
			this.tries = 0;
			this.at = this.at === null ? now + delay : Math.min(now + delay, this.at);
		}
		return this.at !== null && now >= this.at;
	}

	asked(need: Need, actionId: string, now: number): void {
		this.need = need;
		this.actionId = actionId;
		this.tries += 1;
		this.at = now + retryDelay(this.timing, this.tries);
	}
}
