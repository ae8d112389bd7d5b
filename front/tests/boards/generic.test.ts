// The generic board: any game as text and buttons.

import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { filtered, grouped, labelled } from "../../src/boards/generic/actions.ts";
import { line } from "../../src/boards/generic/lines.ts";
import type { Action } from "../../src/net/types.ts";
import { moment, mountBoard, say, seatName, type TestPage } from "./test_page.ts";

const VIEW = { round: 1 };
let page: TestPage;

beforeEach(async () => {
	page = await mountBoard("duel");
});

afterEach(() => page.close());

test("it sends exactly the legal action that was chosen", async () => {
	const actions = fc.array(fc.record({ type: fc.constantFrom("seal", "bid", "pass"), value: fc.nat(9) }), {
		minLength: 1,
		maxLength: 40,
	});
	await fc.assert(
		fc.asyncProperty(actions, fc.nat(), async (legal: Action[], some) => {
			page.sent.length = 0;
			await page.show(moment(VIEW, legal, { notation: legal.map((_, index) => `n${index}`) }));
			const buttons = page.all("button");
			expect(buttons.map((each) => each.textContent).toSorted()).toEqual(
				legal.map((_, index) => `n${index}`).toSorted(),
			);
			const chosen = buttons[some % buttons.length] as HTMLElement;
			await page.click(chosen);
			expect(page.sent).toEqual([legal[Number(chosen.textContent?.slice(1))]]);
			expect(page.sent[0]).toBe(legal[Number(chosen.textContent?.slice(1))]);
		}),
		{ numRuns: 100 },
	);
}, 60_000);

test("the picture is shown as it is; without one, the view; without notation, the actions' fields", async () => {
	const legal = [{ type: "seal", choice: "guard" }, { type: "pass" }];
	await page.show(moment(VIEW, legal, { picture: "round 1\n  left", notation: ["guard", "pass"] }));
	expect(page.one("pre").textContent).toBe("round 1\n  left");
	expect(page.one("pre").getAttribute("role")).toBe("img");
	expect(page.all("legend").map((each) => each.textContent)).toEqual(["seal", "pass"]);
	await page.show(moment(VIEW, legal));
	expect(JSON.parse(page.one("pre").textContent ?? "")).toEqual(VIEW);
	expect(page.all("button").map((each) => each.textContent)).toEqual(['seal {"choice":"guard"}', "pass"]);
});

test("a filter comes with more than 24 actions", async () => {
	const legal = (count: number) => Array.from({ length: count }, (_, value) => ({ type: "bid", value }));
	const notation = (count: number) => legal(count).map(({ value }) => `bid ${value}`);
	await page.show(moment(VIEW, legal(24), { notation: notation(24) }));
	expect(page.all("input")).toEqual([]);
	await page.show(moment(VIEW, legal(25), { notation: notation(25) }));
	const input = page.one("input") as HTMLInputElement;
	input.value = "24";
	input.dispatchEvent(new Event("input", { bubbles: true }));
	await page.show(moment(VIEW, legal(25), { notation: notation(25) }));
	expect(page.all("button").map((each) => each.textContent)).toEqual(["bid 24"]);
	expect(page.one("[role=status]").textContent).toBe("1 of 25");
});

test("it says whom it waits for, that it is over, that it is sending", async () => {
	const status = () => page.one(".gn-status").textContent;
	await page.show(moment(VIEW, [], { you: 0, to_act: [1, 2] }));
	expect(status()).toBe("Waiting for Bo, Cem");
	await page.show(moment(VIEW, [{ type: "pass" }], { you: 0, to_act: [0] }));
	expect(status()).toBe("Your turn: choose an action.");
	expect(page.announced).toEqual(["Your turn: choose an action."]);
	await page.show(moment(VIEW, [{ type: "pass" }], { you: 0, to_act: [0], busy: true }));
	await page.click(page.one("button"));
	expect(page.sent).toEqual([]);
	await page.show(moment(null, []));
	expect(status()).toBe("The game has not begun");
	await page.show(moment(VIEW, [], { outcome: { scores: [1, -1], reason: "goal", payout: [] } }));
	expect(status()).toBe("The game is over");
});

test("the log has the game's own words for an event, else its name and fields", () => {
	const event = { seq: 1, type: "piece_moved", payload: { seat: 1, to: "a4" } };
	expect(line({ ...event, words: "white: a1-a4" }, { say, seatName })).toBe("white: a1-a4");
	expect(line(event, { say, seatName })).toBe("Bo: piece moved: to a4.");
	expect(line({ ...event, type: "match.end" }, { say, seatName })).toBeNull();
});

test("labels, groups and the filter lose nothing and add nothing", () => {
	const actions = fc.array(fc.record({ type: fc.string(), value: fc.nat() }));
	fc.assert(
		fc.property(actions, fc.string(), (legal: Action[], typed) => {
			const all = labelled(legal, null);
			const members = grouped(all).flatMap((group) => group.actions);
			expect(new Set(members.map(({ action }) => action))).toEqual(new Set(legal));
			expect(members.length).toBe(legal.length);
			for (const each of filtered(all, typed)) expect(legal).toContain(each.action);
			expect(filtered(all, "").length).toBe(legal.length);
		}),
		{ numRuns: 200 },
	);
});
