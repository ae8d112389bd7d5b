// Keys over the targets: arrows lead to the nearest in that direction, Page Up and Page Down through all of them. It
// must not know what the targets are for.

import type { Point } from "./geometry.ts";
import type { Place } from "./targets.ts";

const WAYS: Readonly<Record<string, Point>> = {
	ArrowLeft: { x: -1, y: 0 },
	ArrowRight: { x: 1, y: 0 },
	ArrowUp: { x: 0, y: -1 },
	ArrowDown: { x: 0, y: 1 },
};
/** The penalty for lying aside of the direction. */
const ASIDE = 2;

/** Where a key leads; null if nowhere. */
export function next(places: ReadonlyMap<Place, Point>, from: Place, key: string): Place | null {
	const every = [...places.keys()];
	if (key === "Home") return every[0] ?? null;
	if (key === "End") return every.at(-1) ?? null;
	if (key === "PageDown") return every[(every.indexOf(from) + 1) % every.length] ?? null;
	if (key === "PageUp") return every.at(every.indexOf(from) - 1) ?? null;
	const [way, here] = [WAYS[key], places.get(from)];
	if (way === undefined || here === undefined) return null;
	let [best, least]: [Place | null, number] = [null, Number.POSITIVE_INFINITY];
	for (const [place, { x, y }] of places) {
		const ahead = (x - here.x) * way.x + (y - here.y) * way.y;
		const aside = Math.abs((x - here.x) * way.y) + Math.abs((y - here.y) * way.x);
		const cost = ahead + ASIDE * aside;
		if (ahead > 1 && cost < least) [best, least] = [place, cost];
	}
	return best;
}
