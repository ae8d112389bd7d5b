// The state of the game in words, as keys to translate, read from a view. It must not know the document, nor decide
// anything: the view says who acts, what is asked and who has won.

import type { SeatName } from "../board.ts";
import type { UiText } from "../common/ui_text.ts";
import type { Intent } from "./targets.ts";
import { type Act, isToAct, pointsOf, uiText, type View } from "./types.ts";

/** What is going on, the same for everybody. */
export function headline(view: View | null, name: SeatName): UiText {
	if (view === null) return uiText("phase.before");
	const who = { name: name(view.current) };
	switch (view.phase) {
		case "GAME_OVER": {
			const winner = view.result?.winner ?? null;
			return winner === null ? uiText("phase.draw") : uiText("phase.won", { name: name(winner) });
		}
		case "SETUP":
			return uiText(`phase.setup.${view.setup_round ?? 1}`, who);
		case "DISCARD":
			return uiText("phase.discard");
		case "MOVE_ROBBER":
			return uiText("phase.robber", who);
		case "TRADE_RESPONSE":
			return uiText("phase.answer", who);
		default:
			return uiText("phase.turn", who);
	}
}

/** What it means for the reader: what to do, whom to wait for, or why it is over. */
export function instruction(view: View | null, name: SeatName, legal: readonly Act[], intent: Intent | null): UiText {
	if (view === null) return uiText("before");
	if (view.result !== null) return ending(view, name);
	if (isToAct(view)) return intent === null ? question(view, legal) : uiText(`aim.${intent}`);
	const [first] = view.to_act;
	return first === undefined ? uiText("chance") : uiText(`wait.${view.phase}`, { name: name(first) });
}

function question(view: View, legal: readonly Act[]): UiText {
	const has = (type: Act["type"]) => legal.some((act) => act.type === type);
	switch (view.phase) {
		case "SETUP":
			return uiText(has("SETUP_PLACE_ROAD") ? "ask.road" : "ask.settlement");
		case "ROLL":
			return uiText(has("PLAY_KNIGHT") ? "ask.roll.knight" : "ask.roll");
		case "DISCARD":
			return uiText("ask.discard", { count: view.owes[view.you === 1 ? 1 : 0] });
		case "MOVE_ROBBER":
			return uiText("ask.robber");
		case "TRADE_RESPONSE":
			return uiText(has("TRADE_ACCEPT") ? "ask.answer" : "ask.answer.cannot");
		default:
			return uiText("ask.turn");
	}
}

function ending(view: View, name: SeatName): UiText {
	const { winner, reason } = view.result ?? { winner: null, reason: "points" };
	const points = { one: pointsOf(view, 0), two: pointsOf(view, 1) };
	if (winner === null) return uiText("over.draw", points);
	const loser = { name: name(winner), loser: name(1 - winner) };
	return uiText(`over.${reason}`, { ...loser, points: pointsOf(view, winner), fewer: pointsOf(view, 1 - winner) });
}
