// The state of the game in words, as keys to translate, read from a view. It must not know the document, nor decide
// anything: the view says who acts, what is asked and who has won.

import type { Intent } from "./targets.ts";
import { type Act, isToAct, type Name, pointsOf, type Said, said, type View } from "./types.ts";

/** What is going on, the same for everybody. */
export function headline(view: View | null, name: Name): Said {
	if (view === null) return said("phase.before");
	const who = { name: name(view.current) };
	switch (view.phase) {
		case "GAME_OVER": {
			const winner = view.result?.winner ?? null;
			return winner === null ? said("phase.draw") : said("phase.won", { name: name(winner) });
		}
		case "SETUP":
			return said(`phase.setup.${view.setup_round ?? 1}`, who);
		case "DISCARD":
			return said("phase.discard");
		case "MOVE_ROBBER":
			return said("phase.robber", who);
		case "TRADE_RESPONSE":
			return said("phase.answer", who);
		default:
			return said("phase.turn", who);
	}
}

/** What it means for the reader: what to do, whom to wait for, or why it is over. */
export function instruction(view: View | null, name: Name, legal: readonly Act[], intent: Intent | null): Said {
	if (view === null) return said("before");
	if (view.result !== null) return ending(view, name);
	if (isToAct(view)) return intent === null ? question(view, legal) : said(`aim.${intent}`);
	const [first] = view.to_act;
	return first === undefined ? said("chance") : said(`wait.${view.phase}`, { name: name(first) });
}

function question(view: View, legal: readonly Act[]): Said {
	const has = (type: Act["type"]) => legal.some((act) => act.type === type);
	switch (view.phase) {
		case "SETUP":
			return said(has("SETUP_PLACE_ROAD") ? "ask.road" : "ask.settlement");
		case "ROLL":
			return said(has("PLAY_KNIGHT") ? "ask.roll.knight" : "ask.roll");
		case "DISCARD":
			return said("ask.discard", { count: view.owes[view.you === 1 ? 1 : 0] });
		case "MOVE_ROBBER":
			return said("ask.robber");
		case "TRADE_RESPONSE":
			return said(has("TRADE_ACCEPT") ? "ask.answer" : "ask.answer.cannot");
		default:
			return said("ask.turn");
	}
}

function ending(view: View, name: Name): Said {
	const { winner, reason } = view.result ?? { winner: null, reason: "points" };
	const points = { one: pointsOf(view, 0), two: pointsOf(view, 1) };
	if (winner === null) return said("over.draw", points);
	const loser = { name: name(winner), loser: name(1 - winner) };
	return said(`over.${reason}`, { ...loser, points: pointsOf(view, winner), fewer: pointsOf(view, 1 - winner) });
}
