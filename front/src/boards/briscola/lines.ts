// Briscola's events as a commentator tells them. It must not know the document, nor any rule.

import type { TableEvent } from "../../net/types.ts";
import type { Around } from "../board.ts";
import { aBid } from "./bids.ts";
import { theCard } from "./cards.ts";
import type { Card, HandResult, Said } from "./types.ts";

type Voice = Pick<Around, "say" | "seatName">;
type Params = Said["params"];
type Payload = TableEvent["payload"];

/** The event's sentence for the log: empty for what it leaves out, null for what this board has no words for. */
export function line({ type, payload }: TableEvent, around: Voice): string | null {
	switch (type) {
		case "phase.change":
			return phase(payload, around);
		case "trick.played":
			return say(around, type, payload, { card: theCard(payload.card as Card, around.say) });
		case "hand.result":
			return result(payload.result as HandResult, around);
		case "trick.won":
		case "player.away":
		case "player.back":
		case "player.resigned":
			return say(around, type, payload);
		case "hand.update":
		case "score.update":
			return "";
		default:
			return null;
	}
}

/** Of a change of phase what is new in it: a bid, a call, the partner. */
function phase(payload: Payload, around: Voice): string {
	const bid = typeof payload.bid === "number" ? payload.bid : null;
	const rank = typeof payload.partner_rank === "number" ? payload.partner_rank : 1;
	const called = { suit: payload.trump_suit, rank } as Pick<Card, "suit" | "rank">;
	switch (payload.phase) {
		case "ready":
			return say(around, Number(payload.deals ?? 0) > 0 ? "dealt.again" : "dealt", payload);
		case "bid":
			if (bid === null) return say(around, "auction", payload);
			return say(around, bid < 0 ? "pass" : "bid", payload, { bid: aBid(bid, around.say) });
		case "call-partner-rank":
			return say(around, "won", payload, { bid: aBid(bid ?? 0, around.say) });
		case "play-first-trick":
			return say(around, "rank", payload, { rank: around.say(`briscola.a.${rank}`) });
		case "call-partner-suit":
			return say(around, "suit", payload, { rank: around.say(`briscola.a.${rank}`) });
		case "play-tricks":
			return say(around, payload.partner_id == null ? "called" : "partner", payload, {
				card: theCard(called, around.say),
				suit: around.say(`briscola.suit.${called.suit}`),
			});
		default:
			return "";
	}
}

function result(found: HandResult, around: Voice): string {
	const { caller_id, partner_id, taken, contract, made } = found;
	const payload = { caller_id, partner_id, taken, contract };
	return say(around, `result.${made ? "made" : "failed"}${partner_id === null ? ".alone" : ""}`, payload);
}

const NAMED = { player_id: "name", winner_id: "name", caller_id: "caller", partner_id: "partner", dealer_id: "dealer" };
/** What may also be done for somebody who is out of time. */
const TIMED = new Set(["pass", "rank", "called", "partner", "trick.played"]);

function say({ say, seatName }: Voice, key: string, payload: Payload, more: Params = {}): string {
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
