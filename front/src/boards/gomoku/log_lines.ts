// Gomoku's events in words: a key and its params, and the sentence. It must not know the document. The snapshot, if
// there is one, gives the board's size and the colours.

import type { Snapshot, TableEvent } from "../../net/types.ts";
import type { LogContext } from "../board.ts";
import type { UiText } from "../common/ui_text.ts";
import { cellName } from "./cells.ts";
import { viewOf } from "./types.ts";

type Params = UiText["params"];

/** The payload's own fields, with the `name`, `cell` and `colour` that follow from them. */
function eventParams(event: TableEvent, context: LogContext, snapshot?: Snapshot | null): Params {
	const { payload } = event;
	const params: Params = {};
	for (const [field, value] of Object.entries(payload)) {
		if (typeof value === "string" || typeof value === "number") params[field] = value;
	}
	for (const field of ["black", "white", "first"]) nameSeat(params, field, payload[field], context);
	nameSeat(params, "name", payload.seat ?? payload.winner, context);
	nameSeat(params, "loser", typeof payload.winner === "number" ? 1 - payload.winner : null, context);
	const { x, y } = payload;
	if (typeof x === "number" && typeof y === "number") params.cell = cellName(x, y, sizeIn(snapshot));
	return { ...params, ...row(payload.line, sizeIn(snapshot)) };
}

/** The event's line; null if it has none. */
export function line(event: TableEvent, context: LogContext, snapshot?: Snapshot | null): string | null {
	const key = keyOf(event, snapshot);
	return key === null ? null : context.say(`event.gomoku.${key}`, eventParams(event, context, snapshot));
}

function keyOf({ type, payload }: TableEvent, snapshot?: Snapshot | null): string | null {
	const auto = payload.auto === true ? ".auto" : "";
	switch (type) {
		case "stone.placed":
			return `${type}${typeof payload.order === "number" ? ".opening" : ""}${auto}`;
		case "choice.made":
			return `${type}.${String(payload.choice)}${payload.choice === "place_more" ? "" : auto}`;
		case "game.end":
			return `${type}.${String(payload.reason)}${payload.reason === "five" ? colour(payload.winner, snapshot) : ""}`;
		case "colors.assigned":
		case "player.away":
		case "player.back":
			return type;
		default:
			return null;
	}
}

function colour(winner: unknown, snapshot?: Snapshot | null): string {
	const black = viewOf(snapshot?.view)?.black ?? null;
	if (black === null) return "";
	return winner === black ? ".black" : ".white";
}

function nameSeat(params: Params, field: string, seat: unknown, context: LogContext): void {
	if (typeof seat === "number") params[field] = context.seatName(seat);
}

function row(cells: unknown, size: number): Params {
	if (!Array.isArray(cells) || cells.length === 0) return {};
	const [first, last] = [cells[0] as [number, number], cells.at(-1) as [number, number]];
	return { count: cells.length, from: cellName(...first, size), to: cellName(...last, size) };
}

function sizeIn(snapshot?: Snapshot | null): number {
	const size = viewOf(snapshot?.view)?.board.length ?? snapshot?.config.size;
	return typeof size === "number" ? size : 15;
}
