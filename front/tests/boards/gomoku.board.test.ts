// Gomoku's board on a page: it highlights and sends what is legal, and nothing else.

import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Action } from "../../src/net/types.ts";
import { course, type Opening, openings, plain } from "./gomoku.model.ts";
import { moment, mountBoard, type TestPage } from "./test_page.ts";

const OPENING: Opening = {
	size: 15,
	opener: 0,
	you: 0,
	cells: [112, 98, 144, 126, 143],
	choice: "place_more",
	last: "white",
};
let page: TestPage;

beforeEach(async () => {
	page = await mountBoard("gomoku");
});

afterEach(() => page.close());

function seen(you: 0 | 1 | null, phase: string, nth = 0) {
	const said = course({ ...OPENING, you }).filter(({ view }) => (view.swap2State?.phase ?? "") === phase)[nth];
	if (said === undefined) throw new Error(phase);
	return said;
}

function cell(x: number, y: number): Element {
	return page.one(`[data-x="${x}"][data-y="${y}"]`);
}

describe("cells", () => {
	test("only the cells in `legal` are open, and a click sends exactly that action", async () => {
		const arbitrary = fc.uniqueArray(fc.nat(224), { minLength: 1, maxLength: 12 });
		const { view } = plain({ ...OPENING, cells: [0, 1, 2, 3, 4] });
		await fc.assert(
			fc.asyncProperty(arbitrary, fc.nat(224), async (open, meant) => {
				page.sent.length = 0;
				const legal: Action[] = open.map((at) => ({ type: "place", x: at % 15, y: Math.floor(at / 15) }));
				await page.show(moment(view, legal));
				const lit = page.all(".gk-open").map((each) => Number(each.dataset.y) * 15 + Number(each.dataset.x));
				expect(lit.toSorted((a, b) => a - b)).toEqual(open.toSorted((a, b) => a - b));
				await page.click(cell(meant % 15, Math.floor(meant / 15)));
				const index = open.indexOf(meant);
				expect(page.sent).toEqual(index < 0 ? [] : [legal[index]]);
				if (index >= 0) expect(page.sent[0]).toBe(legal[index]);
			}),
			{ numRuns: 100 },
		);
	}, 60_000);

	test("nothing is open while busy, out of turn or for spectators; a click says why", async () => {
		const { view, legal } = plain(OPENING);
		await page.show(moment(view, legal, { busy: true }));
		await page.click(cell(7, 7));
		expect(page.announced.at(-1)).toContain("Sending");
		for (const you of [1, null] as const) {
			const other = plain({ ...OPENING, you });
			await page.show(moment(other.view, other.legal));
			expect(page.all(".gk-open")).toEqual([]);
			await page.click(cell(7, 7));
			expect(page.announced.at(-1)).toContain("Ada");
		}
		expect(page.sent).toEqual([]);
	});

	test("a tap must be confirmed before it places", async () => {
		const { view, legal } = plain(OPENING);
		await page.show(moment(view, legal));
		const tap = async (x: number, y: number) => {
			cell(x, y).dispatchEvent(new PointerEvent("pointerdown", { pointerType: "touch", bubbles: true }));
			await page.click(cell(x, y));
		};
		await tap(3, 3);
		expect(page.sent).toEqual([]);
		expect(page.one(".gk-confirm .primary").textContent).toBe("Place on d12");
		await tap(4, 3);
		expect(page.sent).toEqual([]);
		await tap(4, 3);
		expect(page.sent).toEqual([{ type: "place", x: 4, y: 3 }]);
		await tap(5, 5);
		await page.click(page.one(".gk-confirm .quiet"));
		expect(page.all(".gk-confirm")).toEqual([]);
		await tap(6, 6);
		await page.click(page.one(".gk-confirm .primary"));
		expect(page.sent.at(-1)).toEqual({ type: "place", x: 6, y: 6 });
		expect(page.sent.length).toBe(2);
	});

	test("the keyboard moves from one tab stop and places", async () => {
		const { view, legal } = plain(OPENING);
		await page.show(moment(view, legal));
		expect(page.all('.gk-cell[tabindex="0"]').length).toBe(1);
		page.one('.gk-cell[tabindex="0"]').focus();
		const here = () => document.activeElement?.getAttribute("aria-label");
		expect(here()).toBe("h8, empty");
		const walk: [string, string][] = [
			["ArrowLeft", "g8"],
			["ArrowUp", "g9"],
			["Home", "a9"],
			["ArrowLeft", "a9"],
			["PageUp", "a15"],
			["End", "o15"],
			["PageDown", "o1"],
		];
		for (const [key, name] of walk) {
			await page.press(key);
			expect(here()).toBe(`${name}, empty`);
		}
		expect(page.all('.gk-cell[tabindex="0"]').length).toBe(1);
		await page.press("Enter");
		await page.press(" ");
		expect(page.sent).toEqual([
			{ type: "place", x: 14, y: 14 },
			{ type: "place", x: 14, y: 14 },
		]);
	});

	test("the ghost shows only where a stone may be placed", async () => {
		const { view, legal } = plain(OPENING);
		await page.show(moment(view, legal.slice(0, 1)));
		page.one('[data-x="0"][data-y="0"]').focus();
		await page.show(moment(view, legal.slice(0, 1)));
		expect(page.all(".gk-ghost").length).toBe(1);
		page.one('[data-x="5"][data-y="5"]').focus();
		await page.show(moment(view, legal.slice(0, 1)));
		expect(page.all(".gk-ghost").length).toBe(0);
	});

	test("cells are labelled with their stones", async () => {
		const { view } = seen(1, "swap2_choice");
		await page.show(moment(view, []));
		expect(cell(7, 7).getAttribute("aria-label")).toBe("h8, opening stone 1, will be black");
		expect(cell(9, 9).getAttribute("aria-label")).toBe("j6, opening stone 3, will be black, last placed");
		const begun = seen(1, "complete");
		const line = [[7, 7]] as [number, number][];
		await page.show(moment({ ...begun.view, toAct: null, result: { winner: 0, reason: "five", line } }, []));
		expect(cell(7, 7).getAttribute("aria-label")).toBe("h8, black stone, in the winning row");
		expect(cell(8, 9).getAttribute("aria-label")).toBe("i6, white stone, last move");
		expect(page.all(".gk-row").length).toBe(1);
	});
});

describe("the choice", () => {
	test("three options, then two, each sending its own action; Esc chooses nothing", async () => {
		for (const [you, phase, count] of [
			[1, "swap2_choice", 3],
			[0, "swap2_final_choice", 2],
		] as const) {
			const { view, legal } = seen(you, phase);
			await page.show(moment(view, legal));
			expect(page.all("dialog button").length).toBe(count);
			expect(page.all("dialog button").map((each) => each.dataset.choice)).toEqual(legal.map(({ choice }) => choice));
			expect(page.one("dialog [role=timer]").textContent).toBe("0:42");
			expect(page.all("dialog .gk-opening li").length).toBe(count === 3 ? 3 : 5);
			await page.press("Escape", page.one("dialog"));
			expect(page.sent).toEqual([]);
			expect(document.activeElement?.getAttribute("role")).toBe("gridcell");
			for (const [index, option] of page.all("dialog button").entries()) {
				await page.click(option);
				expect(page.sent.pop()).toBe(legal[index]);
			}
		}
	});

	test("it opens for the chooser alone, and does nothing while busy", async () => {
		for (const you of [0, null] as const) {
			const { view, legal } = seen(you, "swap2_choice");
			await page.show(moment(view, legal));
			expect(page.all("dialog")).toEqual([]);
		}
		const { view, legal } = seen(1, "swap2_choice");
		await page.show(moment(view, legal, { busy: true }));
		for (const option of page.all("dialog button")) await page.click(option);
		expect(page.sent).toEqual([]);
	});

	test("the colours show before the main game, until closed or a stone is placed", async () => {
		const { view, legal } = seen(1, "complete");
		await page.show(moment(view, legal));
		expect(page.one(".gk-assigned").textContent).toContain("Bo plays black");
		expect(page.one(".gk-assigned").textContent).toContain("Ada plays white");
		expect(page.one(".gk-assigned").textContent).toContain("Bo moves first");
		await page.click(page.one(".gk-assigned button"));
		expect(page.all(".gk-assigned")).toEqual([]);
		expect(page.one(".gk-legend").textContent).toContain("Black · first move");
	});
});

test("every view of every opening renders, with all its texts", async () => {
	await fc.assert(
		fc.asyncProperty(openings, fc.nat(), async (opening, some) => {
			const said = course(opening);
			const { view, legal } = said[some % said.length] as (typeof said)[number];
			await page.show(moment(view, legal));
			const asked = view.you === view.toAct && view.stonesRequired + Number(view.currentTurn !== null) > 0;
			expect(page.all(".gk-open").length > 0).toBe(asked);
		}),
		{ numRuns: 100 },
	);
}, 60_000);
