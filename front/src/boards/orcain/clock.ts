// The time left of a wait, counted down between two moments. It must not decide what time means.

import { useEffect, useState } from "preact/hooks";
import type { Moment } from "../index.ts";

const TICK_MS = 200;

/** The milliseconds left of the first wait whose name begins so, again and again while they are looked at. */
export function useTimeLeft({ snapshot, msLeft }: Moment, begins: string): number | null {
	const [, tick] = useState(0);
	const name = snapshot.timers.find((timer) => timer.name.startsWith(begins))?.name;
	useEffect(() => {
		if (name === undefined) return undefined;
		const ticking = setInterval(() => tick((count) => count + 1), TICK_MS);
		return () => clearInterval(ticking);
	}, [name]);
	return name === undefined ? null : msLeft(name);
}

/** 0:07, 1:30. */
export function clockText(ms: number): string {
	const seconds = Math.max(0, Math.ceil(ms / 1000));
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
