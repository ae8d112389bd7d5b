// What time it is at the server: the visitor's clock may be hours off, and what the server says to happen at a time is
// meant by its own. Every answer over HTTP has its second, every frame of a table its millisecond.
// Laws kept here: what was said earlier is never taken for later than now; what contradicts all before (somebody has set
// a clock) takes its place. It must not know: what the time is asked for.

const SECOND = 1000;

export class ServerClock {
	private readonly here: () => number;
	/** Between these lies how far the server is ahead of here. */
	private low = Number.NEGATIVE_INFINITY;
	private high = Number.POSITIVE_INFINITY;
	private isExact = false;

	constructor(here: () => number) {
		this.here = here;
	}

	now(): number {
		return this.here() + Math.round(this.ahead);
	}

	/** The server's time when it sent something, which has only just come, or was kept for us a while. */
	received(ts: number): void {
		if (ts > 0) this.learn(ts - this.here(), Number.POSITIVE_INFINITY, true);
	}

	/** The second in which the server answered what was asked at that time of ours. */
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
