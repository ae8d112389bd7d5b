// Briscola's table on a page: it highlights and sends what is legal, and nothing else; it shows what the view says, and
// no more.

import fc from "fast-check";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { moved } from "../../src/boards/briscola/cards.ts";
import { CARD_MS } from "../../src/boards/briscola/trick_animation.ts";
import type { Card, View } from "../../src/boards/briscola/types.ts";
import type { Action } from "../../src/net/types.ts";
import { bids, cards, HAND, hands, laid, playOf, ranks, suits, UNCALLED, viewFor } from "./briscola.model.ts";
import { moment, mountBoard, type TestPage } from "./test_page.ts";

let page: TestPage;

beforeEach(async () => {
	page = await mountBoard("briscola");
});

afterEach(() => page.close());

const show = (view: Partial<View>, legal: readonly Action[] = [], more = {}) =>
	page.show(moment(viewFor(view), legal, more));
const held = () => page.all(".br-card-button");
const ids = () => held().map((each) => Number(each.dataset.card));
const texts = (selector: string) => page.all(selector).map((each) => each.textContent?.trim());
const button = (name: string) => {
	const found = page.all("button").filter((each) => each.textContent === name);
	if (found.length !== 1) throw new Error(`${found.length} buttons ${name}`);
	return found[0] as HTMLElement;
};
const submit = () => page.click(page.one('button[type="submit"]'));

describe("the hand", () => {
	test("is in the view's order, and a click plays legal cards only", async () => {
		await fc.assert(
			fc.asyncProperty(hands, async ([hand, open]) => {
				page.sent.length = 0;
				await show({ hand }, open.map(playOf));
				expect(ids()).toEqual(hand.map(({ card_id }) => card_id));
				const lit = held().filter((each) => each.getAttribute("aria-disabled") === "false");
				expect(lit.map((each) => Number(each.dataset.card)).toSorted()).toEqual(
					open.map(({ card_id }) => card_id).toSorted(),
				);
				for (const each of held()) await page.click(each);
				expect(page.sent).toEqual(hand.filter((card) => open.includes(card)).map(playOf));
			}),
			{ numRuns: 100 },
		);
	}, 60_000);

	test("cards are labelled with their name and points", async () => {
		await show({ hand: cards("1 coins", "9 swords", "7 clubs") });
		expect(texts(".br-card-button .visually-hidden")).toEqual([
			"ace of coins, 11 points",
			"knight of swords, 3 points",
			"seven of clubs",
		]);
	});

	test("the called card is marked for its holder", async () => {
		await show({ hand: cards("1 coins", "1 cups") });
		expect(held().map((each) => each.textContent?.endsWith("called"))).toEqual([false, true]);
	});

	test("nothing is played while busy, or out of turn; a click says why", async () => {
		await show({}, HAND.map(playOf), { busy: true });
		await page.click(held()[0] as Element);
		expect(page.announced.at(-1)).toBe("Sending…");
		await show({ current_player_id: 3 });
		await page.click(held()[0] as Element);
		expect([page.announced.at(-1), page.sent]).toEqual(["Waiting for Dora.", []]);
	});

	test("a tap must be confirmed before its card is played", async () => {
		await show({}, HAND.map(playOf));
		const tap = async (at: number) => {
			const card = held()[at] as Element;
			card.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, pointerType: "touch" }));
			await page.click(card);
		};
		await tap(2);
		expect([page.sent, page.announced.at(-1)]).toEqual([[], "three of cups: tap again to play it."]);
		await tap(3);
		await page.click(button("Cancel"));
		await tap(3);
		await page.click(button("Play the king of cups"));
		expect(page.sent).toEqual([playOf(HAND[3] as Card)]);
		await tap(4);
		await tap(4);
		expect(page.sent.at(-1)).toEqual(playOf(HAND[4] as Card));
	});

	test("arrow keys move along it, and with Shift they move a card", async () => {
		await show({});
		expect(page.all('.br-card-button[tabindex="0"]').length).toBe(1);
		held()[0]?.focus();
		const here = () => (document.activeElement as HTMLElement).dataset.card;
		for (const key of ["ArrowRight", "ArrowRight"]) await page.press(key);
		expect(here()).toBe(String(HAND[2]?.card_id));
		const shift = (key: string) =>
			document.activeElement?.dispatchEvent(
				new KeyboardEvent("keydown", { key, shiftKey: true, bubbles: true, cancelable: true }),
			);
		shift("ArrowRight");
		await show({}, [], { busy: true });
		const order = moved(HAND, 2, 3).map(({ card_id }) => card_id);
		expect([page.sent, ids()]).toEqual([[{ type: "reorder", hand: order }], order]);
		expect([page.announced.at(-1), here()]).toEqual(["three of cups: place 4 of 8.", String(HAND[2]?.card_id)]);
		await page.press("End");
		expect(here()).toBe(String(HAND[7]?.card_id));
	});

	test("a new order shows at once, until the table answers", async () => {
		await show({});
		await page.click(button("Sort"));
		expect(page.sent.length).toBe(1);
		const asked = ids();
		expect(asked.slice(0, 4)).toEqual(cards("3 cups", "10 cups", "9 cups", "7 cups").map(({ card_id }) => card_id));
		await show({}, [], { busy: true });
		expect(ids()).toEqual(asked);
		await show({});
		expect(ids()).toEqual(HAND.map(({ card_id }) => card_id));
		await page.click(button("Sort"));
		const others = cards("4 cups", "1 clubs", "2 cups", "6 coins", "5 cups", "6 cups", "4 coins", "7 swords");
		await show({ hand: others }, [], { busy: true });
		expect(ids()).toEqual(others.map(({ card_id }) => card_id));
	});

	test("an order made while a card is pending is sent later, without that card", async () => {
		await show({}, HAND.map(playOf));
		await page.click(held()[0] as Element);
		await show({}, HAND.map(playOf), { busy: true });
		held()[0]?.focus();
		await page.press("ArrowRight");
		await page.press("ArrowRight", undefined, { shiftKey: true });
		await page.press("ArrowRight", undefined, { shiftKey: true });
		const order = moved(HAND, 1, 3).map(({ card_id }) => card_id);
		expect([page.sent.length, ids()]).toEqual([1, order]);
		await show({ hand: HAND.slice(1) }, [], { busy: true });
		expect([page.sent.length, ids()]).toEqual([1, order.slice(1)]);
		await show({ hand: HAND.slice(1) });
		expect(page.sent).toEqual([playOf(HAND[0] as Card), { type: "reorder", hand: order.slice(1) }]);
		await show({ hand: HAND.slice(1) }, [], { busy: true });
		expect(ids()).toEqual(order.slice(1));
		await show({ hand: HAND.slice(1) });
		expect([page.sent.length, ids()]).toEqual([2, HAND.slice(1).map(({ card_id }) => card_id)]);
	});

	test("an order made while a card is pending is dropped if the answer makes it needless", async () => {
		await show({}, HAND.map(playOf), { busy: true });
		held()[0]?.focus();
		await page.press("ArrowRight", undefined, { shiftKey: true });
		await show({ hand: HAND.slice(1) });
		expect([page.sent, ids()]).toEqual([[], HAND.slice(1).map(({ card_id }) => card_id)]);
	});

	test("the second click of a double click plays nothing", async () => {
		await show({}, HAND.map(playOf));
		await page.click(held()[0] as Element, 1);
		await show({ hand: HAND.slice(1) }, HAND.slice(1).map(playOf));
		await page.click(held()[0] as Element, 2);
		expect(page.sent).toEqual([playOf(HAND[0] as Card)]);
		await page.click(held()[0] as Element, 1);
		expect(page.sent.at(-1)).toEqual(playOf(HAND[1] as Card));
	});

	test("a quick second tap confirms", async () => {
		await show({}, HAND.map(playOf));
		for (const detail of [1, 2]) {
			held()[2]?.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, pointerType: "touch" }));
			await page.click(held()[2] as Element, detail);
		}
		expect(page.sent).toEqual([playOf(HAND[2] as Card)]);
	});

	test("held Enter clicks no card; held arrows move on, with Shift by one place only", async () => {
		await show({}, HAND.map(playOf));
		held()[0]?.focus();
		const repeat = { repeat: true };
		expect(await page.press("Enter")).toBe(true);
		expect(await page.press("Enter", undefined, repeat)).toBe(false);
		expect(await page.press("Tab", undefined, repeat)).toBe(true);
		await page.press("ArrowRight");
		await page.press("ArrowRight", undefined, repeat);
		expect(document.activeElement).toBe(held()[2]);
		await page.press("ArrowRight", undefined, { shiftKey: true });
		await page.press("ArrowRight", undefined, { ...repeat, shiftKey: true });
		expect(page.sent).toEqual([{ type: "reorder", hand: moved(HAND, 2, 3).map(({ card_id }) => card_id) }]);
	});

	test("a hand that is sorted is not sorted again", async () => {
		await show({ hand: cards("3 cups", "2 coins"), trump_suit: "cups" });
		await page.click(button("Sort"));
		expect(page.sent).toEqual([]);
	});

	describe("is dragged over", () => {
		const drag = async (from: number, x: number, y: number, meanwhile?: () => Promise<void>) => {
			for (const [at, each] of page.all(".br-held").entries()) {
				each.getBoundingClientRect = () => ({ left: at * 100, width: 100, top: 500 }) as DOMRect;
			}
			const list = page.one(".br-cards");
			list.getBoundingClientRect = () => ({ top: 500 }) as DOMRect;
			const send = async (type: string, on: Element, clientX: number, clientY: number) => {
				on.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, isPrimary: true, clientX, clientY }));
				await show({}, HAND.map(playOf));
			};
			await send("pointerdown", held()[from] as Element, from * 100 + 50, 550);
			await send("pointermove", list, x, y);
			await meanwhile?.();
			expect(page.all(".br-up").length).toBe(1);
			await send("pointerup", list, x, y);
		};

		test("to another place", async () => {
			await show({}, HAND.map(playOf));
			await drag(1, 540, 560);
			expect(page.sent).toEqual([{ type: "reorder", hand: moved(HAND, 1, 5).map(({ card_id }) => card_id) }]);
		});

		test("and a second finger changes nothing", async () => {
			await show({}, HAND.map(playOf));
			await drag(1, 540, 560, async () => {
				const other = {
					bubbles: true,
					pointerId: 2,
					isPrimary: false,
					pointerType: "touch",
					clientX: 50,
					clientY: 550,
				};
				for (const type of ["pointerdown", "pointermove", "pointerup"]) {
					held()[0]?.dispatchEvent(new PointerEvent(type, other));
				}
				await show({}, HAND.map(playOf));
			});
			expect(page.sent).toEqual([{ type: "reorder", hand: moved(HAND, 1, 5).map(({ card_id }) => card_id) }]);
		});

		test("and back to its own place, which changes nothing", async () => {
			await show({}, HAND.map(playOf));
			await drag(1, 170, 560);
			expect(page.sent).toEqual([]);
		});

		test("and out of it, onto the table", async () => {
			await show({}, HAND.map(playOf));
			await drag(1, 300, 300);
			expect(page.sent).toEqual([playOf(HAND[1] as Card)]);
		});
	});
});

describe("what is asked", () => {
	const auction: Partial<View> = { ...UNCALLED, phase: "bid", caller_id: 2, bid: 75, contract: 75 };

	test("every legal bid can be made, and no other", async () => {
		const numbers = fc.uniqueArray(fc.integer({ min: 61, max: 120 }), { minLength: 1, maxLength: 60 });
		await fc.assert(
			fc.asyncProperty(numbers, fc.nat(), async (open, some) => {
				page.sent.length = 0;
				const ordered = open.toSorted((one, other) => one - other);
				await show(auction, bids(-1, ...ordered), { decision: some });
				const at = some % ordered.length;
				const slider = page.one('input[type="range"]') as HTMLInputElement;
				slider.value = String(at);
				slider.dispatchEvent(new Event("input", { bubbles: true }));
				await show(auction, bids(-1, ...ordered), { decision: some });
				expect(page.one('button[type="submit"]').textContent).toBe(`Bid ${ordered[at]}`);
				await submit();
				await page.click(button("Pass"));
				expect(page.sent).toEqual(bids(ordered[at] ?? 0, -1));
				const quick = page.all(".br-quick button").map((each) => Number(each.textContent));
				expect(quick.every((bid) => open.includes(bid))).toBe(true);
			}),
			{ numRuns: 60 },
		);
	}, 60_000);

	test("one up, one down, never past the ends, and round numbers at once", async () => {
		await show(auction, bids(-1, 76, 77, 78, 79, 80));
		const number = () => page.one(".br-number").textContent;
		const more = page.one('[aria-label="One more"]');
		for (const each of [more, more]) await page.click(each);
		expect(number()).toBe("78");
		for (let step = 0; step < 5; step += 1) await page.click(page.one('[aria-label="One less"]'));
		expect(number()).toBe("76");
		expect(texts(".br-quick button")).toEqual(["76", "80"]);
		await page.click(button("80"));
		await page.click(more);
		expect(number()).toBe("80");
	});

	test("in an auction by rank a rank is chosen, or card points above the two", async () => {
		await show({ ...auction, auction: "rank", bid: 8 }, bids(-1, 7, 6, 5, 4, 2, 62, 63));
		await submit();
		expect(page.sent).toEqual([]);
		expect(texts(".br-option-name")).toEqual(["seven", "six", "five", "four", "two"]);
		await page.click(page.all(".br-option input")[1] as Element);
		expect(page.one('button[type="submit"]').textContent).toBe("Bid a six");
		await submit();
		await page.click(button("62"));
		await submit();
		expect(page.sent).toEqual(bids(6, 62));
	});

	test("a legal rank is called once it is chosen", async () => {
		await show({ ...UNCALLED, phase: "call-partner-rank", caller_id: 0 }, ranks(1, 3, 10));
		expect(texts(".br-option-name")).toEqual(["ace", "three", "king"]);
		await submit();
		expect(page.sent).toEqual([]);
		await page.click(page.all(".br-option input")[2] as Element);
		await submit();
		expect(page.sent).toEqual(ranks(10));
	});

	test("a legal suit is called; own cards are marked, and the blind trick stays visible", async () => {
		const trick = laid("0 1 swords", "1 4 clubs", "2 8 cups", "3 6 cups", "4 9 clubs");
		const view = { ...UNCALLED, phase: "call-partner-suit", caller_id: 0, partner_rank: 1, trick } as const;
		await show(view, suits("coins", "cups", "swords", "clubs"));
		expect(texts(".br-option")).toEqual([
			expect.stringMatching(/ace of coins, coinsyour own$/),
			expect.stringMatching(/ace of cups, cups$/),
			expect.stringMatching(/ace of swords, swordsyour own$/),
			expect.stringMatching(/ace of clubs, clubs$/),
		]);
		expect(page.all(".br-laid .br-card").length).toBe(5);
		await page.click(page.all(".br-option input")[1] as Element);
		expect(page.one('button[type="submit"]').textContent).toBe("Call the ace of cups");
		await submit();
		expect(page.sent).toEqual(suits("cups"));
	});

	test("nothing is sent while busy, and spectators are asked nothing", async () => {
		await show(auction, bids(-1, 76), { busy: true });
		await submit();
		await page.click(button("Pass"));
		await show({ ...auction, you: null, hand: [] });
		expect([page.sent, page.all("form").length]).toEqual([[], 0]);
	});

	test("a form takes the focus if nothing has it, and gives it to the hand", async () => {
		await show(auction, bids(-1, 76));
		expect(document.activeElement).toBe(page.one("form"));
		page.one('button[type="submit"]').focus();
		await show({ ...auction, current_player_id: 1 });
		expect(document.activeElement).toBe(held()[0]);
	});
});

describe("what is seen", () => {
	const at = (place: number) => page.one(`.br-at-${place}`).textContent ?? "";

	test("the next player sits at the reader's right, and so on round the table", async () => {
		for (const you of [0, 3, null]) {
			await show({ you, hand: [] });
			const names = ["Ada", "Bo", "Cem", "Dora", "Emil"];
			for (let place = 0; place < 5; place += 1) expect(at(place)).toContain(names[((you ?? 0) + place) % 5]);
		}
	});

	test("dealer, caller, cards, points and tricks are the view's", async () => {
		const tricks = [{ cards: laid("1 1 cups", "2 2 cups"), winner_id: 1, points: 11 }];
		const scores = viewFor().scores.map((each) => (each.player_id === 1 ? { ...each, points: 11 } : each));
		await show({ tricks, scores });
		expect(at(1)).toContain("caller");
		expect(at(1)).toContain("11 points1 trick");
		expect(at(4)).toContain("dealer");
		expect(at(0)).toContain("8 cards");
		expect(texts(".br-mark")).toEqual(["caller", "dealer"]);
	});

	test("a clock of more than an hour has hours", async () => {
		const timers = [{ name: "turn-1", seats: [3], ms: 0, paused: false }];
		await show({ current_player_id: 3 }, [], { timers, msLeft: () => 3_723_000 });
		expect(texts('[role="timer"]')).toEqual(["1:02:03"]);
	});

	test("bids are spoken while they matter", async () => {
		const made = [
			{ player_id: 0, bid: 70 },
			{ player_id: 1, bid: -1 },
			{ player_id: 0, bid: 75 },
		];
		await show({ ...UNCALLED, phase: "bid", bids: made, caller_id: 0, bid: 75, current_player_id: 2 });
		expect(texts(".br-bubble")).toEqual(["Bid: 75", "Bid: Pass"]);
		await show({ bids: made });
		expect(texts(".br-bubble")).toEqual([]);
	});

	test("who led and who is winning, but not in a blind trick", async () => {
		const trick = laid("2 9 cups", "3 1 cups");
		await show({ trick, winning_id: 3 });
		const lying = () => page.all(".br-laid .br-card").map((each) => each.textContent);
		expect(lying()).toEqual([
			expect.stringMatching(/^knight of cups, .*Cem.*led$/),
			expect.stringMatching(/^ace of cups, .*Dora.*winning$/),
		]);
		await show({ ...UNCALLED, partner_rank: 1, phase: "play-first-trick", trick });
		expect(page.all(".br-winning").length).toBe(0);
	});

	test("a taken trick stays until the next is led; then it can be looked at again", async () => {
		const trick = laid("0 9 cups", "1 4 clubs", "2 8 cups", "3 6 cups", "4 9 clubs");
		const tricks = [{ cards: trick, winner_id: 0, points: 8 }];
		await show({ tricks });
		expect(page.one(".br-middle .br-sum").textContent).toBe("Ada takes 8 points");
		expect(page.one(".br-middle .br-wins").textContent).toMatch(/Ada.*led.*takes it$/);
		await show({ tricks, trick: laid("0 1 coins"), winning_id: 0 });
		expect(page.all(".br-middle .br-card").length).toBe(1);
		const last = page.one(".br-last-button");
		expect(page.one(".br-last-panel").hidden).toBe(true);
		await page.click(last);
		expect([page.one(".br-last-panel").hidden, last.getAttribute("aria-expanded")]).toEqual([false, "true"]);
		expect(page.all(".br-last-panel .br-card").length).toBe(5);
		await page.press("Escape", last);
		expect(page.one(".br-last-panel").hidden).toBe(true);
	});

	test.each<[string, Partial<View>, string, string[]]>([
		["nobody's secret", {}, "The partner is still hidden.", ["caller", "dealer"]],
		["the partner's own", { you_are_partner: true }, "You are the partner, and nobody knows.", ["secret partner"]],
		["shown", { partner_id: 3 }, "Dora is the partner.", ["partner"]],
		["alone, as the caller knows", { caller_id: 0, plays_alone: true }, "You play alone.", []],
		["alone, as all know", { plays_alone: true }, "Bo plays alone.", []],
	])("of the partner what is known: %s", async (_, view, text, marks) => {
		await show(view);
		expect(page.one(".br-contract").textContent).toContain(text);
		expect(texts(".br-mark")).toEqual(expect.arrayContaining(marks));
	});

	test("the heading is about the card shown, not what came after it", async () => {
		vi.useFakeTimers();
		const trick = laid("0 9 cups", "1 4 clubs", "2 8 cups", "3 6 cups", "4 9 clubs");
		const cardsOf = (taken: number) => ({ trick: trick.slice(0, taken), ...trick[taken - 1] });
		const events = [4, 5].map((taken, at) => ({ seq: at + 2, type: "trick.played", payload: cardsOf(taken) }));
		const won = { seq: 4, type: "trick.won", payload: { trick_cards: trick, winner_id: 0, points: 8 } };
		const tricks = [{ cards: trick, winner_id: 0, points: 8 }];
		const heading = () => [page.one(".board-title").textContent, page.one(".board-text").textContent];
		await show({ tricks, current_player_id: 2 }, [], { events: [...events, won] as never });
		expect(heading()).toEqual(["Trick 1 of 8", "Dora plays the six of cups."]);
		expect(page.lags.at(-1)).toBe(true);
		await act(() => void vi.advanceTimersByTime(CARD_MS));
		expect(heading()).toEqual(["Trick 1 of 8", "Emil plays the knight of clubs."]);
		await act(() => void vi.advanceTimersByTime(CARD_MS));
		expect(heading()).toEqual(["Trick 2 of 8", "Waiting for Cem."]);
		expect(page.lags.at(-1)).toBe(false);
	});

	test("a rank called without its suit is a card with a question mark", async () => {
		await show({ ...UNCALLED, phase: "play-first-trick", partner_rank: 3 });
		expect(page.one(".br-contract").textContent).toContain("with a three, of a suit to be named");
		expect(page.one(".br-called").textContent).toContain("?");
	});

	test("the result: who made it, what each took and scored, and the match", async () => {
		const result = {
			hand: 2,
			caller_id: 1,
			partner_id: 3,
			bid: 70,
			contract: 70,
			partner_rank: 1,
			trump_suit: "cups",
			taken: 91,
			made: true,
			match_points: [-1, 2, -1, 1, -1],
		} as const;
		const points = (...numbers: number[]) => numbers.map((each, player_id) => ({ player_id, points: each }));
		const over = { phase: "end", current_player_id: null, hand: [], results: [result] } as const;
		await show({ ...over, scores: points(0, 46, 29, 45, 0), match_points: points(-2, 4, 0, 0, -2), hands_to_play: 5 });
		expect(page.one(".board-title").textContent).toBe("The contract is made");
		expect(page.one(".board-text").textContent).toBe("Bo and Dora have taken 91; 70 were bid.");
		const rows = page
			.all(".br-result tbody tr")
			.map((row) => [...row.children].map((cell) => cell.textContent?.trim()));
		expect(rows).toEqual([
			["Ada", "0", "−1", "−2"],
			["Bo caller", "46", "+2", "+4"],
			["Cem", "29", "−1", "0"],
			["Dora partner", "45", "+1", "0"],
			["Emil", "0", "−1", "−2"],
		]);
		await show({ ...over, results: [], resigned: 2, match_points: points(1, 1, -4, 1, 1) });
		expect(page.one(".br-result h3").textContent).toBe("Cem has resigned");
	});

	test("before the game there is only a message", async () => {
		await page.show(moment(null, []));
		expect([page.one(".board-title").textContent, page.all(".br-felt").length]).toEqual(["The game has not begun", 0]);
	});
});

describe("looking back", () => {
	test("all hands are open if the view has them, and none otherwise", async () => {
		const open = [cards("1 coins", "2 cups"), cards("3 swords"), [], [], []];
		await show({ you: null, hand: [], hands: open });
		const seen = page.all(".br-open-hand").map((each) => each.textContent);
		expect(seen).toHaveLength(5);
		expect(texts(".br-open-hand li .visually-hidden")).toEqual(["ace of coins", "two of cups", "three of swords"]);
		expect(seen.slice(2).every((text) => text?.endsWith("No cards left"))).toBe(true);
		await show({ you: null, hand: [] });
		expect(page.all(".br-open-hand")).toEqual([]);
	});
});
