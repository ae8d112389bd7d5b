// A table's `state.json`, as far as a page looks at it. What cannot be read is no state; nothing here knows rules.

import type { Colour, Position, Side, Step } from "../src/boards/backgammon/types.ts";
import { isFields } from "../src/net/messages.ts";

export interface Message {
	readonly type: "error" | "info" | "warning";
	readonly text: string;
	readonly timestamp: string;
}

export interface State {
	readonly turn: number;
	readonly activePlayer: Colour;
	readonly dice: readonly number[];
	readonly diceUsed: readonly number[];
	readonly board: readonly number[];
	readonly bar: Readonly<Record<Colour, number>>;
	readonly home: Readonly<Record<Colour, number>>;
	readonly lastMove: { readonly sequence: number; readonly player: Colour; readonly file: string } | null;
	readonly status: "playing" | "completed";
	readonly winner: Colour | null;
	readonly players: Readonly<Record<Colour, string>>;
	readonly messages: readonly Message[];
	readonly updatedAt: string;
}

/** A turn as `history.json` has it; one without moves was a pass. */
export interface Turn {
	readonly player: Colour;
	readonly dice: readonly number[];
	readonly moves: readonly Step[];
}

/** The turns, and what they begin from: of a very long game only the last are there. */
export interface History {
	readonly board: readonly number[];
	readonly bar?: Readonly<Record<Colour, number>>;
	readonly home?: Readonly<Record<Colour, number>>;
	readonly turns: readonly Turn[];
}

export function readState(tree: unknown): State | null {
	if (!isFields(tree) || !isNumbers(tree.board, 24) || !isNumbers(tree.dice) || !isNumbers(tree.diceUsed)) return null;
	const pairs = [tree.bar, tree.home].every(isPair);
	const people = isFields(tree.players) && [tree.players.white, tree.players.black].every(isText);
	const known = isColour(tree.activePlayer) && Array.isArray(tree.messages) && isText(tree.updatedAt);
	return pairs && people && known ? (tree as unknown as State) : null;
}

export function readHistory(tree: unknown): History | null {
	if (!isFields(tree) || !isNumbers(tree.board, 24) || !Array.isArray(tree.turns)) return null;
	if (![tree.bar, tree.home].every((pair) => pair === undefined || isPair(pair))) return null;
	const isTurn = (turn: unknown) =>
		isFields(turn) &&
		isColour(turn.player) &&
		isNumbers(turn.dice) &&
		Array.isArray(turn.moves) &&
		turn.moves.every(isStep);
	return tree.turns.every(isTurn) ? (tree as unknown as History) : null;
}

export function isStep(step: unknown): step is Step {
	return isFields(step) && isNumbers([step.from, step.to, step.die]);
}

const NONE = { white: 0, black: 0 };

export function positionOf({ board, bar = NONE, home = NONE }: State | History): Position {
	return { board, bar: [bar.white, bar.black], home: [home.white, home.black] };
}

export function sideOfColour(colour: Colour): Side {
	return colour === "white" ? 0 : 1;
}

function isPair(value: unknown): boolean {
	return isFields(value) && isNumbers([value.white, value.black]);
}

function isColour(value: unknown): value is Colour {
	return value === "white" || value === "black";
}

function isText(value: unknown): value is string {
	return typeof value === "string";
}

function isNumbers(value: unknown, length?: number): value is number[] {
	const fits = Array.isArray(value) && (length === undefined || value.length === length);
	return fits && value.every((each) => Number.isInteger(each));
}
