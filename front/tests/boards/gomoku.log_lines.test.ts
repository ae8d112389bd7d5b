// What gomoku's board announces and writes to the log.

import { expect, test } from "vitest";
import { board } from "../../src/boards/gomoku/index.tsx";
import { plain } from "./gomoku.model.ts";
import { moment, mountBoard, say, seatName } from "./test_page.ts";

const OPENING = { size: 19, opener: 0, you: 0, cells: [0, 1, 2, 3, 4], choice: "black", last: "black" } as const;
const context = { game: "gomoku", say, seatName, send: () => undefined, announce: () => undefined };
const { view, legal } = plain(OPENING);
const { snapshot } = moment(view, legal);

function told(type: string, payload: Record<string, unknown>): string | null {
	return board.lines?.({ seq: 2, type, payload }, context, snapshot) ?? null;
}

test("events are told with names and cells, on a board of its size", () => {
	expect(told("stone.placed", { seat: 1, x: 7, y: 11, mark: "O" })).toBe("Bo places h8.");
	expect(told("stone.placed", { seat: 0, x: 7, y: 11, mark: "X", order: 1 })).toBe("Ada places opening stone 1 on h8.");
	expect(told("choice.made", { seat: 0, choice: "white" })).toBe("Ada takes white.");
	expect(told("choice.made", { seat: 0, choice: "black", auto: true })).toBe("Out of time: Ada gets black.");
	expect(told("choice.made", { seat: 1, choice: "place_more" })).toBe("Bo will place two more stones.");
	expect(told("colors.assigned", { black: 1, white: 0, first: 1 })).toBe(
		"Bo plays black, Ada plays white; Bo moves first.",
	);
	const line = [4, 5, 6, 7, 8].map((at) => [at, 19 - at]);
	expect(told("game.end", { winner: 0, reason: "five", line })).toBe(
		"Black wins with 5 in a row: e4 to i8. Well played, Ada!",
	);
	expect(told("game.end", { winner: 1, reason: "resigned" })).toBe("Ada resigns; Bo wins.");
	expect(told("game.end", { winner: null, reason: "board_full" })).toBe("The board is full: a draw.");
	expect(told("player.away", { seat: 1 })).toBe("Bo is away.");
	expect(told("something.else", {})).toBeNull();
});

test("news is announced once, with what is asked now", async () => {
	const page = await mountBoard("gomoku");
	const event = { seq: 2, type: "stone.placed", payload: { seat: 1, x: 7, y: 11, mark: "O" } };
	await page.show(moment({ ...view, toAct: 1 }, [], { events: [{ ...event, seq: 1 }] }));
	expect(page.announced).toEqual([]);
	const next = moment(view, legal, { events: [event], seq: 2, decision: 2 });
	await page.show(next);
	await page.show({ ...next });
	expect(page.announced).toEqual(["Bo places h8. Black to move. Your move: you play black."]);
	page.close();
});
