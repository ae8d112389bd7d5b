// Catan's table on a page: it highlights and sends what is legal, and nothing else; it shows what the view says, and no
// more.

import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Act, View } from "../../src/boards/catan/types.ts";
import { asSpectator, legals, listed, viewFor } from "./catan.model.ts";
import { moment, mountBoard, type TestPage } from "./test_page.ts";

let page: TestPage;

beforeEach(async () => {
	page = await mountBoard("catan");
});

afterEach(() => page.close());

const show = (view: Partial<View>, legal: readonly Act[] = [], more = {}) =>
	page.show(moment(viewFor(view), listed(legal), more));
const action = (name: string) => page.one(`[data-action="${name}"]`);
const isOn = (element: HTMLElement) => element.getAttribute("aria-disabled") === "false";
const places = () => page.all(".ct-place").map((each) => each.dataset.place ?? "");
const place = (name: string) => page.one(`[data-place="${name}"]`);
const nameOf = (name: string) => place(name).getAttribute("aria-label");
const text = (selector: string) => page.one(selector).textContent ?? "";
const label = (name: string) => page.one(`[aria-label="${name}"]`);
const check = (legend: string, card: string) => {
	const group = page.all("fieldset").find((each) => each.textContent?.startsWith(legend));
	const option = [...(group?.querySelectorAll("label") ?? [])].find((each) => each.textContent?.startsWith(card));
	return page.click(option?.querySelector("input") as Element);
};
const submit = () => page.click(page.one('button[type="submit"]'));

const KINDS: Readonly<Record<string, [Act["type"], string]>> = {
	road: ["BUILD_ROAD", "edge_id"],
	settlement: ["BUILD_SETTLEMENT", "vertex_id"],
	city: ["BUILD_CITY", "vertex_id"],
	knight: ["PLAY_KNIGHT", "tile_id"],
};

describe("on the island", () => {
	test("a choice highlights its legal targets, and a click sends that action", async () => {
		await fc.assert(
			fc.asyncProperty(legals, async (legal) => {
				for (const [tool, [type, field]] of Object.entries(KINDS)) {
					await show({}, legal);
					const acts = legal.filter((act) => act.type === type);
					const button = page.all(`[data-action="${tool}"]`)[0];
					expect(button !== undefined && isOn(button)).toBe(acts.length > 0);
					if (button === undefined || acts.length === 0) continue;
					await page.click(button);
					const lands = field.replace("_id", "");
					const wanted = acts.map((act) => `${lands}-${(act as unknown as Record<string, number>)[field]}`);
					expect(places().toSorted()).toEqual(wanted.toSorted());
					page.sent.length = 0;
					await page.click(place(wanted[0] ?? ""));
					expect(page.sent).toEqual([acts[0]]);
					expect(places()).toEqual([]);
				}
			}),
			{ numRuns: 12 },
		);
	}, 60_000);

	test("mandatory placements are highlighted without a choice", async () => {
		await show({ phase: "SETUP", setup_round: 1 }, [
			{ type: "SETUP_PLACE_SETTLEMENT", vertex_id: 7, turn: 1 },
			{ type: "SETUP_PLACE_SETTLEMENT", vertex_id: 40, turn: 1 },
		]);
		expect(places()).toEqual(["vertex-7", "vertex-40"]);
		await show({ phase: "MOVE_ROBBER" }, [
			{ type: "MOVE_ROBBER", tile_id: 5 },
			{ type: "MOVE_ROBBER", tile_id: 8, steal_from: 1 },
		]);
		await page.click(place("tile-8"));
		expect(page.sent).toEqual([{ type: "MOVE_ROBBER", tile_id: 8, steal_from: 1 }]);
		expect(nameOf("tile-8")).toBe("Robber to grain 2, robbing Bo");
	});

	test("a tap must be confirmed before it builds; a key builds at once", async () => {
		const acts = [7, 40].map((vertex_id): Act => ({ type: "SETUP_PLACE_SETTLEMENT", vertex_id, turn: 1 }));
		const tap = (name: string) => {
			place(name).dispatchEvent(new PointerEvent("pointerdown", { pointerType: "touch", bubbles: true }));
			return page.click(place(name));
		};
		await show({ phase: "SETUP", setup_round: 1 }, acts);
		await tap("vertex-7");
		await tap("vertex-40");
		expect(page.sent).toEqual([]);
		expect(text(".ct-confirm p")).toBe(nameOf("vertex-40"));
		expect(page.announced.at(-1)).toBe(`${nameOf("vertex-40")}: confirm, or tap it again.`);
		await page.click(action("confirm"));
		await tap("vertex-7");
		await tap("vertex-7");
		expect(page.sent).toEqual([acts[1], acts[0]]);
		await tap("vertex-7");
		await page.click(page.one(".ct-confirm .quiet"));
		expect(page.all(".ct-confirm")).toEqual([]);
		await page.press("Enter", place("vertex-40"));
		await page.click(place("vertex-40"));
		expect(page.sent.length).toBe(3);
	});

	test("two roads are chosen one after the other, in either order", async () => {
		const pair = (one: number, two: number): Act => ({
			type: "PLAY_PROGRESS",
			card: "ROAD_BUILDING",
			edges: [one, two],
		});
		await show({}, [pair(3, 9), pair(3, 12), pair(9, 20)]);
		await page.click(action("roads"));
		expect(places().toSorted()).toEqual(["edge-12", "edge-20", "edge-3", "edge-9"]);
		await page.click(place("edge-9"));
		expect(places().toSorted()).toEqual(["edge-20", "edge-3"]);
		await page.click(place("edge-3"));
		expect(page.sent).toEqual([pair(3, 9)]);
	});

	test("there is one tab stop, and keys lead to every target", async () => {
		const roads = [0, 14, 33, 52, 71].map((edge_id): Act => ({ type: "BUILD_ROAD", edge_id, free: false }));
		await show({}, roads);
		await page.click(action("road"));
		expect(page.all('.ct-place[tabindex="0"]').length).toBe(1);
		expect(document.activeElement).toBe(page.one('.ct-place[tabindex="0"]'));
		const seen = new Set<string>();
		for (let nth = 0; nth < roads.length; nth += 1) {
			seen.add((document.activeElement as HTMLElement).dataset.place ?? "");
			await page.press("PageDown");
		}
		expect([...seen].toSorted()).toEqual(places().toSorted());
		const height = () => Number.parseFloat((document.activeElement as HTMLElement).style.top);
		await page.press("Home");
		const before = height();
		await page.press("ArrowDown");
		expect(height()).toBeGreaterThan(before);
		await page.press("Escape");
		expect([places(), page.sent]).toEqual([[], []]);
	});

	test("places are named by the tiles around them, and by their port", async () => {
		await show({}, [
			{ type: "BUILD_SETTLEMENT", vertex_id: 0, free: false },
			{ type: "BUILD_SETTLEMENT", vertex_id: 37, free: false },
		]);
		await page.click(action("settlement"));
		expect(nameOf("vertex-0")).toBe("Settlement at desert, lumber 3, lumber 4");
		expect(nameOf("vertex-37")).toBe("Settlement at south corner of wool 2, port 3:1");
	});

	test("ports are drawn and named on the edges that the view has them on", async () => {
		const legal: Act[] = [30, 37].map((vertex_id) => ({ type: "BUILD_SETTLEMENT", vertex_id, free: false }));
		await show({}, legal);
		const standard = page.all(".ct-port .ct-pier").map((each) => each.getAttribute("d"));
		await show({ port_edges: [38, 39, 36, 30, 71, 62, 61, 57, 52] }, legal);
		const piers = page.all(".ct-port .ct-pier").map((each) => each.getAttribute("d"));
		expect(piers.map((pier, port) => pier === standard[port])).toEqual([false, false, ...Array(7).fill(true)]);
		await page.click(action("settlement"));
		expect(nameOf("vertex-37")).toBe("Settlement at south corner of wool 2");
		expect(nameOf("vertex-30")).toMatch(/, port 3:1, lumber port 2:1$/);
	});
});

describe("beside the island", () => {
	test("a trade is one that bank or ports give, at their rate", async () => {
		const trades: Act[] = [
			{ type: "TRADE_BANK", give: { ORE: 4 }, receive: { WOOL: 1 } },
			{ type: "TRADE_PORT", port_id: 2, give: { LUMBER: 3 }, receive: { ORE: 1 } },
			{ type: "TRADE_PORT", port_id: 2, give: { LUMBER: 3 }, receive: { BRICK: 1 } },
		];
		await show({}, trades);
		await page.click(action("bank"));
		expect(page.all(".ct-option small").map((each) => each.textContent)).toEqual(["3:1", "4:1"]);
		await submit();
		expect(page.sent).toEqual([]);
		await check("You get", "ore");
		await submit();
		await page.click(action("bank"));
		await check("You give", "ore");
		await check("You get", "wool");
		expect(text('button[type="submit"]')).toBe("Give 4 ore for 1 wool");
		await submit();
		expect(page.sent).toEqual([trades[1], trades[0]]);
	});

	test("an offer, listed or not, is made from the player's own cards", async () => {
		await show({}, [{ type: "TRADE_PLAYER", partner: 1, offer: { ORE: 1 }, request: { WOOL: 1 } }]);
		await page.click(action("offer"));
		const [more, wanted] = [page.all('[aria-label="One more brick"]'), page.all('[aria-label="One more wool"]')];
		for (let nth = 0; nth < 4; nth += 1) await page.click(more[0] as Element);
		await submit();
		expect(page.sent).toEqual([]);
		for (let nth = 0; nth < 3; nth += 1) await page.click(wanted[1] as Element);
		await page.click(page.all('[aria-label="One less wool"]')[1] as Element);
		expect(text('button[type="submit"]')).toBe("Offer 2 brick for 2 wool");
		await submit();
		expect(page.sent).toEqual([{ type: "TRADE_PLAYER", partner: 1, offer: { BRICK: 2 }, request: { WOOL: 2 } }]);
	});

	test("Year of Plenty takes two cards that go together; Monopoly takes one kind", async () => {
		const plenty = (resources: object): Act => ({ type: "PLAY_PROGRESS", card: "YEAR_OF_PLENTY", resources });
		const [both, twice] = [plenty({ WOOL: 1, ORE: 1 }), plenty({ WOOL: 2 })];
		const monopoly: Act = { type: "PLAY_PROGRESS", card: "MONOPOLY", resource: "GRAIN" };
		await show({}, [both, twice, monopoly]);
		await page.click(action("plenty"));
		await check("First card", "wool");
		await check("Second card", "wool");
		await submit();
		await page.click(action("plenty"));
		await check("First card", "ore");
		await check("Second card", "wool");
		await submit();
		await page.click(action("monopoly"));
		await check("Which resource?", "grain");
		await submit();
		expect(page.sent).toEqual([twice, both, monopoly]);
	});

	test("discards are chosen together, and sent one by one", async () => {
		const discards = (["BRICK", "ORE"] as const).map((resource): Act => ({ type: "DISCARD", resource }));
		await show({ phase: "DISCARD", owes: [3, 0] }, discards);
		expect(text('button[type="submit"]')).toBe("3 to go");
		await page.click(label("One more brick"));
		for (let nth = 0; nth < 5; nth += 1) await page.click(label("One more ore"));
		expect(text('button[type="submit"]')).toBe("Discard them");
		await submit();
		expect(page.sent).toEqual([discards[0]]);
		await show({ phase: "DISCARD", owes: [3, 0] }, discards, { busy: true });
		expect(page.sent.length).toBe(1);
		await show({ phase: "DISCARD", owes: [2, 0] }, discards, { seq: 2 });
		await show({ phase: "DISCARD", owes: [2, 0] }, discards, { seq: 2, busy: true });
		await show({ phase: "DISCARD", owes: [1, 0] }, discards, { seq: 3 });
		expect(page.sent).toEqual([discards[0], discards[1], discards[1]]);
	});

	test("an offer can be accepted only with the cards for it", async () => {
		const offer = { give: [1, 0, 0, 0, 0], receive: [0, 0, 2, 0, 0] } as const;
		const asked = { phase: "TRADE_RESPONSE", current: 1, offer } as const;
		await show(asked, [{ type: "TRADE_DECLINE" }]);
		expect(page.all('[data-action="accept"]').length).toBe(0);
		await show(asked, [{ type: "TRADE_ACCEPT" }, { type: "TRADE_DECLINE" }]);
		expect(text(".ct-exchange")).toBe("You get 1  brickYou give 2  wool");
		await page.click(action("accept"));
		expect(page.sent).toEqual([{ type: "TRADE_ACCEPT" }]);
	});
});

describe("at the table", () => {
	test("nothing is sent while busy, by a double click's second, or by a held key", async () => {
		await show({ phase: "ROLL", dice: null }, [{ type: "ROLL_DICE" }], { busy: true });
		await page.click(action("roll"));
		await show({}, [{ type: "END_TURN" }]);
		await page.click(action("end"), 2);
		expect(await page.press("Enter", action("end"), { repeat: true })).toBe(false);
		expect(page.sent).toEqual([]);
		await page.click(action("end"), 1);
		expect(page.sent).toEqual([{ type: "END_TURN" }]);
	});

	test("buttons show the price, and what is missing of it", async () => {
		await show({}, [{ type: "BUY_DEVELOPMENT" }, { type: "END_TURN" }]);
		expect(action("city").textContent).toBe("City2 grain, 3 ore×33 left");
		expect(action("settlement").querySelectorAll(".ct-missing").length).toBe(0);
		await show({ players: [{ ...viewFor().players[0], resources: [0, 1, 1, 1, 0] }, viewFor().players[1]] });
		expect(action("settlement").querySelectorAll(".ct-missing").length).toBe(1);
		expect(action("city").querySelectorAll(".ct-missing").length).toBe(4);
	});

	test("the opponent's secrets are hidden, and spectators are offered nothing", async () => {
		await show({});
		const [other, own] = page.all(".ct-plate").map((each) => each.textContent);
		expect(other).toContain("Resource cards: 13");
		expect(other).toContain("6 of 15 points");
		expect(own).toContain("7 of 15 points, 1 hidden");
		expect(own).toContain("Largest army: 3 knights");
		await page.show(moment(asSpectator(), []));
		expect([page.all(".ct-dock").length, page.all("button").length]).toEqual([0, 0]);
	});

	test("at the end all cards are open", async () => {
		const [blue, orange] = viewFor().players;
		const shown = {
			...orange,
			resources: [0, 0, 2, 0, 0],
			dev_cards: [0, 0, 0, 0, 1],
			hidden_victory_points: 1,
		} as const;
		await show({ phase: "GAME_OVER", to_act: [], players: [blue, shown], result: { winner: 1, reason: "points" } });
		expect(text(".board-title")).toBe("Bo wins");
		expect(text(".ct-total")).toBe("Points77");
		expect(page.all(".ct-held")[1]?.textContent).toBe("2  wool 1 Victory point");
	});

	test("a replay shows both hands, and a spectator sees none", async () => {
		const watched = asSpectator();
		const open = watched.players.map((player) => ({
			...player,
			resources: [1, 0, 2, 0, 0],
			dev_cards: [1, 0, 0, 0, 0],
		}));
		await page.show(moment({ ...watched, players: open }, []));
		expect(page.all(".ct-plate .ct-held").map((each) => each.textContent)).toEqual(
			Array(2).fill("1  brick, 2  wool 1 Knight"),
		);
		await page.show(moment(watched, []));
		expect(page.all(".ct-held")).toEqual([]);
	});

	test("the focus stays at the table when its element is gone", async () => {
		await show({ phase: "SETUP", setup_round: 1 }, [{ type: "SETUP_PLACE_SETTLEMENT", vertex_id: 7, turn: 1 }]);
		place("vertex-7").focus();
		await show({ phase: "SETUP", setup_round: 1 }, [{ type: "SETUP_PLACE_ROAD", edge_id: 5, turn: 1 }]);
		expect((document.activeElement as HTMLElement).dataset.place).toBe("edge-5");
		await show({ phase: "SETUP", setup_round: 1, to_act: [1], current: 1 });
		expect(page.one(".catan").contains(document.activeElement)).toBe(true);
	});
});
