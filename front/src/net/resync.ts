// When to ask how things stand: soon after something is missing, never twice at a time, and again if nothing comes.
// It must not know: what is asked, what time it is.
import { retryDelay, type Timing } from "./timing.ts";

/** `events`: some are missing. `view`: the snapshot is old. */
export type Need = "events" | "view";

export class Resync {
	/** When to ask next. */
	at: number | null = null;
	/** Of the question under way. */
	actionId: string | null = null;
	private need: Need | null = null;
	private tries = 0;
	private readonly timing: Timing;

	constructor(timing: Timing) {
		this.timing = timing;
	}

	/** What is under way does not count any more: it was answered, or asked too early to be of use. */
	drop(): void {
		this.need = this.actionId = null;
	}

	/** There is nothing to ask. */
	rest(): void {
		this.drop();
		this.at = null;
	}

	/** Whether this need must be asked about now; another one than before may wait so long. */
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
