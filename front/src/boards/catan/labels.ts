// The names of places and cards, as players call them: a place by the tiles around it. It must not know rules, nor the
// document.

import type { Say } from "../board.ts";
import { portsOn, TILES_AT, TILES_BESIDE, verticesOf } from "./geometry.ts";
import { type PortKind, RATES, RESOURCES, SEATS, type View } from "./types.ts";

type Land = Pick<View, "tiles" | "numbers" | "ports" | "port_edges">;

const CORNERS = ["n", "ne", "se", "s", "sw", "nw"];
const SIDES = ["ne", "e", "se", "sw", "w", "nw"];

/** `wool 6`; the desert has no number. */
export function tileName({ tiles, numbers }: Land, tile: number, say: Say): string {
	const land = say(`catan.land.${tiles[tile] ?? "DESERT"}`);
	const number = numbers[tile] ?? null;
	return number === null ? land : say("catan.tile", { land, number });
}

/** `wool 6, ore 5, grain 10`, and the ports there. */
export function vertexName(land: Land, vertex: number, say: Say): string {
	const tiles = TILES_AT[vertex] ?? [];
	const [only] = tiles;
	const place =
		tiles.length === 1 && only
			? say(`catan.corner.${CORNERS[only.corner]}`, { tile: tileName(land, only.tile, say) })
			: tiles.map(({ tile }) => tileName(land, tile, say)).join(", ");
	return portsOn(land.port_edges)
		.flatMap(({ vertices }, port) => (vertices.includes(vertex) ? (land.ports[port] ?? []) : []))
		.reduce((named, kind) => say("catan.at_port", { place: named, port: portName(kind, say) }), place);
}

export function edgeName(land: Land, edge: number, say: Say): string {
	const [one, two] = TILES_BESIDE[edge] ?? [];
	if (one === undefined) return "";
	const tile = tileName(land, one.tile, say);
	if (two === undefined) return say(`catan.coast.${SIDES[one.side]}`, { tile });
	return say("catan.between", { one: tile, two: tileName(land, two.tile, say) });
}

export function rateOf(kind: PortKind): string {
	return kind === "ANY" ? `${RATES.any}:1` : `${RATES.own}:1`;
}

function portName(kind: PortKind, say: Say): string {
	const rate = rateOf(kind);
	return kind === "ANY"
		? say("catan.port.any", { rate })
		: say("catan.port.own", { rate, card: say(`catan.card.${kind}`) });
}

/** `2 grain, 1 ore`. */
export function handName(hand: readonly number[], say: Say): string {
	return RESOURCES.flatMap((resource, kind) => {
		const count = hand[kind] ?? 0;
		return count === 0 ? [] : [say("catan.cards", { count, card: say(`catan.card.${resource}`) })];
	}).join(", ");
}

/** A tile, the pieces around it and their owners, as a line for screen readers. */
export function tileLine(view: View, tile: number, name: (seat: number) => string, say: Say): string {
	const ring = verticesOf(tile);
	const parts = SEATS.flatMap((seat) => {
		const { settlements, cities } = view.players[seat];
		const own = (kind: string, places: readonly number[]) =>
			places
				.filter((vertex) => ring.includes(vertex))
				.map(() => say("catan.owned", { name: name(seat), piece: say(`catan.${kind}`) }));
		return [...own("settlement", settlements), ...own("city", cities)];
	});
	const robber = view.robber === tile ? [say("catan.robber")] : [];
	return [tileName(view, tile, say), ...robber, ...parts].join(", ");
}
