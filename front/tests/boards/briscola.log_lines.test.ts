// What briscola's table announces and writes to the log, and how fast it shows cards.

import { beforeEach, describe, expect, test, vi } from "vitest";
import { board } from "../../src/boards/briscola/index.tsx";
import { CARD_MS, TRICK_MS, TrickAnimation } from "../../src/boards/briscola/trick_animation.ts";
import type { View } from "../../src/boards/briscola/types.ts";
import type { TableEvent } from "../../src/net/types.ts";
import { bids, card, cards, laid, UNCALLED, viewFor } from "./briscola.model.ts";
import { moment, mountBoard, say, seatName } from "./test_page.ts";

const context = { game: "briscola", say, seatName, send: () => undefined, announce: () => undefined };

function told(type: string, payload: Record<string, unknown>): string | null {
	return board.lines?.({ seq: 2, type, payload }, context) ?? null;
}

/** A change of phase, as the wire has it. */
function phase(name: string, more: Record<string, unknown> = {}): string | null {
	const bare = { trump_suit: null, caller_id: null, partner_id: null, partner_rank: null, bid: null };
	return told("phase.change", { phase: name, ...bare, dealer_id: 4, hand: 1, ...more });
}

test("deal and auction", () => {
	expect(phase("ready")).toBe("Hand 1: Emil deals.");
	expect(phase("ready", { deals: 1 })).toBe("The cards are thrown in; Emil deals.");
	expect(phase("bid")).toBe("The auction begins.");
	expect(phase("bid", { caller_id: 2, bid: 75 })).toBe("Cem bids 75.");
	expect(phase("bid", { caller_id: 2, bid: 10 })).toBe("Cem bids a king.");
	expect(phase("bid", { caller_id: 2, bid: -1 })).toBe("Cem passes.");
	expect(phase("bid", { caller_id: 2, bid: -1, auto: true })).toBe("Out of time: Cem passes.");
	expect(phase("call-partner-rank", { caller_id: 1, bid: 80 })).toBe("Bo wins the auction with 80.");
});

test("calls, and the partner once revealed", () => {
	const called = { caller_id: 1, bid: 80, partner_rank: 3 };
	expect(phase("play-first-trick", called)).toBe("Bo calls a three. The first trick is played blind.");
	expect(phase("call-partner-suit", called)).toBe("Bo has called a three, and names the suit.");
	const suited = { ...called, trump_suit: "cups" };
	expect(phase("play-tricks", suited)).toBe("Bo has called the three of cups: cups are trump.");
	expect(phase("play-tricks", { ...suited, partner_id: 0 })).toBe(
		"Ada is the partner: Bo has called the three of cups, and cups are trump.",
	);
	expect(phase("end", suited)).toBe("");
});

test("tricks, results, people", () => {
	const played = { player_id: 3, card: card("10 cups") };
	expect(told("trick.played", played)).toBe("Dora plays the king of cups.");
	expect(told("trick.played", { ...played, auto: true })).toBe("Out of time: Dora plays the king of cups.");
	expect(told("trick.won", { winner_id: 0, points: 14 })).toBe("Ada takes the trick: 14 points.");
	const result = { caller_id: 1, partner_id: 3, taken: 78, contract: 75, made: true };
	expect(told("hand.result", { result })).toBe("Bo and Dora have taken 78 of 75: the contract is made!");
	expect(told("hand.result", { result: { ...result, partner_id: null, taken: 60, made: false } })).toBe(
		"Bo, alone, has taken 60 of 75: the contract has failed.",
	);
	expect(told("player.away", { player_id: 2 })).toBe("Cem is away.");
	expect(told("player.resigned", { player_id: 2 })).toBe("Cem resigns.");
	expect([told("hand.update", { player_id: 0, hand: [] }), told("score.update", { scores: [] })]).toEqual(["", ""]);
	expect(told("something.else", {})).toBeNull();
});

test("a player hears their cards, what is asked, and that they are the partner, once", async () => {
	const page = await mountBoard("briscola");
	const bidding = { ...UNCALLED, phase: "bid", caller_id: null, bid: null, contract: null } as const;
	await page.show(moment(viewFor({ ...bidding, phase: "ready", hand: [], current_player_id: null }), []));
	const dealt = moment(viewFor({ ...bidding, hand: cards("1 coins", "9 cups") }), bids(-1, 61), {
		seq: 2,
		decision: 2,
	});
	await page.show(dealt);
	await page.show({ ...dealt });
	expect(page.announced).toEqual([
		"Your hand: ace of coins, knight of cups. The auction begins. Your turn: bid 61 or more, or pass.",
	]);
	const hand = cards("1 coins", "9 cups");
	const partner = viewFor({ hand, you_are_partner: true, current_player_id: 3 });
	await page.show(moment(partner, [], { seq: 3 }));
	await page.show(moment(partner, [], { seq: 4 }));
	expect(page.announced.slice(1)).toEqual(["You are the partner, and nobody knows."]);
	page.close();
});

test("a partner whose card lay in the blind trick is told that they are revealed", async () => {
	const page = await mountBoard("briscola");
	await page.show(moment(viewFor({ ...UNCALLED, phase: "call-partner-suit", current_player_id: 1 }), []));
	await page.show(moment(viewFor({ you_are_partner: true, partner_id: 0, current_player_id: 1 }), [], { seq: 2 }));
	expect(page.announced).toEqual(["Ada is the partner."]);
	page.close();
});

test("a new hand is told: after five passes, and in the next hand", async () => {
	const page = await mountBoard("briscola");
	const bidding = {
		...UNCALLED,
		phase: "bid",
		caller_id: null,
		bid: null,
		contract: null,
		current_player_id: 1,
	} as const;
	const deal = (more: Partial<View>, seq: number) => page.show(moment(viewFor({ ...bidding, ...more }), [], { seq }));
	await deal({ hand: cards("1 coins", "9 cups") }, 1);
	await deal({ hand: cards("2 coins", "8 cups"), deals: 1 }, 2);
	await deal({ hand: cards("8 cups", "2 coins"), deals: 1 }, 3);
	await deal({ hand: cards("7 clubs", "3 cups"), hand_number: 2 }, 4);
	expect(page.announced).toEqual([
		"Your hand: two of coins, jack of cups.",
		"Your hand: seven of clubs, three of cups.",
	]);
	page.close();
});

describe("cards played faster than eyes can follow", () => {
	const trick = laid("0 9 cups", "1 4 clubs", "2 8 cups", "3 6 cups", "4 9 clubs");
	const won = { cards: trick, winner_id: 0, points: 8 };
	const played = (count: number): TableEvent => ({
		seq: count,
		type: "trick.played",
		payload: { trick: trick.slice(0, count) },
	});
	const taken: TableEvent = { seq: 6, type: "trick.won", payload: { trick_cards: trick, winner_id: 0 } };
	let turns = 0;
	let reel: TrickAnimation;

	beforeEach(() => {
		vi.useFakeTimers();
		turns = 0;
		reel = new TrickAnimation(() => {
			turns += 1;
		});
	});

	test("are shown one after the other, the last at once from the view", () => {
		const view = viewFor({ trick: trick.slice(0, 3) });
		reel.add([played(1), played(2), played(3)], view);
		const seen = [];
		for (let turn = 0; turn < 4; turn += 1) {
			seen.push(reel.now(view).cards.length);
			vi.advanceTimersByTime(CARD_MS);
		}
		expect([seen, turns, reel.isBehind]).toEqual([[1, 2, 3, 3], 2, false]);
	});

	test("a full trick stays for a while, though the next has begun", () => {
		const view = viewFor({ tricks: [won], trick: laid("0 1 coins"), winning_id: 0 });
		reel.add([taken, { seq: 7, type: "trick.played", payload: { trick: view.trick } }], view);
		vi.advanceTimersByTime(TRICK_MS - 1);
		expect(reel.now(view)).toEqual({ cards: trick, winner: 0, taken: true });
		vi.advanceTimersByTime(1);
		expect(reel.now(view)).toEqual({ cards: view.trick, winner: 0, taken: false });
	});

	test("the last trick of a hand is seen before its result", () => {
		const view = viewFor({ phase: "end", tricks: [won] });
		reel.add([taken], view);
		expect(reel.isBehind).toBe(true);
		vi.advanceTimersByTime(TRICK_MS);
		expect([reel.isBehind, turns]).toEqual([false, 1]);
	});

	test("nothing old is shown when a new hand is dealt, or after unmounting", () => {
		reel.add([played(1), played(2)], viewFor({ trick: trick.slice(0, 4) }));
		expect(reel.isBehind).toBe(true);
		reel.add([], viewFor({ ...UNCALLED, phase: "bid" }));
		expect(reel.isBehind).toBe(false);
		reel.add([played(1), played(2)], viewFor({ trick: trick.slice(0, 4) }));
		reel.cut();
		vi.advanceTimersByTime(10 * TRICK_MS);
		expect(turns).toBe(0);
	});

	test("the picture is never more than a few cards behind", () => {
		const view = viewFor({ tricks: [won], trick: laid("0 1 coins") });
		for (let time = 0; time < 5; time += 1) reel.add([played(1), played(2), played(3), played(4), taken], view);
		vi.advanceTimersByTime(7 * TRICK_MS);
		expect([reel.isBehind, turns <= 7]).toEqual([false, true]);
	});
});
