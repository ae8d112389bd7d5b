// The state of the match in words, as keys to translate, read from a view. It must not know the document, nor decide
// anything: the view says the phase, who has confirmed and who has won.

import { durationText } from "../../words/times.ts";
import type { SeatName } from "../board.ts";
import type { UiText } from "../common/ui_text.ts";
import { nearSide, other, SIDES, type Side, uiText, type View, viewOf } from "./types.ts";

/** What the reader has done this round, known here before the server has it. */
export interface Own {
	readonly laid: number;
	readonly isOpen: boolean;
	/** They have shown that they are there. */
	readonly hasActed: boolean;
}

export interface Warning {
	readonly text: UiText;
	readonly isOwn: boolean;
}

/** What is going on, the same for everybody. */
export function headline(view: View | null): UiText {
	if (view === null) return uiText("phase.before");
	const { roundIndex: round, rounds } = view;
	if (view.phase === "END") return uiText("phase.over");
	return view.suddenDeath ? uiText("phase.sudden", { round }) : uiText("phase.round", { round, rounds });
}

/** Whether a lost connection loses the reader the match at once. */
export function leavingCosts(snapshot: { readonly view: unknown }): boolean {
	const view = viewOf(snapshot.view);
	return view !== null && view.you !== null && view.phase !== "END" && view.disconnectGraceMs === 0;
}

/** What it means for the reader: what to do, or whom to wait for. */
export function instruction(view: View | null, own: Own, name: SeatName): UiText {
	if (view === null) return uiText("before");
	if (view.phase === "END") return uiText("over", { round: view.roundIndex });
	if (view.phase === "REVEAL") return turning(view.steps.length);
	return own.isOpen ? asking(own.laid) : waiting(view, name);
}

function turning(open: number): UiText {
	return open === 0 ? uiText("reveal.begin") : uiText("reveal", { step: open });
}

function asking(laid: number): UiText {
	if (laid === 0) return uiText("ask.empty");
	return laid === 3 ? uiText("ask.full") : uiText(laid === 2 ? "ask.some.one" : "ask.some", { left: 3 - laid });
}

function waiting(view: View, name: SeatName): UiText {
	const open = SIDES.filter((side) => !view.confirmed[side]);
	if (open.length === 0) return uiText("wait.deadline");
	if (view.you !== null) return uiText("wait", { name: name(other(nearSide(view))) });
	const [first, second] = [name(open[0] ?? 0), name(other(open[0] ?? 0))];
	return open.length === 2 ? uiText("watch.both") : uiText("watch.one", { name: second, other: first });
}

/** Who has won, and why. */
export function verdict(view: View, name: SeatName): readonly [UiText, UiText] {
	const { winner, reason, potBurned } = view.result ?? { winner: null, reason: "normal", potBurned: false };
	if (potBurned) return [uiText("end.lost"), uiText("end.lost.why")];
	if (winner === null) return [uiText("end.draw"), uiText(`end.draw.${reason}`, { hp: view.hp[0] })];
	const [won, lost] = winner === 1 ? [view.hp[1], view.hp[0]] : view.hp;
	const why = reason === "normal" && lost === 0 ? "end.out" : `end.${reason}`;
	return [uiText("end.won", { name: name(winner) }), uiText(why, { loser: name(1 - winner), more: won, fewer: lost })];
}

/** What became of the pot; null if there was none, or it is still played for. */
export function potNews(view: View, name: SeatName): UiText | null {
	const { pot, result } = view;
	if (result === null || pot === 0) return null;
	if (result.potBurned) return uiText("pot.burned", { pot });
	if (result.winner === null) return uiText("pot.back", { pot });
	if (result.winner === view.you) return uiText("pot.yours", { pot });
	return uiText("pot.taken", { pot, name: name(result.winner) });
}

/** The tokens the reader has left; null if there are none to count. */
export function tokensSaid({ tokens }: View): UiText | null {
	return tokens === null ? null : uiText(tokens === 1 ? "tokens.one" : "tokens", { tokens });
}

/** Who has lost the connection; readers know that they are here themselves. */
export function awaySides({ away, you }: View): readonly Side[] {
	return SIDES.filter((side) => away.includes(side) && side !== you);
}

/** What a lost connection costs, said to the players before it happens: in the first round, while cards are laid. */
export function graceNotice({ phase, roundIndex, disconnectGraceMs: ms }: View): UiText | null {
	if (phase !== "PREP" || roundIndex > 1) return null;
	return ms === 0 ? uiText("grace.none") : uiText("grace", { time: durationText(ms) });
}

/** A player who was silent for a round is close to losing. */
export function warnings(view: View, own: Own, name: SeatName): readonly Warning[] {
	if (view.phase !== "PREP") return [];
	const near = nearSide(view);
	if (view.bothAfkStreak > 0 && (view.you === null || !own.hasActed)) {
		return [{ text: uiText("warn.both"), isOwn: view.you !== null }];
	}
	return SIDES.filter((side) => isAtRisk(view, side, own)).map((side) =>
		view.you !== null && side === near
			? { text: uiText("warn.you"), isOwn: true }
			: { text: uiText("warn.other", { name: name(side) }), isOwn: false },
	);
}

function isAtRisk(view: View, side: Side, own: Own): boolean {
	if (view.afkStreaks[side] === 0 || view.confirmed[side]) return false;
	return side !== view.you || !own.hasActed;
}
