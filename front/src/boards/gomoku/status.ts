// The state of the game in words, as keys to translate, and its choices, read from a view. It must not know the
// document, nor decide anything: the view says who acts, what is asked and who has won.

import type { Action } from "../../net/types.ts";
import type { UiText } from "../common/ui_text.ts";
import { MARK_BY_ORDER } from "./cells.ts";
import { type Choose, type Colour, colourOf, isChoose, type Mark, type Phase, uiText, type View } from "./types.ts";

export type Stage = Exclude<Phase, "complete"> | "main_game";
export type Role = "actor" | "rival" | "watcher";

export interface Step {
	readonly stage: Stage;
	readonly state: "done" | "now" | "next" | "skipped";
}

export interface Assignment {
	readonly black: number;
	readonly white: number;
	readonly first: number;
}

const STAGES: readonly Stage[] = ["swap2_placement", "swap2_choice", "swap2_extra", "swap2_final_choice", "main_game"];

export function stageOf(view: View): Stage {
	const phase = view.gamePhase === "swap2" ? view.swap2State?.phase : undefined;
	return phase === undefined || phase === "complete" ? "main_game" : phase;
}

/** The reader's role towards the seat to act. */
export function roleOf(view: View): Role {
	if (view.you === null) return "watcher";
	return view.you === view.toAct ? "actor" : "rival";
}

/** The stone asked for, counted over the whole opening: 4/5 is the first of two more. */
export function stoneCount(view: View): { stone: number; of: number } {
	const there = view.swap2State?.tentativeStones.length ?? 0;
	return { stone: there + 1, of: there - view.stonesPlaced + view.stonesRequired };
}

/** The colour of a stone placed now; null if none is asked for. */
export function nextMark(view: View): Mark | null {
	if (view.result !== null || view.toAct === null) return null;
	if (stageOf(view) === "main_game") return view.currentTurn;
	return view.stonesRequired > 0 ? (MARK_BY_ORDER[stoneCount(view).stone - 1] ?? null) : null;
}

/** The stone shown beside the header: the next one, or the winner's. */
export function signMark(view: View): Mark | null {
	const winner = view.result?.winner ?? null;
	if (winner === null || view.black === null) return nextMark(view);
	return winner === view.black ? "X" : "O";
}

/** What is going on, the same for everybody. */
export function headline(view: View, name: (seat: number) => string): UiText {
	if (view.result !== null) {
		const { winner } = view.result;
		return winner === null ? uiText("phase.draw") : uiText("phase.won", { name: name(winner) });
	}
	const stage = stageOf(view);
	if (stage === "main_game") return uiText(`phase.main_game.${view.currentTurn === "O" ? "white" : "black"}`);
	return uiText(`phase.${stage}`, view.stonesRequired > 0 ? { ...stoneCount(view) } : {});
}

/** What it means for the reader: what to do, whom to wait for, or why it is over. */
export function instruction(view: View, name: (seat: number) => string): UiText {
	if (view.result !== null) return ending(view, name);
	if (view.toAct === null) return uiText("chance");
	const params = { name: name(view.toAct), other: name(1 - view.toAct) };
	const [stage, role, mark] = [stageOf(view), roleOf(view), nextMark(view)];
	if (role !== "actor") return uiText(`${stage}.${role}`, params);
	return uiText(mark === null ? `${stage}.actor` : `${stage}.actor.${colourOf(mark)}`, params);
}

function ending(view: View, name: (seat: number) => string): UiText {
	const winner = view.result?.winner ?? null;
	const params: UiText["params"] = winner === null ? {} : { name: name(winner), loser: name(1 - winner) };
	return uiText(`over.${view.result?.reason ?? "board_full"}`, params);
}

/** Exactly the choices that are legal now, in the server's order. */
export function choices(legal: readonly Action[]): readonly Choose[] {
	return legal.filter(isChoose);
}

/** The opening as a row of steps; empty for a game without one. */
export function track(view: View): readonly Step[] {
	const opening = view.swap2State;
	if (!view.swap2Enabled || opening === null) return [];
	const now = STAGES.indexOf(stageOf(view));
	const short = now === STAGES.length - 1 && opening.tentativeStones.length <= 3;
	return STAGES.map((stage, index) => ({ stage, state: stepState(index, now, short) }));
}

function stepState(index: number, now: number, short: boolean): Step["state"] {
	if (index === now) return "now";
	if (index > now) return "next";
	return short && (index === 2 || index === 3) ? "skipped" : "done";
}

/** The colours and the first to move, once Swap 2 has decided; null before, and without Swap 2. */
export function assignment(view: View): Assignment | null {
	const opening = view.swap2State;
	if (opening === null || view.gamePhase !== "main_game" || view.black === null) return null;
	return { black: view.black, white: 1 - view.black, first: view.players.indexOf(opening.activePlayerId) };
}

/** Whether the colours have just been assigned: they are shown once before the first move. */
export function isFresh(view: View): boolean {
	const opening = view.swap2State;
	return assignment(view) !== null && view.result === null && view.moves.length === opening?.tentativeStones.length;
}

/** The colour of a seat, once it has one. */
export function colourOfSeat(view: View, seat: number): Colour | null {
	if (view.black === null) return null;
	return seat === view.black ? "black" : "white";
}
