// Where things are in a part of a scene, and which one an arrow key leads to. Pure. It must not know any game.

import type { Card, Die, Graph, Grid, Point, Scene, Spot } from "../../wire.ts";

export type Part = Scene["parts"][number];
export type Thing = Spot | Point | Card | Die;

export interface Place {
	readonly id: string;
	readonly x: number;
	readonly y: number;
}

const DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = {
	ArrowLeft: [-1, 0],
	ArrowRight: [1, 0],
	ArrowUp: [0, -1],
	ArrowDown: [0, 1],
};

/** What lies askew counts as further away. */
const ASKEW = 3;

/** The nearest place in the direction of the key; null for another key, or where nothing lies there. */
export function neighbour(places: readonly Place[], from: Place, key: string): Place | null {
	const direction = DIRECTIONS[key];
	if (direction === undefined) return null;
	let best: Place | null = null;
	let nearest = Number.POSITIVE_INFINITY;
	for (const place of places) {
		const [dx, dy] = [place.x - from.x, place.y - from.y];
		const along = dx * direction[0] + dy * direction[1];
		const across = Math.abs(dx * direction[1]) + Math.abs(dy * direction[0]);
		const distance = along + ASKEW * across;
		if (along > 0 && across <= 2 * along && distance < nearest) [best, nearest] = [place, distance];
	}
	return best;
}

export function placesOfGrid({ rows }: Grid): Place[] {
	return rows.flatMap((row, y) => row.flatMap((spot, x) => (spot.id ? [{ id: spot.id, x, y }] : [])));
}

export function placesOfGraph({ points }: Graph): Place[] {
	return points.flatMap(({ id, x, y }) => (id ? [{ id, x, y }] : []));
}

export function placesOfRow(items: readonly Thing[]): Place[] {
	return items.flatMap(({ id }, x) => (id ? [{ id, x, y: 0 }] : []));
}

export function thingsOf(part: Part): readonly Thing[] {
	switch (part.type) {
		case "grid":
			return part.rows.flat();
		case "graph":
			return part.points;
		case "row":
			return part.spread === "pile" ? part.items.slice(-1) : part.items;
		default:
			return [];
	}
}

/** Everything that can be touched in a scene. */
export function idsOf({ parts }: Scene): ReadonlySet<string> {
	return new Set(parts.flatMap(thingsOf).flatMap(({ id }) => (id ? [id] : [])));
}

/** The least distance between two points: how large they may be drawn. */
export function spacing(points: readonly { readonly x: number; readonly y: number }[]): number {
	let least = Number.POSITIVE_INFINITY;
	for (const [index, one] of points.entries()) {
		for (const other of points.slice(index + 1)) least = Math.min(least, Math.hypot(one.x - other.x, one.y - other.y));
	}
	return Number.isFinite(least) && least > 0 ? least : 1;
}
