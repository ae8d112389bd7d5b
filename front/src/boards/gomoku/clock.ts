// The time left for what is asked now, counted down between two moments. It must not decide what time means.

import { useEffect, useState } from "preact/hooks";
import type { Moment } from "../index.ts";

/** The milliseconds left to the seat that must act; null where nothing runs. */
export function timeLeft({ snapshot, msLeft }: Moment): number | null {
	const timer = snapshot.timers.find(({ seats }) => seats.some((seat) => snapshot.to_act.includes(seat)));
	return timer === undefined ? null : msLeft(timer.name);
}

/** The same, again and again while it is looked at. */
export function useTimeLeft(moment: Moment): number | null {
	const [, tick] = useState(0);
	useEffect(() => {
		const ticking = setInterval(() => tick((count) => count + 1), 250);
		return () => clearInterval(ticking);
	}, []);
	return timeLeft(moment);
}

/** 0:07, 1:30. */
export function clockText(ms: number): string {
	const seconds = Math.max(0, Math.ceil(ms / 1000));
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
