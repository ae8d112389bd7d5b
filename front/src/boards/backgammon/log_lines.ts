// Backgammon's events in words. It must not know the document. The log has whole turns; screen readers also hear each
// checker of the reader's own turn.

import type { TableEvent } from "../../net/types.ts";
import type { LogContext } from "../board.ts";
import type { UiText } from "../common/ui_text.ts";
import { playName, rollName, stepName } from "./notation.ts";
import { type Moved, sideOf } from "./types.ts";

type Params = UiText["params"];

const QUIET = new Set(["checker.moved", "move.undone"]);

/** The event's line for the log: empty for single checkers, null for an event without words here. */
export function line(event: TableEvent, context: LogContext): string | null {
	if (QUIET.has(event.type) && event.payload.auto !== true) return "";
	return sentence(event, context);
}

/** What is announced: of the reader's own turn each checker, of others' the whole play. */
export function spoken(event: TableEvent, you: number | null, context: LogContext): string | null {
	const own = you !== null && event.payload.seat === you;
	if (QUIET.has(event.type)) return own || event.payload.auto === true ? sentence(event, context) : null;
	return own && event.type === "turn.ended" ? null : sentence(event, context);
}

function sentence(event: TableEvent, context: LogContext): string | null {
	const key = keyOf(event);
	return key === null ? null : context.say(`event.backgammon.${key}`, paramsOf(event, context));
}

function keyOf({ type, payload }: TableEvent): string | null {
	switch (type) {
		case "opening.rolled":
			return payload.starter === null ? `${type}.tie` : type;
		case "checker.moved":
			return `${type}${payload.hit ? ".hit" : ""}${payload.auto ? ".auto" : ""}`;
		case "turn.ended": {
			const hits = stepsOf(payload.moves).filter(({ hit }) => hit).length;
			return `${type}${hits === 0 ? "" : hits === 1 ? ".hit" : ".hits"}`;
		}
		case "game.started":
			return `${type}${payload.crawford ? ".crawford" : ""}`;
		case "game.won":
			return payload.reason === "borne_off" ? `${type}.${String(payload.kind)}` : `${type}.${String(payload.reason)}`;
		case "dice.rolled":
		case "move.undone":
		case "turn.passed":
		case "cube.doubled":
		case "cube.taken":
		case "cube.dropped":
		case "match.won":
		case "player.away":
		case "player.back":
			return type;
		default:
			return null;
	}
}

function paramsOf({ type, payload }: TableEvent, context: LogContext): Params {
	const params: Params = {};
	for (const [field, value] of Object.entries(payload)) {
		if (typeof value === "string" || typeof value === "number") params[field] = value;
	}
	const seat = payload.seat ?? payload.starter ?? payload.winner;
	if (typeof seat === "number") params.name = context.seatName(seat);
	if (typeof payload.winner === "number") params.loser = context.seatName(1 - payload.winner);
	const side = sideOf(Number(payload.seat ?? 0));
	if (type === "turn.ended") params.play = playName(stepsOf(payload.moves), side);
	if (QUIET.has(type)) params.play = stepName(payload as unknown as Moved, side);
	const pair = (field: string): readonly number[] =>
		Array.isArray(payload[field]) ? (payload[field] as number[]) : [];
	params.roll = rollName(pair("dice"));
	const [white, black] = type === "opening.rolled" ? pair("dice") : pair("score");
	return { ...params, white: white ?? 0, black: black ?? 0, one: context.seatName(0), two: context.seatName(1) };
}

function stepsOf(moves: unknown): readonly Moved[] {
	return Array.isArray(moves) ? (moves as readonly Moved[]) : [];
}
