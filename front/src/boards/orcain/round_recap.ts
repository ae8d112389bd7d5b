// How long a finished round stays on the table: its last step arrives together with the next round, and players need a
// moment to see it. It must not know what is shown.

import { useEffect, useState } from "preact/hooks";
import type { TableEvent } from "../../net/types.ts";

export const RECAP_MS = 2_500;

/** The number of the round that these events have ended; else the one before. */
export function roundEnded(before: number | null, events: readonly TableEvent[]): number | null {
	const last = events.findLast(({ type }) => type === "round_end");
	return last === undefined ? before : Number(last.payload.roundIndex);
}

/** `ended` is the round that has just ended; `now` the one under way. Once dismissed, it is gone. */
export function useRoundRecap(ended: number | null, now: number): [number | null, () => void] {
	const [seen, setSeen] = useState<number | null>(null);
	useEffect(() => {
		if (ended === null) return undefined;
		const timer = setTimeout(() => setSeen(ended), RECAP_MS);
		return () => clearTimeout(timer);
	}, [ended]);
	const isLookedAt = ended !== null && ended !== seen && ended === now - 1;
	return [isLookedAt ? ended : null, () => setSeen(ended)];
}
