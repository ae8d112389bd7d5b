// The time left of a timer. It must not decide what time means.
import type { Timer } from "../../net/types.ts";
import type { Moment } from "../board.ts";

/** The least time left of the timers that apply, in milliseconds; null if none does. */
export function timeLeft({ snapshot, msLeft }: Moment, applies: (timer: Timer) => boolean): number | null {
	const left = snapshot.timers
		.filter(applies)
		.map(({ name }) => msLeft(name))
		.filter((ms) => ms !== null);
	return left.length === 0 ? null : Math.min(...left);
}
