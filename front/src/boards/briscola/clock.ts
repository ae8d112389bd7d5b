// The time a seat has left, counted down between two moments. It must not decide what time means.

import { useEffect, useState } from "preact/hooks";
import type { Moment } from "../index.ts";

/** The milliseconds left to this seat: of its waits the one that ends first; null where none is. */
export function timeLeft({ snapshot, msLeft }: Moment, seat: number): number | null {
	const own = snapshot.timers.filter(({ seats }) => seats.includes(seat)).map(({ name }) => msLeft(name));
	const running = own.filter((ms) => ms !== null);
	return running.length === 0 || snapshot.outcome !== null ? null : Math.min(...running);
}

/** The same, again and again while it is looked at. */
export function useTimeLeft(moment: Moment, seat: number): number | null {
	const [, tick] = useState(0);
	const left = timeLeft(moment, seat);
	const runs = left !== null;
	useEffect(() => {
		if (!runs) return;
		const ticking = setInterval(() => tick((count) => count + 1), 250);
		return () => clearInterval(ticking);
	}, [runs]);
	return left;
}

/** 0:07, 1:30. */
export function clockText(ms: number): string {
	const seconds = Math.max(0, Math.ceil(ms / 1000));
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
