// Backgammon's board on a page: it highlights and sends what is legal, and nothing else, by click, drag and key.

import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { START } from "../../src/boards/backgammon/display.ts";
import { spotFrom, spotTo } from "../../src/boards/backgammon/spots.ts";
import type { Move, Position } from "../../src/boards/backgammon/types.ts";
import type { Action } from "../../src/net/types.ts";
import { legals, positions, sides, viewFor, words } from "./backgammon.model.ts";
import { moment, mountBoard, type TestPage } from "./test_page.ts";

const OPENING: Action[] = [
	{ type: "move", from: 12, to: 6, die: 6 },
	{ type: "move", from: 12, to: 10, die: 2 },
	{ type: "move", from: 23, to: 17, die: 6 },
];
let page: TestPage;

beforeEach(async () => {
	page = await mountBoard("backgammon");
});

afterEach(() => page.close());

function cell(spot: string): HTMLElement {
	return page.one(`[data-spot="${spot}"]`);
}

function name(spot: string): string | null {
	return cell(spot).getAttribute("aria-label");
}

const drawn = (selector: string) => page.all(selector).length;

describe("what is drawn", () => {
	test("every checker of the view, from either side, in trays if borne off", async () => {
		await fc.assert(
			fc.asyncProperty(positions, sides, async (position, side) => {
				await page.show(moment(viewFor(position, side), []));
				for (const each of [0, 1] as const) {
					expect(drawn(`.bg-checker[data-side="${each}"]`) + drawn(`[data-off="${each}"]`)).toBe(15);
					expect(drawn(`[data-off="${each}"]`)).toBe(position.home[each]);
				}
				const high = [...position.board.map(Math.abs), ...position.bar].filter((count) => count > 5);
				expect(
					page
						.all(".bg-count")
						.map((each) => Number(each.textContent))
						.toSorted(),
				).toEqual(high.toSorted());
			}),
			{ numRuns: 100 },
		);
	}, 60_000);

	test("stacks are labelled for screen readers, as the bottom player counts", async () => {
		await page.show(moment(viewFor(START as unknown as Position, 0), []));
		expect([name("p12"), name("p0"), name("b0"), name("o1")]).toEqual([
			"point 13, 5 white checkers",
			"point 1, 2 black checkers",
			"White’s bar, empty",
			"Black’s tray, empty",
		]);
		await page.click(page.one(".bg-flip"));
		expect(name("p12")).toBe("point 12, 5 white checkers");
		expect(cell("p12").dataset.row).toBe("1");
		await page.click(page.one(".bg-flip"));
		expect(name("p12")).toBe("point 13, 5 white checkers");
	});

	test("the last turn is the view's, until this one has moves", async () => {
		const last = { seat: 1, dice: [6, 2], moves: [{ from: 0, to: 6, die: 6, hit: true } as const] };
		const board = START.board.map((count, index) => (index === 0 || index === 6 ? -1 : count));
		const view = viewFor({ ...(START as unknown as Position), board }, 0, { last });
		await page.show(moment(view, []));
		expect(page.one(".bg-before").textContent).toBe("Bo, 6-2: 24/18*");
		expect([drawn(".bg-last"), drawn(".bg-from > *")]).toEqual([1, 1]);
		await page.show(moment({ ...view, moves: [{ from: 12, to: 10, die: 2 }] }, []));
		expect(page.one(".bg-before").textContent).toBe("Bo, 6-2: 24/18*");
		expect(drawn(".bg-from.bg-white")).toBe(1);
		await page.show(moment({ ...view, last: { ...last, moves: [] } }, []));
		expect(page.one(".bg-before").textContent).toBe("Bo, 6-2: no move");
		expect(drawn(".bg-last")).toBe(0);
		await page.show(moment({ ...view, last: null }, []));
		expect(drawn(".bg-before")).toBe(0);
	});

	test("dice, cube, pips, score and Crawford are the view's", async () => {
		const view = viewFor(START as unknown as Position, 0, {
			diceUsed: [2],
			hasCube: true,
			cube: { value: 4, owner: 1 },
			points: 5,
			score: [4, 2],
			crawfordGame: true,
			pips: [120, 99],
		});
		await page.show(moment(view, []));
		expect([drawn(".bg-die"), drawn(".bg-die.bg-used")]).toEqual([2, 1]);
		expect(page.one(".bg-cube").textContent).toBe("4");
		expect(page.element.textContent).toContain("120 pips");
		expect(page.one(".bg-match").textContent).toContain("Match to 5 · game 1 · Crawford game");
		expect(page.all(".bg-score").map((each) => each.textContent)).toEqual(["Points: 2", "Points: 4"]);
		await page.show(moment({ ...view, phase: "answer", toAct: 1 }, []));
		expect(page.one(".bg-offered").textContent).toBe("8");
	});
});

describe("what can be done", () => {
	test("any legal move by clicks, and no other", async () => {
		await fc.assert(
			fc.asyncProperty(positions, sides, legals, fc.nat(), async (position, side, legal, some) => {
				page.sent.length = 0;
				await page.show(moment(viewFor(position, side, { dice: [1, 2, 3, 4, 5, 6] }), legal));
				for (const each of page.all('.bg-die-button[aria-pressed="true"]')) await page.click(each); // as before it was
				const move = legal[some % legal.length] as Move;
				const sources = new Set((legal as Move[]).map((each) => spotFrom(each, side)));
				const die = page
					.all(".bg-die-button")
					.find((each) => each.getAttribute("aria-label") === `Play the ${move.die}`);
				if (die) await page.click(die);
				if (cell(spotFrom(move, side)).getAttribute("aria-selected") !== "true")
					await page.click(cell(spotFrom(move, side)));
				expect(page.sent).toEqual([]);
				expect(cell(spotFrom(move, side)).getAttribute("aria-selected")).toBe("true");
				await page.click(cell(spotTo(move, side)));
				expect(page.sent).toEqual([move]);
				expect(page.all(".bg-drags").every((each) => sources.has(each.dataset.spot ?? ""))).toBe(true);
			}),
			{ numRuns: 100 },
		);
	}, 120_000);

	test("a button for each legal action that is no move, and no other", async () => {
		await fc.assert(
			fc.asyncProperty(words, async (legal) => {
				page.sent.length = 0;
				await page.show(moment(viewFor(START as unknown as Position, 0), legal));
				const buttons = page.all(".bg-actions button");
				expect(buttons.map((each) => each.dataset.word).toSorted()).toEqual(legal.map(({ type }) => type).toSorted());
				for (const each of buttons) await page.click(each);
				expect(page.sent.map(({ type }) => type).toSorted()).toEqual(legal.map(({ type }) => type).toSorted());
			}),
			{ numRuns: 100 },
		);
	});

	test("nothing while busy, or for spectators; a click says why", async () => {
		await page.show(moment(viewFor(START as unknown as Position, 0), [...OPENING, { type: "undo" }], { busy: true }));
		for (const each of page.all(".bg-cell, .bg-actions button")) await page.click(each);
		expect(page.announced.at(-1)).toContain("Sending");
		await page.show(moment({ ...viewFor(START as unknown as Position, 0), you: null }, []));
		await page.click(cell("p12"));
		expect(page.announced.at(-1)).toBe("Waiting for Ada.");
		expect([page.sent, drawn(".bg-open")]).toEqual([[], 0]);
	});

	test("a drag from a checker to its landing, and one to nowhere", async () => {
		await page.show(moment(viewFor(START as unknown as Position, 0), OPENING));
		const grid = page.one(".bg-grid");
		grid.getBoundingClientRect = () => ({ left: 0, top: 0, width: 992, height: 692 }) as DOMRect;
		const send = async (type: string, on: Element, clientX: number, clientY: number) => {
			on.dispatchEvent(
				new PointerEvent(type, { bubbles: true, pointerId: 1, isPrimary: true, button: 0, clientX, clientY }),
			);
			await page.show(moment(viewFor(START as unknown as Position, 0), OPENING));
		};
		const middle = (spot: string) => {
			const { left, top, width, height } = cell(spot).style;
			const of = (start: string, size: string, whole: number) =>
				((Number.parseFloat(start) + Number.parseFloat(size) / 2) * whole) / 100;
			return [of(left, width, 992), of(top, height, 692)] as const;
		};
		for (const [to, sent] of [
			["p20", 0],
			["p6", 1],
		] as const) {
			await send("pointerdown", cell("p12"), ...middle("p12"));
			await send("pointermove", grid, ...middle(to));
			expect(drawn(".bg-dragged")).toBe(1);
			expect(drawn(".bg-landing")).toBe(2);
			await send("pointerup", grid, ...middle(to));
			expect(page.sent.length).toBe(sent);
		}
		expect(page.sent).toEqual([OPENING[0]]);
	});

	test("the keyboard picks up, cycles through landings, puts back, and plays", async () => {
		await page.show(moment(viewFor(START as unknown as Position, 0), OPENING));
		expect(drawn('.bg-cell[tabindex="0"]')).toBe(1);
		const here = () => (document.activeElement as HTMLElement | null)?.dataset.spot;
		page.one('.bg-cell[tabindex="0"]').focus();
		expect(here()).toBe("p5");
		for (const key of ["ArrowUp", "Home"]) await page.press(key);
		expect(here()).toBe("p12");
		await page.press("Enter");
		expect(page.announced.at(-1)).toBe("Picked up from point 13.");
		expect(name(here() ?? "")).toContain("land here with");
		const first = here();
		await page.press("ArrowRight");
		expect(new Set([first, here()])).toEqual(new Set(["p6", "p10"]));
		await page.press("Escape");
		expect([here(), page.announced.at(-1)]).toEqual(["p12", "Put back."]);
		await page.press("Enter");
		if (here() !== "p6") await page.press("ArrowRight");
		await page.press("Enter");
		expect(page.sent).toEqual([OPENING[0]]);
	});
});
