// Briscola's events in words. It must not know the document, nor any rule.

import type { TableEvent } from "../../net/types.ts";
import type { LogContext } from "../board.ts";
import type { UiText } from "../common/ui_text.ts";
import { aBid } from "./bids.ts";
import { theCard } from "./cards.ts";
import type { Card, HandResult } from "./types.ts";

type Params = UiText["params"];
type Payload = TableEvent["payload"];

/** The event's line for the log: empty if it has none, null for an event without words here. */
export function line({ type, payload }: TableEvent, context: LogContext): string | null {
	switch (type) {
		case "phase.change":
			return phase(payload, context);
		case "trick.played":
			return say(context, type, payload, { card: theCard(payload.card as Card, context.say) });
		case "hand.result":
			return result(payload.result as HandResult, context);
		case "trick.won":
		case "player.away":
		case "player.back":
		case "player.resigned":
			return say(context, type, payload);
		case "hand.update":
		case "score.update":
			return "";
		default:
			return null;
	}
}

/** What is new in a change of phase: a bid, a call, the partner. */
function phase(payload: Payload, context: LogContext): string {
	const bid = typeof payload.bid === "number" ? payload.bid : null;
	const rank = typeof payload.partner_rank === "number" ? payload.partner_rank : 1;
	const called = { suit: payload.trump_suit, rank } as Pick<Card, "suit" | "rank">;
	switch (payload.phase) {
		case "ready":
			return say(context, Number(payload.deals ?? 0) > 0 ? "dealt.again" : "dealt", payload);
		case "bid":
			if (bid === null) return say(context, "auction", payload);
			return say(context, bid < 0 ? "pass" : "bid", payload, { bid: aBid(bid, context.say) });
		case "call-partner-rank":
			return say(context, "won", payload, { bid: aBid(bid ?? 0, context.say) });
		case "play-first-trick":
			return say(context, "rank", payload, { rank: context.say(`briscola.a.${rank}`) });
		case "call-partner-suit":
			return say(context, "suit", payload, { rank: context.say(`briscola.a.${rank}`) });
		case "play-tricks":
			return say(context, payload.partner_id == null ? "called" : "partner", payload, {
				card: theCard(called, context.say),
				suit: context.say(`briscola.suit.${called.suit}`),
			});
		default:
			return "";
	}
}

function result(found: HandResult, context: LogContext): string {
	const { caller_id, partner_id, taken, contract, made } = found;
	const payload = { caller_id, partner_id, taken, contract };
	return say(context, `result.${made ? "made" : "failed"}${partner_id === null ? ".alone" : ""}`, payload);
}

const NAMED = { player_id: "name", winner_id: "name", caller_id: "caller", partner_id: "partner", dealer_id: "dealer" };
/** What a time-out may do for a player. */
const TIMED = new Set(["pass", "rank", "called", "partner", "trick.played"]);

function say({ say, seatName }: LogContext, key: string, payload: Payload, more: Params = {}): string {
	const params: Params = {};
	for (const [field, value] of Object.entries(payload)) {
		if (typeof value === "string" || typeof value === "number") params[field] = value;
	}
	for (const [field, name] of Object.entries(NAMED)) {
		const seat = payload[field];
		if (typeof seat === "number") params[name] = seatName(seat);
	}
	const sentence = say(`event.briscola.${key}`, { ...params, ...more });
	return payload.auto === true && TIMED.has(key) ? `${say("event.briscola.auto")} ${sentence}` : sentence;
}
