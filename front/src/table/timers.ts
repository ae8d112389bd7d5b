// What is left of a wait, counted down from the last snapshot. Never below nothing. It must not know: what is waited for.
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

/** Of a seat's waits the one that ends first; one that runs comes before one that stands. */
export function seatClock(snapshot: Snapshot, snapshotAt: number, now: number, seat: number): SeatClock | null {
	const own = snapshot.timers.filter((each) => each.seats.includes(seat));
	const running = own.filter((each) => !each.paused);
	const clocks = (running.length > 0 ? running : own).map((each) => ({
		ms: left(each, snapshotAt, now),
		paused: each.paused,
	}));
	return clocks.reduce<SeatClock | null>((best, each) => (best === null || each.ms < best.ms ? each : best), null);
}
