// The time a seat has left. It must not decide what time means.

import type { Moment } from "../board.ts";

/** The milliseconds left to this seat: of its waits the one that ends first; null where none is. */
export function timeLeft({ snapshot, msLeft }: Moment, seat: number): number | null {
	const own = snapshot.timers.filter(({ seats }) => seats.includes(seat)).map(({ name }) => msLeft(name));
	const running = own.filter((ms) => ms !== null);
	return running.length === 0 || snapshot.outcome !== null ? null : Math.min(...running);
}
