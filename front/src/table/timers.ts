// The time left of a timer, counted down from the last snapshot and never negative. It must not know: what it is for.
import type { Snapshot, Timer } from "../net/types.ts";

export function left(timer: Timer, snapshotAt: number, now: number): number {
	const gone = timer.paused ? 0 : Math.max(0, now - snapshotAt);
	return Math.max(0, timer.ms - gone);
}

export function msLeft(snapshot: Snapshot, snapshotAt: number, now: number, name: string): number | null {
	const timer = snapshot.timers.find((each) => each.name === name);
	return timer === undefined ? null : left(timer, snapshotAt, now);
}

export interface SeatClock {
	readonly ms: number;
	readonly paused: boolean;
}

/** Of a seat's timers the one that ends first; running ones come before paused ones. */
export function seatClock(snapshot: Snapshot, snapshotAt: number, now: number, seat: number): SeatClock | null {
	const own = snapshot.timers.filter((each) => each.seats.includes(seat));
	const running = own.filter((each) => !each.paused);
	const clocks = (running.length > 0 ? running : own).map((each) => ({
		ms: left(each, snapshotAt, now),
		paused: each.paused,
	}));
	return clocks.reduce<SeatClock | null>((best, each) => (best === null || each.ms < best.ms ? each : best), null);
}
