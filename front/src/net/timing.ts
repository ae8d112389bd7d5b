// The client's timeouts and retry intervals, in milliseconds. It must not know: clocks, sockets.

export interface Timing {
	/** An action without a result is sent again after this long, then after twice as long, … */
	readonly resend: number;
	/** … up to this. */
	readonly resendAtMost: number;
	/** Wait this long, so that events that come together cause one request. */
	readonly debounce: number;
	/** After this much silence, ask whether anything was lost. */
	readonly idle: number;
	/** After this long without an answer or any other frame, the connection is dead. */
	readonly deadAfter: number;
}

export const TIMING: Timing = { resend: 1000, resendAtMost: 8000, debounce: 50, idle: 15_000, deadAfter: 10_000 };

/** A connection that is not open by then is given up. */
export const OPEN_TIMEOUT_MS = 15_000;

/** The delay before the next try, after this many. */
export function retryDelay(timing: Timing, tries: number): number {
	return Math.min(timing.resendAtMost, timing.resend * 2 ** (Math.min(tries, 16) - 1));
}

/** The delay before the next connection, after this many failures: exponential, with jitter. */
export function backoff(tries: number, random: () => number): number {
	const longest = Math.min(15_000, 500 * 2 ** Math.min(tries, 8));
	return Math.round(longest * (0.5 + random() / 2));
}
