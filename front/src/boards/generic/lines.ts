// A log's line for an event: the game's own words, in which the server tells it; else its name and its fields.
// It must not know any game.

import type { TableEvent } from "../../net/types.ts";
import type { BoardContext } from "../board.ts";
import { plain } from "./actions.ts";

/** What the table itself tells, the shell has words for. */
const OF_THE_TABLE = /^(player\.(join|leave|reconnect)|game\.start|match\.end|table\.closed|event\.hidden)$/;

export function line(event: TableEvent, context: Pick<BoardContext, "say" | "seatName">): string | null {
	if (event.words) return event.words;
	if (OF_THE_TABLE.test(event.type)) return null;
	const { seat, ...rest } = event.payload;
	const what = [plain(event.type), fields(rest)].filter(Boolean).join(": ");
	if (typeof seat !== "number") return context.say("event.generic", { what });
	return context.say("event.generic.seat", { what, name: context.seatName(seat) });
}

function fields(payload: Readonly<Record<string, unknown>>): string {
	return Object.entries(payload)
		.map(([field, value]) => `${plain(field)} ${text(value)}`)
		.join(", ");
}

function text(value: unknown): string {
	if (Array.isArray(value)) return value.map(text).join(" ");
	return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value ?? "–");
}
