// Orcain's events in words. It must not know the document, nor what cards do: it names the cards and the hit points in
// the event. `your` and `opp` in an event are the reader's side, or the first for spectators, and the other.

import type { Snapshot, TableEvent } from "../../net/types.ts";
import type { LogContext } from "../board.ts";
import type { UiText } from "../common/ui_text.ts";
import { other, type Side, sideOf } from "./types.ts";

const ORDER = ["attack", "defense", "heal", "counter", "none"];

/** The event's line for the log: empty if it has none, null for an event without words here. */
export function line(event: TableEvent, context: LogContext, snapshot?: Snapshot | null): string | null {
	const near = sideOf(snapshot?.you);
	const texts = sentences(event, near, context.seatName);
	return texts === null ? null : texts.map(({ key, params }) => context.say(key, params)).join(" ");
}

function sentences({ type, payload }: TableEvent, near: Side, name: (seat: number) => string): UiText[] | null {
	const names = { one: name(near), two: name(other(near)) };
	const round = Number(payload.roundIndex);
	switch (type) {
		case "match_found":
			return [told(payload.pot === 0 ? "match_found.free" : "match_found", { ...names, pot: Number(payload.pot) })];
		case "prep_start":
			return [told(payload.suddenDeath === true ? "prep_start.sudden" : "prep_start", { round })];
		case "confirm_ok":
		case "player.away":
		case "player.back":
			return [told(type, { name: name(sideOf(payload.seat)) })];
		case "reveal_start":
			return [];
		case "step_reveal":
			return [clash(payload, names), standing(payload, names)];
		case "round_end":
			return silences(payload, names);
		case "match_end":
			return ending(payload, name);
		default:
			return null;
	}
}

type Payload = TableEvent["payload"];
type Names = { readonly one: string; readonly two: string };

/** The two cards in one sentence; the player of the card named first comes first. */
function clash({ yourCard, oppCard }: Payload, { one, two }: Names): UiText {
	const [yours, theirs] = [String(yourCard ?? "none"), String(oppCard ?? "none")];
	const turned = ORDER.indexOf(yours) > ORDER.indexOf(theirs);
	const [first, second] = turned ? [theirs, yours] : [yours, theirs];
	return told(`clash.${first}.${second}`, turned ? { one: two, two: one } : { one, two });
}

function standing({ yourHp, oppHp }: Payload, names: Names): UiText {
	return told("standing", { ...names, hpOne: Number(yourHp), hpTwo: Number(oppHp) });
}

function silences({ yourAfkStreak, oppAfkStreak }: Payload, { one, two }: Names): UiText[] {
	const silent = [...(Number(yourAfkStreak) > 0 ? [one] : []), ...(Number(oppAfkStreak) > 0 ? [two] : [])];
	return silent.map((name) => told("silent", { name }));
}

function ending({ winnerId, reason, pot, potBurned }: Payload, name: (seat: number) => string): UiText[] {
	const winner = typeof winnerId === "number" ? sideOf(winnerId) : null;
	const how = potBurned === true ? "lost" : winner === null ? `draw.${String(reason)}` : String(reason);
	const who: UiText["params"] = winner === null ? {} : { name: name(winner), loser: name(other(winner)) };
	const news = [told(`match_end.${how}`, who)];
	if (Number(pot) > 0) {
		const whose = potBurned === true ? "burned" : winner === null ? "back" : "taken";
		news.push(told(`pot.${whose}`, { ...who, pot: Number(pot) }));
	}
	return news;
}

function told(key: string, params: UiText["params"]): UiText {
	return { key: `event.orcain.${key}`, params };
}
