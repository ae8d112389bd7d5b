// A model of the server during Swap 2: enough of the rules to make every view it can send, and its legal actions. Only
// the tests know rules; the board does not.

import fc from "fast-check";
import type { Choice, Mark, Phase, View } from "../../src/boards/gomoku/types.ts";
import type { Action } from "../../src/net/types.ts";

const MARKS: readonly Mark[] = ["X", "O", "X", "X", "O"];
const NEEDED: Partial<Record<Phase, number>> = { swap2_placement: 3, swap2_extra: 2 };
const OPTIONS: Partial<Record<Phase, readonly Choice[]>> = {
	swap2_choice: ["black", "white", "place_more"],
	swap2_final_choice: ["black", "white"],
};

export interface Opening {
	readonly size: 15 | 19;
	readonly opener: 0 | 1;
	readonly you: 0 | 1 | null;
	readonly cells: readonly number[];
	readonly choice: Choice;
	readonly last: "black" | "white";
}

export interface UiText {
	readonly view: View;
	readonly legal: readonly Action[];
}

/** Any opening, looked at from any side. */
export const openings: fc.Arbitrary<Opening> = fc.record({
	size: fc.constantFrom(15 as const, 19 as const),
	opener: fc.constantFrom(0 as const, 1 as const),
	you: fc.constantFrom(0 as const, 1 as const, null),
	cells: fc.uniqueArray(fc.nat(224), { minLength: 5, maxLength: 5 }),
	choice: fc.constantFrom<Choice[]>("black", "white", "place_more"),
	last: fc.constantFrom("black" as const, "white" as const),
});

/** Everything the server says from the first stone to the first turn of the main game, in order. */
export function course(opening: Opening): UiText[] {
	const uiText: UiText[] = [];
	for (let stones = 0; stones < 3; stones += 1) uiText.push(asked(opening, "swap2_placement", stones));
	uiText.push(asked(opening, "swap2_choice", 3));
	if (opening.choice !== "place_more") return [...uiText, begun(opening, 3)];
	uiText.push(asked(opening, "swap2_extra", 3), asked(opening, "swap2_extra", 4));
	return [...uiText, asked(opening, "swap2_final_choice", 5), begun(opening, 5)];
}

/** The first word of a game without Swap 2. */
export function plain(opening: Opening): UiText {
	const view = { ...blank(opening, 0), toAct: opening.opener, black: opening.opener, currentTurn: "X" as const };
	return { view, legal: places(view) };
}

function asked(opening: Opening, phase: Phase, stones: number): UiText {
	const first = phase === "swap2_placement" || phase === "swap2_final_choice";
	const toAct = first ? opening.opener : 1 - opening.opener;
	const view: View = {
		...blank(opening, stones),
		gamePhase: "swap2",
		swap2Enabled: true,
		moves: [],
		swap2State: swap2(opening, phase, stones, toAct),
		toAct,
		stonesPlaced: phase === "swap2_extra" ? stones - 3 : phase === "swap2_placement" ? stones : 0,
		stonesRequired: NEEDED[phase] ?? 0,
		options: OPTIONS[phase] ?? [],
	};
	return { view, legal: view.options.length > 0 ? chooses(view) : places(view) };
}

function begun(opening: Opening, stones: number): UiText {
	const chooser = stones === 3 ? 1 - opening.opener : opening.opener;
	const black = (stones === 3 ? opening.choice : opening.last) === "black" ? chooser : 1 - chooser;
	const view: View = {
		...blank(opening, stones),
		swap2Enabled: true,
		swap2State: swap2(opening, "complete", stones, black),
		black,
		toAct: black,
		currentTurn: "X",
	};
	return { view, legal: places(view) };
}

function swap2(opening: Opening, phase: Phase, stones: number, active: number): View["swap2State"] {
	const [player1Id, player2Id] = [`p${opening.opener}`, `p${1 - opening.opener}`];
	const tentativeStones = cells(opening, stones).map((cell, index) => ({
		...cell,
		placedBy: index < 3 ? player1Id : player2Id,
		placementOrder: index + 1,
		phase: index < 3 ? ("swap2_placement" as const) : ("swap2_extra" as const),
	}));
	return { phase, player1Id, player2Id, activePlayerId: `p${active}`, tentativeStones, actions: [] };
}

function blank(opening: Opening, stones: number): View {
	const board: (Mark | null)[][] = Array.from({ length: opening.size }, () => Array(opening.size).fill(null));
	const placed = cells(opening, stones).map((cell, index) => ({ ...cell, player: MARKS[index] as Mark }));
	for (const { x, y, player } of placed) (board[y] as (Mark | null)[])[x] = player;
	return {
		you: opening.you,
		players: ["p0", "p1"],
		rule: "freestyle",
		mode: "custom",
		board,
		moves: placed,
		currentTurn: null,
		swap2Enabled: false,
		swap2Required: false,
		gamePhase: "main_game",
		swap2State: null,
		black: null,
		toAct: null,
		stonesPlaced: 0,
		stonesRequired: 0,
		options: [],
		away: [],
		result: null,
	};
}

function cells(opening: Opening, stones: number): { x: number; y: number }[] {
	return opening.cells.slice(0, stones).map((cell) => ({ x: cell % 15, y: Math.floor(cell / 15) }));
}

function places(view: View): Action[] {
	if (view.you !== view.toAct) return [];
	return view.board.flatMap((row, y) => row.flatMap((mark, x) => (mark === null ? [{ type: "place", x, y }] : [])));
}

function chooses(view: View): Action[] {
	return view.you === view.toAct ? view.options.map((choice) => ({ type: "choose", choice })) : [];
}
