// Backgammon's values as this board names them. The shapes are made from the server's schema; nothing is decided here.

import type { Moved, View } from "../../games/backgammon.ts";
import type { Action } from "../../net/types.ts";
import { uiTextsOf } from "../common/ui_text.ts";

export type { LastTurn, Moved, View } from "../../games/backgammon.ts";
export type Side = 0 | 1;
export type Colour = "white" | "black";

/** What a drawing needs to know of a game; pairs are white's and black's. */
export interface Position {
	readonly board: readonly number[];
	readonly bar: readonly [number, number];
	readonly home: readonly [number, number];
}

export type Step = Pick<Moved, "from" | "to" | "die">;
export type Move = Action & Step;

const WORDS = ["undo", "done", "drop", "take", "double", "roll"] as const;
export type Word = (typeof WORDS)[number];
export type Wording = Action & { readonly type: Word };

export function isMove(action: Action): action is Move {
	const { type, from, to, die } = action;
	return type === "move" && typeof from === "number" && typeof to === "number" && typeof die === "number";
}

/** Every action that is a single word, in the order in which it is offered. */
export function wordings(legal: readonly Action[]): readonly Wording[] {
	return WORDS.flatMap((word) => legal.filter((action): action is Wording => action.type === word));
}

/** A table that has not begun has no view. */
export function viewOf(view: unknown): View | null {
	return view !== null && typeof view === "object" && "diceUsed" in view ? (view as View) : null;
}

export const uiText = uiTextsOf("backgammon");

export function colourOf(side: Side): Colour {
	return side === 0 ? "white" : "black";
}

export function sideOf(seat: number): Side {
	return seat === 1 ? 1 : 0;
}

export function other(side: Side): Side {
	return side === 0 ? 1 : 0;
}

/** What the cube shows. */
export function stakeOf(view: View): number {
	return view.cube.value ?? 1;
}
