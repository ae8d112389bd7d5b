// What backgammon's board announces and writes to the log.

import { expect, test } from "vitest";
import { START } from "../../src/boards/backgammon/display.ts";
import { board } from "../../src/boards/backgammon/index.tsx";
import type { Position } from "../../src/boards/backgammon/types.ts";
import { viewFor } from "./backgammon.model.ts";
import { moment, mountBoard, say, seatName } from "./test_page.ts";

const context = { game: "backgammon", say, seatName, send: () => undefined, announce: () => undefined };

function told(type: string, payload: Record<string, unknown>): string | null {
	return board.lines?.({ seq: 2, type, payload }, context) ?? null;
}

test("events are told with names, dice and plays, each side counting from its own home", () => {
	const moves = [
		{ from: 12, to: 6, die: 6 },
		{ from: 7, to: 6, die: 1, hit: true },
	];
	expect(told("opening.rolled", { dice: [3, 5], starter: 1 })).toBe("Ada rolls 3, Bo rolls 5: Bo begins.");
	expect(told("opening.rolled", { dice: [3, 3], starter: null })).toBe("Both roll 3: again.");
	expect(told("turn.ended", { seat: 0, turn: 1, dice: [6, 1], moves })).toBe("Ada plays 13/7, 8/7 and hits.");
	expect(told("turn.ended", { seat: 1, turn: 1, dice: [6, 6], moves: [{ from: -1, to: 5, die: 6 }] })).toBe(
		"Bo plays bar/19.",
	);
	expect(told("turn.passed", { seat: 1, turn: 2, dice: [6, 6, 6, 6] })).toBe("Bo has no move with 6-6 and passes.");
	expect(told("checker.moved", { seat: 0, from: 12, to: 6, die: 6 })).toBe("");
	expect(told("checker.moved", { seat: 0, from: 12, to: 6, die: 6, auto: true })).toBe(
		"Out of time: 13/7 is played at random for Ada.",
	);
	expect(told("cube.doubled", { seat: 0, value: 2 })).toBe("Ada doubles to 2.");
	expect(told("game.won", { winner: 1, kind: "gammon", points: 4, reason: "borne_off", score: [0, 4] })).toBe(
		"Bo wins a gammon, 4 points!",
	);
	expect(told("game.won", { winner: 1, kind: "single", points: 1, reason: "dropped", score: [0, 1] })).toBe(
		"Bo wins 1: Ada has dropped.",
	);
	expect(told("match.won", { winner: 0, reason: "borne_off", score: [5, 3] })).toBe("Ada wins the match, 5–3.");
	expect(told("something.else", {})).toBeNull();
});

test("whole plays of others are announced, and each checker of one's own", async () => {
	const page = await mountBoard("backgammon");
	const view = viewFor(START as unknown as Position, 0);
	const moves = [{ from: 0, to: 6, die: 6 }];
	const turn = { seq: 3, type: "turn.ended", payload: { seat: 1, turn: 1, dice: [6, 4], moves } };
	const step = { seq: 2, type: "checker.moved", payload: { seat: 1, from: 0, to: 6, die: 6 } };
	await page.show(moment({ ...view, active: 1, toAct: 1 }, []));
	const legal = [{ type: "move", from: 12, to: 6, die: 6 }];
	await page.show(moment({ ...view, turn: 2 }, legal, { events: [step, turn], seq: 3, decision: 2 }));
	expect(page.announced).toEqual(["Bo plays 24/18. White to play 6-2. Your turn: pick a checker, then where it goes."]);
	const own = { seq: 4, type: "checker.moved", payload: { seat: 0, from: 12, to: 6, die: 6, hit: true } };
	await page.show(moment({ ...view, turn: 2 }, legal, { events: [own], seq: 4, decision: 3 }));
	expect(page.announced.slice(1)).toEqual(["Ada moves 13/7 and hits."]);
	page.close();
});
