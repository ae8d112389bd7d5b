// What the player is about to do (build, play a card, trade), and what a click on a target then does. A tap that cannot
// be undone must be confirmed. It must not know rules: an intent that is no longer possible is dropped, and what is
// sent comes from `legal`.

import { useState } from "preact/hooks";
import { type Intent, intentOf, type Place, type Target, targetsOf } from "./targets.ts";
import type { Act } from "./types.ts";

export interface Targeting {
	/** Every intent that is possible now. */
	readonly offered: ReadonlySet<Intent>;
	readonly intent: Intent | null;
	/** The first of two edges. */
	readonly first: number | null;
	readonly targets: ReadonlyMap<Place, Target>;
	/** The tapped place, which waits for a second tap or for the button. */
	readonly armed: Place | null;
	readonly choose: (intent: Intent) => void;
	readonly select: (place: Place, sure: boolean) => void;
	readonly disarm: () => void;
	readonly send: (act: Act) => void;
	readonly cancel: () => void;
}

export function useIntent(legal: readonly Act[], onSend: (act: Act) => void): Targeting {
	const [wanted, setWanted] = useState<Intent | null>(null);
	const [held, setFirst] = useState<number | null>(null);
	const [tapped, arm] = useState<Place | null>(null);
	const offered = new Set(legal.map(intentOf).filter((each) => each !== null));
	const intent = wanted !== null && offered.has(wanted) ? wanted : null;
	const first = intent === "roads" ? held : null;
	const targets = targetsOf(legal, intent, first);
	const armed = tapped !== null && targets.has(tapped) ? tapped : null;
	const put = (next: Intent | null, edge: number | null = null) => {
		setWanted(next);
		setFirst(edge);
		arm(null);
	};
	const send = (act: Act) => {
		put(null);
		onSend(act);
	};
	return {
		offered,
		intent,
		first,
		targets,
		armed,
		send,
		choose: (next) => put(next === intent ? null : next),
		cancel: () => put(null),
		disarm: () => arm(null),
		select: (place, sure) => {
			const target = targets.get(place);
			if (target === undefined) return;
			if ("first" in target) put(intent, target.first);
			else if (sure || place === armed) send(target.act);
			else arm(place);
		},
	};
}
