// Gomoku's values as this board names them. The shapes are made from the server's schema; nothing is decided here.

import type { Swap2State, View } from "../../games/gomoku.ts";
import type { Action } from "../../net/types.ts";
import { uiTextsOf } from "../common/ui_text.ts";

export type { View } from "../../games/gomoku.ts";
export type Mark = NonNullable<View["currentTurn"]>;
export type Colour = "black" | "white";
export type Choice = View["options"][number];
export type Phase = Swap2State["phase"];

export interface Cell {
	readonly x: number;
	readonly y: number;
}

export type Place = Action & Cell;
export type Choose = Action & { readonly choice: Choice };

export function isPlace(action: Action): action is Place {
	return action.type === "place" && typeof action.x === "number" && typeof action.y === "number";
}

export function isChoose(action: Action): action is Choose {
	return action.type === "choose" && typeof action.choice === "string";
}

/** A table that has not begun has no view. */
export function viewOf(view: unknown): View | null {
	return view !== null && typeof view === "object" && "board" in view ? (view as View) : null;
}

export const uiText = uiTextsOf("gomoku");

export function colourOf(mark: Mark): Colour {
	return mark === "X" ? "black" : "white";
}
