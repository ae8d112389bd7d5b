// Catan's events in words. It must not know the document.

import type { Snapshot, TableEvent } from "../../net/types.ts";
import type { BoardContext, LogContext } from "../board.ts";
import { edgeName, handName, tileName, vertexName } from "./labels.ts";
import { type Hand, SEATS, sum, viewOf } from "./types.ts";

type Params = Record<string, string | number>;
type Land = Parameters<typeof tileName>[0];

/** Events that other lines already tell. */
const QUIET = new Set(["VICTORY_POINTS_UPDATED", "TURN_ENDED"]);
const BARE: Land = { tiles: [], numbers: [], ports: [] };

/** The event's line: empty if it has none, null for an event without words here. */
export function line(event: TableEvent, context: LogContext, snapshot?: Snapshot | null): string | null {
	if (QUIET.has(event.type)) return "";
	if (event.type === "RESOURCES_PRODUCED") return produced(event, context);
	const key = keyOf(event);
	const land = viewOf(snapshot?.view) ?? BARE;
	return key === null ? null : context.say(`event.catan.${key}`, paramsOf(event, context, land));
}

function produced({ payload }: TableEvent, { say, seatName }: LogContext): string {
	const gains = payload.gains as readonly [Hand, Hand];
	return SEATS.filter((seat) => sum(gains[seat]) > 0)
		.map((seat) => say("event.catan.RESOURCES_PRODUCED", { name: seatName(seat), cards: handName(gains[seat], say) }))
		.join(" ");
}

function keyOf({ type, payload }: TableEvent): string | null {
	switch (type) {
		case "RESOURCE_STOLEN":
			return payload.resource === null ? `${type}.hidden` : type;
		case "DEVELOPMENT_BOUGHT":
			return payload.card === null ? `${type}.hidden` : type;
		case "BANK_TRADED":
			return typeof payload.port_id === "number" ? `${type}.port` : type;
		case "LONGEST_ROAD_MOVED":
		case "LARGEST_ARMY_MOVED":
			return payload.holder === null ? `${type}.nobody` : type;
		case "GAME_ENDED":
			return payload.winner === null ? `${type}.draw` : `${type}.${String(payload.reason)}`;
		default:
			return PLAIN.has(type) ? type : null;
	}
}

const PLAIN = new Set([
	"BOARD_LAID",
	"SETTLEMENT_PLACED",
	"CITY_PLACED",
	"ROAD_PLACED",
	"DICE_ROLLED",
	"RESOURCE_DISCARDED",
	"ROBBER_MOVED",
	"KNIGHT_PLAYED",
	"ROAD_BUILDING_PLAYED",
	"YEAR_OF_PLENTY_PLAYED",
	"MONOPOLY_PLAYED",
	"TRADE_OFFERED",
	"TRADE_ACCEPTED",
	"TRADE_DECLINED",
	"PLAYER_AWAY",
	"PLAYER_BACK",
	"TIME_OVER",
]);

function paramsOf({ payload }: TableEvent, { say, seatName }: LogContext, land: Land): Params {
	const params: Params = {};
	const put = (field: string, name: string, text: (value: never) => string | number) => {
		const value = payload[field];
		if (value !== undefined && value !== null) params[name] = text(value as never);
	};
	put("player", "name", seatName);
	put("holder", "name", seatName);
	put("steal_from", "victim", seatName);
	put("vertex_id", "place", (vertex) => vertexName(land, vertex, say));
	put("edge_id", "place", (edge) => edgeName(land, edge, say));
	put("tile_id", "place", (tile) => tileName(land, tile, say));
	put("resource", "card", (resource) => say(`catan.card.${resource}`));
	put("card", "card", (card) => say(`catan.dev.${card}`));
	put("give", "give", (hand) => handName(hand, say));
	put("receive", "receive", (hand) => handName(hand, say));
	put("gains", "cards", (hand) => handName(hand, say));
	put("count", "count", (count) => count);
	put("dice", "sum", sum);
	return { ...params, ...resultOf(payload, seatName) };
}

/** The points of the winner come first. */
function resultOf({ points, winner }: TableEvent["payload"], seatName: BoardContext["seatName"]): Params {
	if (!Array.isArray(points)) return {};
	const [one, two] = points as [number, number];
	if (typeof winner !== "number") return { one, two };
	const [own, others] = winner === 0 ? [one, two] : [two, one];
	return { name: seatName(winner), loser: seatName(1 - winner), one: own, two: others };
}
