// The time left of a wait. It must not decide what time means.

import type { Moment } from "../board.ts";

/** The milliseconds left of the first wait whose name begins so; null where there is none. */
export function timeLeft({ snapshot, msLeft }: Moment, begins: string): number | null {
	const timer = snapshot.timers.find(({ name }) => name.startsWith(begins));
	return timer === undefined ? null : msLeft(timer.name);
}
