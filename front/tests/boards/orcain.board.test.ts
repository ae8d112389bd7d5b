// Orcain's board on a page, by click, drag and key: every change is sent as a draft, a confirm is a listed action, and
// nothing is sent without the player. It shows what the view says.

import fc from "fast-check";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { RECAP_MS } from "../../src/boards/orcain/round_recap.ts";
import type { View } from "../../src/boards/orcain/types.ts";
import { confirmsOf, HAND, hands, viewFor } from "./orcain.model.ts";
import { moment, mountBoard, type TestPage } from "./test_page.ts";

const LEGAL = confirmsOf(HAND);
let page: TestPage;

beforeEach(async () => {
	page = await mountBoard("orcain");
});

afterEach(() => {
	page.close();
});

const card = (place: number) => page.one(`[data-place="${place}"]`);
const slot = (at: number) => page.one(`[data-slot="${at}"]`);
const confirm = () => page.one(".oc-confirm");
const labels = (side: number) => page.all(`.oc-slots[data-side="${side}"] > li`).map(named);
const named = (each: Element) =>
	each.querySelector("button")?.getAttribute("aria-label") ?? each.querySelector(".visually-hidden")?.textContent;
const draft = (...layout: unknown[]) => ({ type: "layout_draft", layout });

function asked(more: Partial<View> = {}, context: Parameters<typeof moment>[2] = {}) {
	return moment(viewFor(more), LEGAL, { game: "orcain", to_act: [0, 1], ...context });
}

describe("laying out", () => {
	test("a card goes to the first free slot, and every change is a draft", async () => {
		await page.show(asked());
		for (const place of [2, 0, 3]) await page.click(card(place));
		expect(page.sent).toEqual([
			draft("heal", null, null),
			draft("heal", "attack", null),
			draft("heal", "attack", "counter"),
		]);
		expect(labels(0)).toEqual(["Slot 1: Heal", "Slot 2: Attack", "Slot 3: Counter"]);
		expect(page.announced).toContain("Counter in slot 3.");
		await page.click(card(1));
		expect([page.sent.length, page.announced.at(-1)]).toEqual([3, "All three slots are full: take a card back first."]);
	});

	test("a chosen slot gets the next card, and a card in it comes back", async () => {
		await page.show(asked());
		await page.click(slot(2));
		expect([page.sent, named(slot(2).parentElement as Element)]).toEqual([
			[],
			"Slot 3, empty, the next card goes here",
		]);
		await page.click(card(0));
		await page.click(slot(2));
		await page.click(card(1));
		expect(page.sent).toEqual([draft(null, null, "attack"), draft(null, null, null), draft(null, null, "defense")]);
		await page.click(card(1));
		expect(page.sent.at(-1)).toEqual(draft(null, null, null));
	});

	test("nothing is sent without an action of the player", async () => {
		await page.show(asked({ layout: ["attack", null, null], hadDraft: true }));
		await page.show(asked({ layout: ["attack", null, null], hadDraft: true }, { busy: true }));
		await page.show(asked({ phase: "REVEAL", layout: ["attack", null, null] }, { legal: [] }));
		await page.show(asked({ roundIndex: 2 }));
		expect(page.sent).toEqual([]);
	});

	test("after a reload the server's layout is shown, and can be changed", async () => {
		await page.show(asked({ layout: ["attack", null, "heal"], hadDraft: true }));
		expect(labels(0)).toEqual(["Slot 1: Attack", "Slot 2, empty", "Slot 3: Heal"]);
		await page.click(card(3));
		expect(page.sent).toEqual([draft("attack", "counter", "heal")]);
	});

	test("a card is used as often as the hand holds it, and no more often", async () => {
		await fc.assert(
			fc.asyncProperty(hands, fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 8 }), async (hand, clicks) => {
				page.close();
				page = await mountBoard("orcain");
				await page.show(moment(viewFor({ hands: [hand, HAND] }), confirmsOf(hand)));
				for (const place of clicks) await page.click(card(place));
				for (const { layout } of page.sent) {
					for (const each of HAND) {
						const count = (cards: readonly unknown[]) => cards.filter((one) => one === each).length;
						expect(count(layout as unknown[])).toBeLessThanOrEqual(count(hand));
					}
				}
			}),
			{ numRuns: 60 },
		);
	}, 60_000);

	test("a draft survives a snapshot that does not have it yet", async () => {
		await page.show(asked());
		await page.click(card(0));
		await page.show(asked({ confirmed: [false, true] }));
		expect(labels(0)[0]).toBe("Slot 1: Attack");
	});

	test("a draft that came too late is dropped: the server's layout is revealed", async () => {
		await page.show(asked());
		await page.click(card(0));
		await page.show(asked({ phase: "REVEAL" }, { legal: [] }));
		expect(labels(0)[0]).toBe("Slot 1, empty");
	});

	test("with the next round the slots are empty again", async () => {
		await page.show(asked());
		await page.click(card(0));
		await page.show(asked({ roundIndex: 2 }));
		expect(labels(0)).toEqual(["Slot 1, empty", "Slot 2, empty", "Slot 3, empty"]);
	});

	test("all cards come back at once", async () => {
		await page.show(asked({ layout: ["attack", "heal", null], hadDraft: true }));
		await page.click(page.one(".oc-clear"));
		await page.click(page.one(".oc-clear"));
		expect(page.sent).toEqual([draft(null, null, null)]);
	});
});

describe("confirming", () => {
	test("sends the listed action, and locks until it is answered", async () => {
		await page.show(asked({ layout: ["attack", "heal", "counter"], hadDraft: true }));
		expect(confirm().textContent).toBe("Confirm");
		await page.show(asked({ layout: ["attack", "heal", "counter"], hadDraft: true }, { busy: true }));
		await page.click(confirm());
		await page.click(card(1));
		await page.click(slot(0));
		await page.click(confirm());
		expect(page.sent).toEqual([{ type: "layout_confirm", layout: ["attack", "heal", "counter"] }]);
		expect(confirm().textContent).toBe("Sending…");
	});

	test("can be tried again if it was refused", async () => {
		const view = { layout: ["attack", "heal", "counter"], hadDraft: true } as const;
		await page.show(asked(view, { busy: true }));
		await page.click(confirm());
		await page.show(asked(view));
		await page.click(confirm());
		expect(page.sent).toHaveLength(2);
	});

	test("says how many slots are empty", async () => {
		await page.show(asked());
		expect(confirm().textContent).toBe("Confirm with 3 empty");
		await page.click(card(0));
		await page.click(card(1));
		expect(confirm().textContent).toBe("Confirm with 1 empty");
	});

	test("is not possible for a layout that is not listed", async () => {
		await page.show(moment(viewFor(), [{ type: "layout_confirm", layout: ["attack", null, null] }]));
		await page.click(confirm());
		expect([page.sent, confirm().getAttribute("aria-disabled")]).toEqual([[], "true"]);
		await page.click(card(0));
		await page.click(confirm());
		expect(page.sent.at(-1)).toEqual({ type: "layout_confirm", layout: ["attack", null, null] });
	});

	test("locks the layout, and waits for the opponent", async () => {
		const view = { layout: ["attack", null, null], hadDraft: true, confirmed: [true, false] } as const;
		await page.show(asked(view, { legal: [] }));
		for (const each of page.all("[data-place], [data-slot], .oc-clear, .oc-confirm")) await page.click(each);
		await page.press("1", card(0));
		await page.press("Backspace", card(0));
		expect(page.sent).toEqual([]);
		expect(page.one(".board-text").textContent).toBe("Your cards are locked. Waiting for Bo.");
		expect([confirm().textContent, labels(0)[0]]).toEqual(["Confirmed", "Slot 1: Attack"]);
	});
});

describe("a new round", () => {
	test("begins with the focus on the hand, so that no key confirms it by accident", async () => {
		await page.show(asked());
		confirm().focus();
		await page.show(asked({ roundIndex: 2 }));
		expect(document.activeElement).toBe(card(0));
	});

	test("does not take the focus from elsewhere", async () => {
		await page.show(asked());
		const elsewhere = document.body.appendChild(document.createElement("button"));
		elsewhere.focus();
		await page.show(asked({ roundIndex: 2 }));
		expect(document.activeElement).toBe(elsewhere);
		elsewhere.remove();
	});

	test("must be confirmed twice if nothing is laid out", async () => {
		await page.show(asked());
		await page.click(confirm(), 1);
		expect([page.sent, confirm().textContent]).toEqual([[], "Really nothing?"]);
		expect(page.announced.at(-1)).toBe("Really nothing?");
		await page.click(confirm(), 2);
		expect(page.sent).toEqual([]);
		await page.show(asked({ roundIndex: 2 }));
		expect(confirm().textContent).toBe("Confirm with 3 empty");
		for (let time = 0; time < 2; time += 1) await page.click(confirm());
		expect(page.sent).toEqual([{ type: "layout_confirm", layout: [null, null, null] }]);
	});
});

describe("keys pressed outside the board", () => {
	test("lay cards as soon as the board is shown, and the hint is visible", async () => {
		await page.show(asked());
		expect(await page.press("2", document.body)).toBe(false);
		expect(page.sent).toEqual([draft("defense", null, null)]);
		expect(await page.press("ArrowDown", document.body)).toBe(true);
		expect(page.one(".oc-how").textContent).toContain("1 to 4 lay a card");
	});

	test.each(["input", "select", "textarea", "button", "dialog"])("mean something else in a %s", async (tag) => {
		await page.show(asked());
		const elsewhere = document.body.appendChild(document.createElement(tag));
		expect(await page.press("2", elsewhere)).toBe(true);
		expect(page.sent).toEqual([]);
		elsewhere.remove();
	});
});

describe("keys and drags", () => {
	test("digits lay cards, Backspace takes the last or focused one, arrows move", async () => {
		await page.show(asked());
		card(0).focus();
		for (const key of ["3", "1", "Backspace", "4", "5", "x"]) await page.press(key);
		expect(page.sent.map(({ layout }) => layout)).toEqual([
			["heal", null, null],
			["heal", "attack", null],
			["heal", null, null],
			["heal", "counter", null],
		]);
		await page.press("ArrowUp");
		expect(document.activeElement).toBe(slot(0));
		await page.press("Delete");
		expect(page.sent.at(-1)).toEqual(draft(null, "counter", null));
		await page.press("ArrowRight");
		await page.press("ArrowDown");
		expect(document.activeElement).toBe(card(1));
	});

	test("a held key does nothing a second time, but arrows move on", async () => {
		await page.show(asked());
		card(0).focus();
		const repeat = { repeat: true };
		for (const key of ["3", "1"]) {
			await page.press(key);
			for (let time = 0; time < 3; time += 1) expect(await page.press(key, undefined, repeat)).toBe(false);
		}
		await page.press("Backspace");
		await page.press("Backspace", undefined, repeat);
		expect(page.sent).toEqual([draft("heal", null, null), draft("heal", "attack", null), draft("heal", null, null)]);
		await page.press("ArrowRight");
		await page.press("ArrowRight", undefined, repeat);
		expect(document.activeElement).toBe(card(2));
		expect(await page.press("Enter")).toBe(true);
		expect(await page.press("Enter", undefined, repeat)).toBe(false);
		expect(await page.press("Tab", undefined, repeat)).toBe(true);
	});

	test("the second click of a double click does not undo the first", async () => {
		await page.show(asked());
		for (const detail of [1, 2]) await page.click(card(0), detail);
		expect(page.sent).toEqual([draft("attack", null, null)]);
		for (const detail of [1, 2]) await page.click(slot(0), detail);
		expect(page.sent.slice(1)).toEqual([draft(null, null, null)]);
		await page.click(card(0), 1);
		expect(page.sent.at(-1)).toEqual(draft("attack", null, null));
	});

	test("with a modifier a key means something else", async () => {
		await page.show(asked());
		await act(
			() => void card(0).dispatchEvent(new KeyboardEvent("keydown", { key: "1", ctrlKey: true, bubbles: true })),
		);
		expect(page.sent).toEqual([]);
	});

	test("a card is dragged onto a slot, from slot to slot, and off the slots", async () => {
		await page.show(asked());
		for (const at of [0, 1, 2]) {
			const box = { left: 100 * at, top: 0, width: 80, height: 112 } as DOMRect;
			slot(at).getBoundingClientRect = () => box;
		}
		await drag(card(2), 240, 50);
		await drag(card(0), 40, 50);
		await drag(slot(2), 40, 50);
		await drag(slot(0), 400, 400);
		expect(page.sent.map(({ layout }) => layout)).toEqual([
			[null, null, "heal"],
			["attack", null, "heal"],
			["heal", null, "attack"],
			[null, null, "attack"],
		]);
		await drag(card(1), 400, 400);
		expect(page.sent).toHaveLength(4);
	});

	async function drag(from: Element, x: number, y: number): Promise<void> {
		const send = (type: string, clientX: number, clientY: number) =>
			act(() => {
				const how = { bubbles: true, pointerId: 1, isPrimary: true, button: 0, clientX, clientY };
				from.dispatchEvent(new PointerEvent(type, how));
			});
		await send("pointerdown", 1000, 1000);
		await send("pointermove", x, y);
		expect(page.all(".oc-ghost")).toHaveLength(1);
		await send("pointerup", x, y);
		await act(() => void from.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 })));
		expect(page.all(".oc-ghost")).toHaveLength(0);
	}
});

describe("leaving", () => {
	test.each([
		["a match under way that waits for nobody", {}, true],
		["one that waits for a lost connection", { disconnectGraceMs: 1_000 }, false],
		["one that is over", { phase: "END" }, false],
		["one that is only watched", { you: null }, false],
	] as const)("%s: %o, whether it costs the match: %s", async (_, more, costs) => {
		const { board } = await import("../../src/boards/orcain/index.tsx");
		expect(board.leavingCosts?.(asked(more).snapshot)).toBe(costs);
		expect(board.leavingCosts?.(moment(null, []).snapshot)).toBe(false);
	});
});

describe("what is shown", () => {
	test("hit points, pot, deadline and who is ready are the view's", async () => {
		await page.show(asked({ hp: [7, 2], confirmed: [false, true] }, { msLeft: () => 4_200 }));
		expect(page.all(".oc-hp").map((each) => each.textContent)).toEqual([
			"Bo: 2 of 10 hit points2/10 HP",
			"Ada: 7 of 10 hit points7/10 HP",
		]);
		expect(page.all(".oc-note").map((each) => each.textContent)).toEqual(["ready", "laying out"]);
		expect(page.one(".oc-pot").textContent).toBe("Pot 21 each");
	});

	test("the pair revealed last is counted, not the next one", async () => {
		const text = () => page.one(".board-text").textContent;
		const step = { cards: ["attack", "heal"], hp: [10, 9] } as never;
		await page.show(asked({ phase: "REVEAL" }, { legal: [] }));
		expect(text()).toBe("The cards are turned.");
		await page.show(asked({ phase: "REVEAL", steps: [step, step] }, { legal: [] }));
		expect(text()).toBe("The cards are turned: pair 2 of 3.");
	});

	test("readers are never away themselves, whatever the view still says", async () => {
		await page.show(asked({ away: [0] }));
		expect([page.all(".oc-note-away"), page.all(".oc-banner")]).toEqual([[], []]);
		await page.show(asked({ away: [1] }));
		expect([page.all(".oc-note-away").length, page.all(".oc-banner").length]).toEqual([1, 1]);
	});

	test("the ring shows the time left of the round, and nothing if it is endless", async () => {
		const timers = [
			{ name: "disconnect-1-1", seats: [1], ms: 9_000, paused: false },
			{ name: "prep-1", seats: [0, 1], ms: 20_000, paused: false },
		];
		const msLeft = (name: string) => (name === "prep-1" ? 4_200 : 9_000);
		await page.show(asked({ away: [1] }, { timers, msLeft }));
		expect(page.one(".oc-ring").getAttribute("aria-label")).toBe("Time left: 0:05");
		expect(page.one(".oc-ring.oc-hurry text").textContent).toBe("5");
		expect(page.one(".oc-banner").textContent).toBe("Bo has lost the connection: 0:09 to come back.");
		await page.show(asked({ prepMs: 24 * 3_600_000 }, { timers, msLeft }));
		expect(page.all(".oc-ring")).toHaveLength(0);
	});

	test("what a lost connection costs is said while the first cards are laid, and not later", async () => {
		await page.show(asked({ disconnectGraceMs: 15_000 }));
		expect(page.one(".oc-grace").textContent).toBe("After a lost connection there are 15 seconds to come back.");
		await page.show(asked({ disconnectGraceMs: 0 }));
		expect(page.one(".oc-grace").textContent).toBe("A lost connection loses the match at once.");
		await page.show(asked({ roundIndex: 2 }));
		expect(page.all(".oc-grace")).toHaveLength(0);
	});

	test("a player who was silent is warned until they act", async () => {
		await page.show(asked({ roundIndex: 2, afkStreaks: [1, 0] }));
		expect(page.one(".oc-danger").textContent).toContain("You were silent last round.");
		await page.click(card(0));
		expect(page.all(".oc-banner")).toHaveLength(0);
		await page.show(asked({ roundIndex: 3, afkStreaks: [0, 1] }));
		expect(page.one(".oc-hint").textContent).toContain("Bo was silent last round.");
		await page.show(asked({ roundIndex: 4, afkStreaks: [1, 1], bothAfkStreak: 1 }));
		expect(page.one(".oc-banner").textContent).toContain("Both were silent last round.");
	});

	test("sudden death is announced by a banner", async () => {
		await page.show(asked({ roundIndex: 4, suddenDeath: true }));
		expect(page.one(".oc-banner").textContent).toContain("Sudden death");
		expect(page.one(".board-title").textContent).toBe("Sudden death, round 4");
	});

	test("a spectator sees both as the view has them, and can do nothing", async () => {
		await page.show(asked({ you: null, layout: null, hadDraft: null, confirmed: [true, false] }, { legal: [] }));
		expect([labels(0), labels(1)]).toEqual([
			["Slot 1, face down", "Slot 2, face down", "Slot 3, face down"],
			["Slot 1, empty", "Slot 2, empty", "Slot 3, empty"],
		]);
		expect(page.all(".oc-play button")).toHaveLength(0);
		expect(page.one(".board-text").textContent).toBe("Ada is ready; Bo is still laying out.");
	});

	test("the second seat sees itself below", async () => {
		await page.show(
			asked({ you: 1, phase: "REVEAL", steps: [{ cards: ["attack", "heal"], hp: [10, 9] }], hp: [10, 9] }),
		);
		expect(page.all(".oc-slots").map((each) => each.dataset.side)).toEqual(["0", "1"]);
		expect(labels(1)[0]).toBe("Slot 1: Heal, −1 HP");
	});

	test.each([
		[
			{ winner: 0, reason: "normal", potBurned: false },
			[7, 5],
			"Ada wins",
			"You take the pot of 2. You have 11 tokens.",
		],
		[
			{ winner: 1, reason: "timeout", potBurned: false },
			[10, 10],
			"Bo wins",
			"Bo takes the pot of 2. You have 11 tokens.",
		],
		[
			{ winner: 1, reason: "disconnect", potBurned: false },
			[4, 0],
			"Bo wins",
			"Bo takes the pot of 2. You have 11 tokens.",
		],
		[{ winner: null, reason: "normal", potBurned: false }, [0, 0], "A draw", "each gets the stake back."],
		[{ winner: null, reason: "timeout", potBurned: true }, [10, 10], "Both lose", "The pot of 2 is lost."],
	] as const)("%j with %j is told as it is", async (ended, hp, title, spoils) => {
		const result = { ...ended, payout: [] };
		await page.show(asked({ phase: "END", result, hp, tokens: 11 }, { legal: [] }));
		expect(page.one(".oc-ending h3").textContent).toBe(title);
		expect(page.one(".oc-spoils").textContent).toContain(spoils);
		expect(page.all("[data-place]")).toHaveLength(0);
	});

	test("a table that has not begun says so", async () => {
		await page.show(moment(null, []));
		expect(page.one(".board-title").textContent).toBe("The duel has not begun");
	});
});

test("a finished round stays visible for a while, or until the next is laid out", async () => {
	vi.useFakeTimers();
	const steps = [
		{ cards: ["attack", "defense"], hp: [10, 10] },
		{ cards: ["heal", "attack"], hp: [8, 10] },
		{ cards: [null, "counter"], hp: [8, 10] },
	] as const;
	const next = { roundIndex: 2, hp: [8, 10], history: [{ steps: [...steps], afk: [false, false] }] } as const;
	const events = [{ seq: 9, type: "round_end", payload: { roundIndex: 1 } }];
	const shown = ["Slot 1: Attack, ±0 HP", "Slot 2: Heal, −2 HP", "Slot 3: nothing, ±0 HP"];
	await page.show(asked({ phase: "REVEAL", steps: steps.slice(0, 2), hp: [8, 10] }, { legal: [] }));
	await page.show(asked(next, { events, seq: 9 }));
	expect(labels(0)).toEqual(shown);
	await act(() => void vi.advanceTimersByTime(RECAP_MS + 1));
	expect(labels(0)[0]).toBe("Slot 1, empty");
	await page.show(
		asked(
			{ ...next, roundIndex: 3, history: [...next.history, ...next.history] },
			{
				events: [{ seq: 12, type: "round_end", payload: { roundIndex: 2 } }],
				seq: 12,
			},
		),
	);
	expect(labels(0)).toEqual(["Slot 1: Attack, +2 HP", ...shown.slice(1)]);
	await page.click(card(0));
	expect(labels(0)).toEqual(["Slot 1: Attack", "Slot 2, empty", "Slot 3, empty"]);
	expect(page.all(".oc-round")).toHaveLength(2);
});

test("taking all cards back dismisses the finished round, too", async () => {
	const steps = [0, 1, 2].map(() => ({ cards: ["attack", "defense"], hp: [10, 10] }) as const);
	const next = { roundIndex: 2, history: [{ steps, afk: [false, false] }] } as const;
	const events = [{ seq: 9, type: "round_end", payload: { roundIndex: 1 } }];
	await page.show(asked({ ...next, layout: ["heal", null, null], hadDraft: true }, { events, seq: 9 }));
	expect(labels(0)[0]).toBe("Slot 1: Attack, ±0 HP");
	await page.click(page.one(".oc-clear"));
	expect([page.sent, labels(0)[0]]).toEqual([[draft(null, null, null)], "Slot 1, empty"]);
});

describe("looking back", () => {
	test("both layouts are open in a replay, and hidden from a spectator", async () => {
		const layouts: View["layouts"] = [
			["attack", null, "heal"],
			["defense", "counter", null],
		];
		const watched = { you: null, layout: null, hadDraft: null, tokens: null, confirmed: [true, true] } as const;
		await page.show(moment(viewFor({ ...watched, layouts, hadDrafts: [true, true] }), []));
		expect(labels(0)).toEqual(["Slot 1: Attack", "Slot 2, empty", "Slot 3: Heal"]);
		expect(labels(1)).toEqual(["Slot 1: Defence", "Slot 2: Counter", "Slot 3, empty"]);
		await page.show(moment(viewFor(watched), []));
		expect(labels(0)).toEqual([1, 2, 3].map((at) => `Slot ${at}, face down`));
	});
});
