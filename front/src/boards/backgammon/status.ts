// The state of the game in words, as keys to translate, read from a view. It must not know the document, nor decide
// anything: the view says who acts, what is asked and who has won.

import type { Action } from "../../net/types.ts";
import type { SeatName } from "../board.ts";
import type { UiText } from "../common/ui_text.ts";
import { rollName } from "./notation.ts";
import { colourOf, sideOf, stakeOf, uiText, type View } from "./types.ts";

export type Role = "actor" | "rival" | "watcher";
/** The reader's role towards the seat to act. */
export function roleOf(view: View): Role {
	if (view.you === null) return "watcher";
	return view.you === view.toAct ? "actor" : "rival";
}

/** What is going on, the same for everybody. */
export function headline(view: View, name: SeatName): UiText {
	if (view.result !== null)
		return uiText(view.points > 0 ? "phase.match" : "phase.won", { name: name(view.result.winner) });
	if (view.active === null) return uiText("phase.opening");
	const colour = colourOf(sideOf(view.active));
	if (view.phase === "answer") return uiText("phase.answer", { name: name(view.active), value: stakeOf(view) * 2 });
	if (view.phase !== "moving") return uiText(`phase.roll.${colour}`);
	return uiText(`phase.moving.${colour}`, { roll: rollName(view.dice) });
}

/** What it means for the reader: what to do, whom to wait for, or why it is over. */
export function instruction(view: View, name: SeatName, legal: readonly Action[]): UiText {
	if (view.result !== null) return ending(view, name);
	if (view.toAct === null) return uiText("chance");
	const params = { name: name(view.toAct), value: stakeOf(view) * 2, stake: stakeOf(view) };
	if (roleOf(view) !== "actor") return uiText(view.phase === "answer" ? "wait.answer" : "wait", params);
	if (view.phase === "cube") return uiText("ask.cube");
	if (view.phase === "answer") return uiText("ask.answer", params);
	if (legal.some(({ type }) => type === "done")) return uiText("ask.done");
	return uiText(view.bar[sideOf(view.toAct)] > 0 ? "ask.bar" : "ask.move");
}

function ending(view: View, name: SeatName): UiText {
	const last = view.games.at(-1);
	const reason = view.result?.reason ?? "borne_off";
	const winner = view.result?.winner ?? 0;
	const params = { name: name(winner), loser: name(1 - winner), points: last?.points ?? 1 };
	if (view.points > 0) return uiText("over.match", { ...params, white: view.score[0], black: view.score[1] });
	return uiText(reason === "borne_off" ? `over.${last?.kind ?? "single"}` : `over.${reason}`, params);
}

/** The score of a match, and what is special about this game; empty for a single game. */
export function matchNotes(view: View): readonly UiText[] {
	if (view.points === 0) return view.jacoby ? [uiText("match.jacoby")] : [];
	const to = uiText("match.to", { points: view.points, game: view.game });
	return view.crawfordGame ? [to, uiText("match.crawford")] : [to];
}
