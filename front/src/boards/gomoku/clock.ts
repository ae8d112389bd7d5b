// The time left for what is asked now. It must not decide what time means.

import type { Moment } from "../board.ts";

/** The milliseconds left to the seat that must act; null where nothing runs. */
export function timeLeft({ snapshot, msLeft }: Moment): number | null {
	const timer = snapshot.timers.find(({ seats }) => seats.some((seat) => snapshot.to_act.includes(seat)));
	return timer === undefined ? null : msLeft(timer.name);
}
