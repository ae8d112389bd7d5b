// An event as one line of text, for the log of a table and for replays. It must not know: any game.
import type { BoardContext, BoardModule } from "../boards/board.ts";
import type { Snapshot, TableEvent } from "../net/types.ts";
import { firstKnown, sayKey } from "../words/index.ts";
import { humanise } from "../words/names.ts";

/** In the game's own words, else the shell's, else the bare name of the event; null if it is hidden. */
export function logLine(
	event: TableEvent,
	board: BoardModule,
	context: BoardContext,
	snapshot: Snapshot | null,
): string | null {
	if (event.type === "event.hidden") return null;
	const own = board.lines?.(event, context, snapshot) ?? null;
	if (own !== null) return own;
	const params = paramsOf(event, context.seatName);
	const key = firstKnown(`event.${context.game}.${event.type}`, `event.${event.type}`);
	if (key !== undefined) return sayKey(key, params);
	return params.name === undefined ? humanise(event.type) : `${params.name}: ${humanise(event.type)}`;
}

function paramsOf(event: TableEvent, name: (seat: number) => string): Record<string, string | number> {
	const params: Record<string, string | number> = {};
	for (const [field, value] of Object.entries(event.payload)) {
		if (typeof value === "string" || typeof value === "number") params[field] = value;
	}
	const seat = event.payload.player_id ?? event.payload.seat;
	if (typeof seat === "number") params.name = name(seat);
	return params;
}
