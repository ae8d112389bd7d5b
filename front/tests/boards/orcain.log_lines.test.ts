// What Orcain's board announces and writes to the log.

import { expect, test } from "vitest";
import { board } from "../../src/boards/orcain/index.tsx";
import { CARDS, confirmsOf, HAND, viewFor } from "./orcain.model.ts";
import { moment, mountBoard, say, seatName } from "./test_page.ts";

const context = { game: "orcain", say, seatName, send: () => undefined, announce: () => undefined };

function told(type: string, payload: Record<string, unknown>, you: number | null = 0): string | null {
	return board.lines?.({ seq: 2, type, payload }, context, { you } as never) ?? null;
}

test("a step is told with both cards and both hit points, from the reader's side", () => {
	const step = { roundIndex: 1, stepIndex: 1, yourCard: "heal", oppCard: "attack", yourHp: 8, oppHp: 10 };
	expect(told("step_reveal", step)).toBe("Bo attacks while Ada heals. Ada 8, Bo 10.");
	expect(told("step_reveal", step, 1)).toBe("Ada attacks while Bo heals. Bo 8, Ada 10.");
	expect(told("step_reveal", { ...step, yourCard: null, oppCard: null }, null)).toBe(
		"Neither Ada nor Bo plays a card. Ada 8, Bo 10.",
	);
});

test("every pair of cards has words", () => {
	for (const yourCard of [...CARDS, null]) {
		for (const oppCard of [...CARDS, null]) {
			expect(told("step_reveal", { yourCard, oppCard, yourHp: 1, oppHp: 2 })).toMatch(/Ada 1, Bo 2\.$/);
		}
	}
});

test("rounds, confirms, silence, leaving and returning are told", () => {
	expect(told("match_found", { pot: 2 })).toBe("Ada meets Bo. The pot is 2.");
	expect(told("match_found", { pot: 0 }, 1)).toBe("Bo meets Ada. Nothing is at stake.");
	expect(told("prep_start", { roundIndex: 2, suddenDeath: false })).toBe("Round 2: both lay out.");
	expect(told("prep_start", { roundIndex: 4, suddenDeath: true })).toBe("Sudden death, round 4: both lay out.");
	expect(told("confirm_ok", { roundIndex: 1, seat: 1 })).toBe("Bo is ready.");
	expect(told("reveal_start", { roundIndex: 1 })).toBe("");
	expect(told("round_end", { yourAfkStreak: 0, oppAfkStreak: 0 })).toBe("");
	expect(told("round_end", { yourAfkStreak: 1, oppAfkStreak: 0 }, 1)).toBe("Bo was silent this round.");
	expect(told("player.away", { seat: 1 })).toBe("Bo is away.");
	expect(told("player.back", { seat: 0 })).toBe("Ada is back.");
	expect(told("something.else", {})).toBeNull();
});

test("the result is told with its reason and what became of the pot", () => {
	const end = { winnerId: 1, loserId: 0, reason: "normal", pot: 2, potBurned: false };
	expect(told("match_end", end)).toBe("Bo beats Ada! Bo takes the pot of 2.");
	expect(told("match_end", { ...end, reason: "timeout" })).toContain("Ada was silent for two rounds: Bo wins.");
	expect(told("match_end", { ...end, reason: "disconnect", pot: 0 })).toBe("Ada has left: Bo wins.");
	const draw = { ...end, winnerId: null, loserId: null };
	expect(told("match_end", draw)).toBe("Nobody is ahead: a draw. The pot of 2 is shared: each gets the stake back.");
	expect(told("match_end", { ...draw, reason: "disconnect", pot: 0 })).toBe("Both have left: a draw.");
	expect(told("match_end", { ...draw, reason: "timeout", potBurned: true })).toBe(
		"Both were silent for two rounds, and both lose. The pot of 2 is lost.",
	);
});

test("a new round is announced with how the last one ended, and what is asked now", async () => {
	const page = await mountBoard("orcain");
	const show = (more: Parameters<typeof viewFor>[0], context: Parameters<typeof moment>[2]) =>
		page.show(moment(viewFor(more), confirmsOf(HAND), context));
	await show({}, {});
	expect(page.announced).toEqual(["Round 1 of 3. Lay up to three cards face down, then confirm."]);
	await show({ confirmed: [false, true] }, { seq: 2, events: [{ seq: 2, type: "confirm_ok", payload: { seat: 1 } }] });
	const step = { roundIndex: 1, stepIndex: 3, yourCard: "attack", oppCard: "defense", yourHp: 10, oppHp: 10 };
	const events = [
		{ seq: 6, type: "step_reveal", payload: step },
		{ seq: 7, type: "event.hidden", payload: {} },
		{ seq: 8, type: "round_end", payload: { roundIndex: 1, yourAfkStreak: 0, oppAfkStreak: 0 } },
		{ seq: 9, type: "prep_start", payload: { roundIndex: 2, suddenDeath: false } },
	];
	await show({ roundIndex: 2 }, { seq: 9, events });
	expect(page.announced.slice(1)).toEqual([
		"Bo is ready.",
		"Ada attacks, Bo blocks. Ada 10, Bo 10. Round 2: both lay out. Lay up to three cards face down, then confirm.",
	]);
	page.close();
});

test("what happened before mounting is not announced", async () => {
	const page = await mountBoard("orcain");
	const events = [{ seq: 2, type: "confirm_ok", payload: { seat: 1 } }];
	await page.show(moment(viewFor({ confirmed: [false, true] }), confirmsOf(HAND), { seq: 2, events }));
	expect(page.announced).toEqual(["Round 1 of 3. Lay up to three cards face down, then confirm."]);
	page.close();
});
