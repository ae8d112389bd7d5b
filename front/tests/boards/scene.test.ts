// A scene that a game describes: what is drawn, and how one plays by touching it.

import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { neighbour, type Place, placesOfGrid } from "../../src/boards/generic/spots.ts";
import { choicesAfter, touch } from "../../src/boards/generic/touch.ts";
import type { Action } from "../../src/net/types.ts";
import type { Grid, Scene } from "../../src/wire.ts";
import { moment, mountBoard, type TestPage } from "./test_page.ts";

const path = (...ids: string[]) => ({ action: { type: ids.join("-") }, label: ids.join(" "), path: ids });

describe("what a touch leads to", () => {
	const paths = [path("a", "b"), path("a", "c", "x"), path("a", "c", "y"), path("d"), path("e", "f")];

	test("a path is followed to its end, and then it is the chosen action", () => {
		expect(touch(paths, [], "d")).toEqual({ ids: [], chosen: paths[3] });
		expect(touch(paths, [], "a")).toEqual({ ids: ["a"], chosen: null });
		expect(choicesAfter(paths, ["a"]).next).toEqual(new Set(["b", "c"]));
		expect(touch(paths, ["a"], "b")).toEqual({ ids: [], chosen: paths[0] });
		expect(touch(paths, ["a", "c"], "y")).toEqual({ ids: [], chosen: paths[2] });
	});

	test("another beginning starts anew; anything else, and the same again, takes back", () => {
		expect(touch(paths, ["a"], "e")).toEqual({ ids: ["e"], chosen: null });
		expect(touch(paths, ["a"], "d")).toEqual({ ids: [], chosen: paths[3] });
		expect(touch(paths, ["a"], "a")).toEqual({ ids: [], chosen: null });
		expect(touch(paths, ["a"], "nowhere")).toEqual({ ids: [], chosen: null });
	});

	test("an end that two actions share, or that others go beyond, chooses none", () => {
		const shared = [path("a"), path("a"), path("b"), path("b", "c")];
		expect(touch(shared, [], "a").chosen).toBeNull();
		expect(choicesAfter(shared, ["a"]).complete).toEqual(shared.slice(0, 2));
		expect(touch(shared, [], "b")).toEqual({ ids: ["b"], chosen: null });
		expect(choicesAfter(shared, ["b"])).toEqual({ next: new Set(["c"]), complete: [shared[2]] });
	});

	test("every action can be reached by its path, and is chosen where the path is its own", () => {
		const ids = fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 4 });
		fc.assert(
			fc.property(fc.uniqueArray(ids, { selector: (each) => each.join(), minLength: 1, maxLength: 12 }), (all) => {
				const some = all.map((each) => path(...each));
				for (const each of some) {
					let now = { ids: [] as readonly string[], chosen: null as null | (typeof some)[number] };
					for (const id of each.path) {
						expect(choicesAfter(some, now.ids).next.has(id)).toBe(true);
						now = touch(some, now.ids, id) as typeof now;
					}
					expect(now.chosen ?? choicesAfter(some, now.ids).complete[0]).toBe(each);
				}
			}),
		);
	});
});

test("arrow keys reach every cell of a grid, and lead back", () => {
	const grid: Grid = {
		type: "grid",
		rows: [0, 1, 2].map((y) => [0, 1, 2, 3].map((x) => ({ type: "spot" as const, id: `${x}${y}` }))),
	};
	const places = placesOfGrid(grid);
	const at = (id: string) => places.find((each) => each.id === id) as Place;
	expect(neighbour(places, at("00"), "ArrowRight")?.id).toBe("10");
	expect(neighbour(places, at("00"), "ArrowDown")?.id).toBe("01");
	expect(neighbour(places, at("32"), "ArrowLeft")?.id).toBe("22");
	expect(neighbour(places, at("32"), "ArrowDown")).toBeNull();
	expect(neighbour(places, at("32"), "Home")).toBeNull();
});

describe("at a table", () => {
	const SCENE: Scene = {
		parts: [
			{ type: "counters", items: [{ name: "stones", value: "3", seat: 1, colour: "black" }] },
			{
				type: "graph",
				points: [
					{ type: "point", id: "a1", x: 0, y: 0, piece: { colour: "white" } },
					{ type: "point", id: "a4", x: 0, y: 3 },
					{ type: "point", id: "d7", x: 3, y: 6, piece: { colour: "black" } },
				],
				lines: [["a1", "a4"]],
			},
			{
				type: "row",
				title: "hand",
				seat: 0,
				items: [
					{ type: "card", id: "c7", text: "7", suit: "♠" },
					{ type: "card", face_down: true },
					{ type: "die", id: "die", face: 5 },
				],
			},
		],
		last: ["d7"],
	};
	const LEGAL: Action[] = [{ type: "move" }, { type: "take" }, { type: "play" }, { type: "pass" }, { type: "lost" }];
	const MORE = {
		scene: SCENE,
		touch: [["a1", "a4"], ["a1", "a4", "d7"], ["c7"], [], ["nowhere"]],
		notation: ["a1-a4", "a1-a4xd7", "7♠", "pass", "lost"],
		to_act: [0],
		you: 0,
	};
	let page: TestPage;
	const named = (name: string) => page.one(`[aria-label="${name}"]`);
	const buttons = () => page.all("button").map((each) => each.textContent);
	const lit = () => page.all(".sc-next").map((each) => each.getAttribute("data-id"));

	beforeEach(async () => {
		page = await mountBoard("morris");
		await page.show(moment({}, LEGAL, MORE));
	});

	afterEach(() => page.close());

	test("things have names, and what touching cannot say has a button", () => {
		expect(named("a1: white").getAttribute("role")).toBe("button");
		expect(named("d7: black, last move").getAttribute("aria-disabled")).toBe("true");
		expect(named("7 ♠").getAttribute("aria-disabled")).toBe("false");
		expect(named("card face down").getAttribute("role")).toBe("img");
		expect(page.one(".sc-row h3").textContent).toBe("Ada: hand");
		expect(page.one(".sc-counters").textContent).toBe("Bo: stones3");
		expect(buttons()).toEqual(["pass", "lost"]);
		expect(lit()).toEqual(["a1", "c7"]);
		expect(page.all("pre")).toEqual([]);
	});

	test("touch after touch leads to an action; an end that others go beyond has a button", async () => {
		await page.click(named("a1: white"));
		expect(named("a1: white").getAttribute("aria-pressed")).toBe("true");
		expect([lit(), buttons()]).toEqual([["a4"], []]);
		await page.click(named("a4: empty"));
		expect([lit(), buttons()]).toEqual([["d7"], ["a1-a4"]]);
		await page.click(named("d7: black, last move"));
		expect(page.sent).toEqual([LEGAL[1]]);
	});

	test("what was touched stays while others come and go", async () => {
		await page.click(named("a1: white"));
		await page.show(moment({}, [...LEGAL], { ...MORE, seq: 2 }));
		expect(lit()).toEqual(["a4"]);
	});

	test("touches that lead nowhere any more are forgotten, and all buttons come back", async () => {
		await page.click(named("a1: white"));
		expect(buttons()).toEqual([]);
		await page.show(
			moment({}, LEGAL.slice(2), { ...MORE, touch: MORE.touch.slice(2), notation: MORE.notation.slice(2) }),
		);
		expect([lit(), buttons()]).toEqual([["c7"], ["pass", "lost"]]);
		expect(named("a1: white").getAttribute("aria-pressed")).not.toBe("true");
	});

	test("a wrong touch, Escape and a new decision take back what was touched", async () => {
		for (const takeBack of [
			() => page.click(named("d7: black, last move")),
			() => page.press("Escape", named("a4: empty")),
			() => page.show(moment({}, LEGAL, { ...MORE, decision: 2 })),
		]) {
			await page.click(named("a1: white"));
			expect(lit()).toEqual(["a4"]);
			await takeBack();
			expect(lit()).toEqual(["a1", "c7"]);
		}
		expect(page.sent).toEqual([]);
	});

	test("keys walk over a part from its one tab stop, and touch", async () => {
		expect(page.all("[tabindex='0'][data-id]").map((each) => each.getAttribute("data-id"))).toEqual(["a1", "c7"]);
		named("a1: white").focus();
		expect(await page.press("Enter")).toBe(false);
		await page.press("ArrowDown");
		expect(document.activeElement).toBe(named("a4: empty"));
		await page.press(" ");
		await page.press("ArrowDown");
		await page.press("Enter");
		expect(page.sent).toEqual([LEGAL[1]]);
	});

	test("while an action is under way nothing can be touched", async () => {
		await page.show(moment({}, LEGAL, { ...MORE, busy: true }));
		await page.click(named("7 ♠"));
		expect([page.sent, lit()]).toEqual([[], []]);
	});
});
