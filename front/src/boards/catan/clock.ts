// The time left for a seat's decision. It must not decide what time means.

import type { Moment } from "../board.ts";

/** Of the waits that run for this seat the shortest; null where none does. */
export function timeLeft({ snapshot, msLeft }: Moment, seat: number): number | null {
	const running = snapshot.timers.filter(({ seats, paused }) => seats.includes(seat) && !paused);
	const left = running.map(({ name }) => msLeft(name)).filter((ms) => ms !== null);
	return left.length === 0 ? null : Math.min(...left);
}
