// How patient a client is, in milliseconds. It must not know: clocks, sockets.

export interface Timing {
	/** An action without a result is sent again after this, then after twice as long … */
	readonly resend: number;
	/** … up to this. */
	readonly resendAtMost: number;
	/** Several things that happen together are asked about once. */
	readonly debounce: number;
	/** After so long of silence one asks whether something was lost. */
	readonly idle: number;
	/** After so long without an answer, or anything else, the line is dead. */
	readonly deadAfter: number;
}

export const TIMING: Timing = { resend: 1000, resendAtMost: 8000, debounce: 50, idle: 15_000, deadAfter: 10_000 };

/** A line that has not come about by then never will. */
export const OPEN_TIMEOUT_MS = 15_000;

/** Before the next try, after so many. */
export function retryDelay(timing: Timing, tries: number): number {
	return Math.min(timing.resendAtMost, timing.resend * 2 ** (Math.min(tries, 16) - 1));
}

/** Before the next connection, after so many failed: longer each time, and never the same for everybody. */
export function backoff(tries: number, random: () => number): number {
	const longest = Math.min(15_000, 500 * 2 ** Math.min(tries, 8));
	return Math.round(longest * (0.5 + random() / 2));
}
