// Orcain's values as this board names them. The shapes are made from the server's schema; nothing is decided here.

import type { View } from "../../games/orcain.ts";
import type { Action } from "../../net/types.ts";
import { uiTextsOf } from "../common/ui_text.ts";

export type { ShownStep, View } from "../../games/orcain.ts";
export type Side = 0 | 1;
export type CardId = View["hands"][0][0];
export type Hand = View["hands"][0];
export type Slot = 0 | 1 | 2;
/** Slot by slot a card, or nothing. */
export type Layout = readonly [CardId | null, CardId | null, CardId | null];

export const SLOTS: readonly Slot[] = [0, 1, 2];
export const SIDES: readonly Side[] = [0, 1];

export type Confirm = Action & { readonly layout: Layout };

export function isConfirm(action: Action): action is Confirm {
	return action.type === "layout_confirm" && Array.isArray(action.layout);
}

/** A table that has not begun has no view. */
export function viewOf(view: unknown): View | null {
	return view !== null && typeof view === "object" && "afkStreaks" in view ? (view as View) : null;
}

export const uiText = uiTextsOf("orcain");

export function sideOf(seat: unknown): Side {
	return seat === 1 ? 1 : 0;
}

export function other(side: Side): Side {
	return side === 0 ? 1 : 0;
}

/** The side the reader is on: their own, or the first for spectators. */
export function nearSide(view: Pick<View, "you">): Side {
	return sideOf(view.you);
}
