// Puts events in order: the next number expected, the events beyond a gap, and how far the table is known to be.
// Laws kept here: an event comes out once, after all before it; a number is skipped only where a snapshot covers it. It
// must not know: time, what is in an event.
import type { TableEvent } from "./types.ts";

const AHEAD_AT_MOST = 1024;

export class ReorderBuffer {
	/** The last event before which none is missing. */
	seq: number;
	/** The last event known to exist. */
	known: number;
	/** Until something is received, `seq` means nothing. */
	hasBegun: boolean;
	private readonly ahead = new Map<number, TableEvent>();

	constructor(since: number | null) {
		this.seq = this.known = since ?? 0;
		this.hasBegun = since !== null;
	}

	get hasGap(): boolean {
		return this.hasBegun && this.seq < this.known;
	}

	/** Whether an event waits here for earlier ones: those are lost. */
	get hasPending(): boolean {
		return this.ahead.size > 0;
	}

	/** The events that can be delivered now. */
	add(event: TableEvent): TableEvent[] {
		if (!this.hasBegun) {
			this.hasBegun = true;
			this.seq = event.seq - 1;
		}
		if (event.seq > this.seq && this.ahead.size < AHEAD_AT_MOST) {
			this.ahead.set(event.seq, event);
			this.known = Math.max(this.known, event.seq);
		}
		return this.drain();
	}

	/** A snapshot covers everything up to this number. */
	skipTo(seq: number): TableEvent[] {
		this.known = Math.max(this.known, seq);
		if (seq > this.seq || !this.hasBegun) {
			this.hasBegun = true;
			this.seq = seq;
			for (const each of [...this.ahead.keys()]) if (each <= seq) this.ahead.delete(each);
		}
		return this.drain();
	}

	/** The table is at this number at least. */
	learn(seq: number): void {
		if (this.hasBegun) this.known = Math.max(this.known, seq);
	}

	private drain(): TableEvent[] {
		const told: TableEvent[] = [];
		for (let event = this.ahead.get(this.seq + 1); event !== undefined; event = this.ahead.get(this.seq + 1)) {
			this.ahead.delete(event.seq);
			this.seq = event.seq;
			told.push(event);
		}
		return told;
	}
}
