// A package's board: it is used as it is, and the generic board supplies what it lacks and replaces it where it fails.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { BoardContext, Mount } from "../../src/boards/board.ts";
import { board as generic } from "../../src/boards/generic/index.tsx";
import { loadPluginBoard, withFallback } from "../../src/boards/plugin_board.ts";
import { moment, say, seatName } from "./test_page.ts";

const EVENT = { seq: 1, type: "die.rolled", payload: { seat: 0 } };
const context: BoardContext = { game: "mine", say, seatName, send: () => {}, announce: () => {} };
let place: HTMLElement;
let complaints: unknown[];

beforeEach(() => {
	place = document.body.appendChild(document.createElement("div"));
	complaints = [];
	vi.spyOn(console, "warn").mockImplementation((...said) => complaints.push(said));
});

afterEach(() => {
	place.remove();
	vi.restoreAllMocks();
});

const plain: Mount = (element) => ({
	show: ({ legal }) => {
		element.textContent = `mine, ${legal.length} actions`;
	},
	destroy: () => element.replaceChildren(),
});

test("it is mounted, shown and destroyed like every board", () => {
	const board = withFallback({}, plain, generic).mount(place, context);
	board.show(moment({}, [{ type: "roll" }]));
	expect(place.textContent).toBe("mine, 1 actions");
	board.destroy();
	expect(place.textContent).toBe("");
	expect(complaints).toEqual([]);
});

test("log lines and texts it lacks are the generic board's", async () => {
	const lines = (event: { type: string }) => (event.type === "die.rolled" ? "a die rolls" : null);
	const own = withFallback({ lines, catalogue: async () => ({ "mine.word": "mine" }) }, plain, generic);
	expect(own.lines?.(EVENT, context)).toBe("a die rolls");
	expect(own.lines?.({ ...EVENT, type: "die.lost" }, context)).toBe("Ada: die lost.");
	expect(await own.catalogue("en")).toMatchObject({ "mine.word": "mine", "generic.over": "The game is over" });
});

test("the generic board replaces one that fails to mount", () => {
	const failing: Mount = () => {
		throw new Error("no such thing");
	};
	const board = withFallback({}, failing, generic).mount(place, context);
	board.show(moment({}, [], { picture: "as text" }));
	expect(place.querySelector("pre")?.textContent).toBe("as text");
	expect(complaints.length).toBe(1);
});

test("the generic board replaces one that fails to show a moment", () => {
	const failing: Mount = (element) => ({
		show: ({ legal }) => {
			if (legal.length === 0) throw new Error("nothing to do");
			element.textContent = "mine";
		},
		destroy: () => {},
	});
	const board = withFallback({}, failing, generic).mount(place, context);
	board.show(moment({}, [{ type: "roll" }]));
	expect(place.textContent).toBe("mine");
	for (const legal of [[], [{ type: "roll" }]]) {
		board.show(moment({}, legal, { picture: "as text" }));
		expect(place.querySelector("pre")?.textContent).toBe("as text");
	}
	expect(complaints.length).toBe(1);
});

/** A board whose steps are listed; `fails` are those of them that throw. */
function listing(steps: string[], name: string, fails: readonly string[] = []): Mount {
	const step = (what: string) => {
		steps.push(`${name}.${what}`);
		if (fails.includes(what)) throw new Error(what);
	};
	return () => {
		step("mount");
		return { show: () => step("show"), destroy: () => step("destroy") };
	};
}

test.each([
	["works", [], ["own.mount", "own.show", "own.destroy"]],
	["cannot be mounted", ["mount"], ["own.mount", "generic.mount", "generic.show", "generic.destroy"]],
	[
		"fails to show a moment",
		["show"],
		["own.mount", "own.show", "own.destroy", "generic.mount", "generic.show", "generic.destroy"],
	],
	[
		"fails to show a moment and to be taken down",
		["show", "destroy"],
		["own.mount", "own.show", "own.destroy", "generic.mount", "generic.show", "generic.destroy"],
	],
	["fails to be taken down", ["destroy"], ["own.mount", "own.show", "own.destroy"]],
])("where it %s every board that was mounted is taken down once, and none is mounted after", (_, fails, expected) => {
	const steps: string[] = [];
	const taken = { ...generic, mount: listing(steps, "generic") };
	const board = withFallback({}, listing(steps, "own", fails), taken).mount(place, context);
	board.show(moment({}, []));
	board.destroy();
	expect(steps).toEqual(expected);
	expect(place.childElementCount).toBe(0);
	expect(complaints.length).toBe(fails.length);
});

test("the generic board replaces one that fails to load", async () => {
	expect(await loadPluginBoard("/nowhere.js", generic)).toBe(generic);
	expect(complaints.length).toBe(1);
});
