// The server's time: the visitor's clock may be hours off, and the server's deadlines are by its own. Every HTTP
// response carries it to the second, every frame of a table to the millisecond.
// Laws kept here: an old timestamp is never taken for a later time than now; a reading that contradicts all earlier
// ones (somebody has set a clock) replaces them. It must not know: what the time is used for.

const SECOND = 1000;

export class ServerClock {
	private readonly here: () => number;
	/** The server is ahead of this clock by something between these. */
	private low = Number.NEGATIVE_INFINITY;
	private high = Number.POSITIVE_INFINITY;
	private isExact = false;

	constructor(here: () => number) {
		this.here = here;
	}

	now(): number {
		return this.here() + Math.round(this.ahead);
	}

	/** The server's time when it sent a frame, which may have been delayed. */
	received(ts: number): void {
		if (ts > 0) this.learn(ts - this.here(), Number.POSITIVE_INFINITY, true);
	}

	/** The second in which the server answered a request that was sent at `asked`, by our clock. */
	answered(second: number, asked: number): void {
		if (Number.isFinite(second)) this.learn(second - this.here(), second + SECOND - asked, false);
	}

	private get ahead(): number {
		if (this.low === Number.NEGATIVE_INFINITY) return 0;
		return this.isExact ? this.low : (this.low + this.high) / 2;
	}

	private learn(low: number, high: number, isExact: boolean): void {
		const isNew = low > this.high || high < this.low;
		this.isExact = isExact || (this.isExact && !isNew);
		this.low = isNew ? low : Math.max(this.low, low);
		this.high = isNew ? high : Math.min(this.high, high);
	}
}

export const serverClock = new ServerClock(() => Date.now());

export function serverNow(): number {
	return serverClock.now();
}
