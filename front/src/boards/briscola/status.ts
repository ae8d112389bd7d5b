// The state of the game in words, as keys to translate, read from a view. It must not know the document, nor decide
// anything: the view says who acts, what is asked and what came of it.

import type { Action } from "../../net/types.ts";
import type { Say, SeatName } from "../board.ts";
import type { UiText } from "../common/ui_text.ts";
import { aBid } from "./bids.ts";
import { type HandResult, isBid, isRankBid, PASS, uiText, type View } from "./types.ts";

/** How many tricks a hand has. */
export const TRICKS = 8;

/** What is going on, the same for everybody. */
export function headline(view: View, name: SeatName, say: Say): UiText {
	const caller = view.caller_id === null ? "" : name(view.caller_id);
	switch (view.phase) {
		case "ready":
			return uiText("phase.ready", { hand: view.hand_number });
		case "bid":
			if (view.bid === null) return uiText("phase.auction");
			return uiText("phase.bid", { name: caller, bid: aBid(view.bid, say) });
		case "call-partner-rank":
			return uiText("phase.rank", { name: caller, bid: view.contract ?? 0 });
		case "play-first-trick":
			return uiText("phase.blind", { trick: 1, tricks: TRICKS });
		case "call-partner-suit":
			return uiText("phase.suit", { name: caller });
		case "play-tricks":
			return uiText("phase.trick", { trick: Math.min(view.tricks.length + 1, TRICKS), tricks: TRICKS });
		case "end":
			return ended(view, name);
	}
}

/** The chapter of a play or call: the deal, the auction, or a trick. The suit is called in the first trick. */
export function chapter(view: View | null): UiText {
	switch (view?.phase) {
		case "bid":
		case "call-partner-rank":
			return uiText("chapter.auction", { hand: view.hand_number });
		case "play-first-trick":
		case "call-partner-suit":
		case "play-tricks":
			return uiText("phase.trick", { trick: Math.min(view.tricks.length + 1, TRICKS), tricks: TRICKS });
		default:
			return uiText("phase.ready", { hand: view?.hand_number ?? 1 });
	}
}

function ended(view: View, name: SeatName): UiText {
	if (view.resigned !== null) return uiText("phase.resigned", { name: name(view.resigned) });
	return uiText(view.results.at(-1)?.made ? "phase.made" : "phase.failed");
}

/** What it means for the reader: what to do, whom to wait for, or the result. */
export function instruction(view: View, name: SeatName, legal: readonly Action[]): UiText {
	if (view.phase === "end") return ending(view, name);
	if (view.current_player_id === null) return uiText("wait.deal", { name: nameOr(view.dealer_id, name) });
	if (view.you !== view.current_player_id) return uiText("wait", { name: name(view.current_player_id) });
	switch (view.phase) {
		case "bid":
			return askedToBid(legal);
		case "call-partner-rank":
			return uiText("ask.rank");
		case "call-partner-suit":
			return uiText(view.trick.length > 0 ? "ask.suit.blind" : "ask.suit");
		default:
			return uiText(view.trick.length === 0 ? "ask.lead" : "ask.play");
	}
}

function askedToBid(legal: readonly Action[]): UiText {
	const bids = legal.filter(isBid).filter(({ bid }) => bid !== PASS);
	const lowest = bids[0]?.bid ?? PASS;
	return isRankBid(lowest) ? uiText("ask.bid.rank") : uiText("ask.bid", { lowest });
}

function ending(view: View, name: SeatName): UiText {
	const result = view.results.at(-1);
	if (view.resigned !== null || result === undefined) return uiText("over.resigned");
	return outcomeOf(result, name);
}

/** `Ada and Bo have taken 78; 75 were bid.` */
export function outcomeOf(result: HandResult, name: SeatName): UiText {
	const params = { caller: name(result.caller_id), taken: result.taken, contract: result.contract };
	if (result.partner_id === null) return uiText("over.alone", params);
	return uiText("over.side", { ...params, partner: name(result.partner_id) });
}

/** What the reader knows of the partner; null while no card is called. */
export function partnerText(view: View, name: SeatName): UiText | null {
	if (view.called === null) return null;
	const caller = nameOr(view.caller_id, name);
	if (view.plays_alone) return uiText(view.you === view.caller_id ? "partner.alone.you" : "partner.alone", { caller });
	if (view.partner_id !== null) return uiText("partner.shown", { name: name(view.partner_id) });
	return uiText(view.you_are_partner ? "partner.you" : "partner.unknown");
}

function nameOr(seat: number | null, name: SeatName): string {
	return seat === null ? "" : name(seat);
}
