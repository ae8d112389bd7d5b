// Coordinates of the ids. Which vertices a tile has and which an edge joins comes from the rules' own table. It must
// not know what is there, nor the document.

import island from "../../games/catan.island.json";

/** Of a hexagon. */
const SIDE = 60;
export const WIDTH = 660;
export const HEIGHT = 580;
const CENTRE: Point = { x: WIDTH / 2, y: HEIGHT / 2 };
const PORT_OUT = 40;

export interface Point {
	readonly x: number;
	readonly y: number;
}

export const TILES: readonly Point[] = island.tiles.map(([x = 0, y = 0]) => ({
	x: CENTRE.x + SIDE * Math.sqrt(3) * (x + y / 2),
	y: CENTRE.y + SIDE * 1.5 * y,
}));

/** Clockwise from the north, as the rules count a tile's vertices. */
const CORNERS: readonly Point[] = Array.from({ length: 6 }, (_, nth) => ({
	x: SIDE * Math.sin((nth * Math.PI) / 3),
	y: -SIDE * Math.cos((nth * Math.PI) / 3),
}));

export const VERTICES: readonly Point[] = vertices();
const EDGES: readonly (readonly [number, number])[] = island.edge_vertices.map(([a = 0, b = 0]) => [a, b]);

/** The tiles around a vertex, each with the vertex's number among its own. */
export const TILES_AT: readonly (readonly { tile: number; corner: number }[])[] = VERTICES.map((_, vertex) =>
	island.tile_vertices.flatMap((ring, tile) => {
		const corner = ring.indexOf(vertex);
		return corner < 0 ? [] : [{ tile, corner }];
	}),
);

/** The tiles beside an edge, each with the edge's number among its own sides. */
export const TILES_BESIDE: readonly (readonly { tile: number; side: number }[])[] = EDGES.map(([a, b]) =>
	island.tile_vertices.flatMap((ring, tile) => {
		const side = ring.findIndex((vertex, nth) => isPair(vertex, ring[(nth + 1) % 6] ?? -1, a, b));
		return side < 0 ? [] : [{ tile, side }];
	}),
);

export interface Port {
	readonly at: Point;
	readonly ends: readonly [Point, Point];
	readonly vertices: readonly [number, number];
}

/** By port, on these edges; on the standard ones where a view names none. */
export function portsOn(edges: readonly number[] = island.port_edges): readonly Port[] {
	return edges.map(portOn);
}

function portOn(edge: number): Port {
	const ends = endsOf(edge);
	const middle = between(...ends);
	const land = TILES[TILES_BESIDE[edge]?.[0]?.tile ?? 0] ?? CENTRE;
	const away = Math.hypot(middle.x - land.x, middle.y - land.y);
	const out = (from: number, to: number) => to + ((to - from) / away) * PORT_OUT;
	return { at: { x: out(land.x, middle.x), y: out(land.y, middle.y) }, ends, vertices: EDGES[edge] ?? [0, 0] };
}

/** A tile's outline, for a polygon. */
export function outline({ x, y }: Point): string {
	return CORNERS.map((corner) => `${round(x + corner.x)},${round(y + corner.y)}`).join(" ");
}

export function endsOf(edge: number): readonly [Point, Point] {
	const [a, b] = EDGES[edge] ?? [0, 0];
	return [VERTICES[a] ?? CENTRE, VERTICES[b] ?? CENTRE];
}

export function between(one: Point, other: Point): Point {
	return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}

/** The angle of an edge, in degrees. */
export function slopeOf(edge: number): number {
	const [one, other] = endsOf(edge);
	return (Math.atan2(other.y - one.y, other.x - one.x) * 180) / Math.PI;
}

export function verticesOf(tile: number): readonly number[] {
	return island.tile_vertices[tile] ?? [];
}

export function round(length: number): number {
	return Math.round(length * 10) / 10;
}

function vertices(): Point[] {
	const found: Point[] = [];
	island.tile_vertices.forEach((ring, tile) => {
		const { x, y } = TILES[tile] ?? CENTRE;
		ring.forEach((vertex, nth) => {
			const corner = CORNERS[nth] ?? CENTRE;
			found[vertex] = { x: x + corner.x, y: y + corner.y };
		});
	});
	return found;
}

function isPair(one: number, two: number, a: number, b: number): boolean {
	return (one === a && two === b) || (one === b && two === a);
}
