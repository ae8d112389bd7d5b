// What Catan's board announces and writes to the log.

import { expect, test } from "vitest";
import { board } from "../../src/boards/catan/index.tsx";
import { listed, viewFor } from "./catan.model.ts";
import { moment, mountBoard, say, seatName } from "./test_page.ts";

const context = { game: "catan", say, seatName, send: () => undefined, announce: () => undefined };
const { snapshot } = moment(viewFor(), []);

function told(type: string, payload: Record<string, unknown>): string | null {
	return board.lines?.({ seq: 2, type, payload }, context, snapshot) ?? null;
}

test("events are told with names, cards and places", () => {
	expect(told("SETTLEMENT_PLACED", { player: 0, vertex_id: 0 })).toBe(
		"Ada builds a settlement: desert, lumber 3, lumber 4.",
	);
	expect(told("ROAD_PLACED", { player: 1, edge_id: 0 })).toBe("Bo builds a road between desert and lumber 3.");
	expect(told("ROAD_PLACED", { player: 1, edge_id: 71 })).toMatch(/^Bo builds a road on the [a-z-]+ coast of /);
	expect(told("DICE_ROLLED", { player: 1, dice: [5, 3] })).toBe("Bo rolls 8.");
	const gains = [
		[0, 0, 0, 2, 1],
		[0, 0, 1, 0, 0],
	];
	expect(told("RESOURCES_PRODUCED", { gains })).toBe("Ada gets 2 grain, 1 ore. Bo gets 1 wool.");
	expect(told("ROBBER_MOVED", { player: 0, tile_id: 8 })).toBe("Ada moves the robber to grain 2.");
	expect(told("RESOURCE_STOLEN", { player: 0, steal_from: 1, resource: "ORE" })).toBe("Ada steals ore from Bo.");
	expect(told("RESOURCE_STOLEN", { player: 0, steal_from: 1, resource: null })).toBe("Ada steals a card from Bo.");
	expect(told("DEVELOPMENT_BOUGHT", { player: 0, card: "KNIGHT" })).toBe("Ada buys a development card: Knight.");
	expect(told("DEVELOPMENT_BOUGHT", { player: 0, card: null })).toBe("Ada buys a development card.");
	expect(told("MONOPOLY_PLAYED", { player: 1, resource: "WOOL", count: 3 })).toBe(
		"Bo plays monopoly and takes all wool: 3.",
	);
	expect(told("BANK_TRADED", { player: 0, give: [4, 0, 0, 0, 0], receive: [0, 0, 0, 0, 1] })).toBe(
		"Ada gives the bank 4 brick for 1 ore.",
	);
	expect(told("BANK_TRADED", { player: 0, give: [0, 0, 2, 0, 0], receive: [0, 0, 0, 0, 1], port_id: 0 })).toBe(
		"Ada ships 2 wool for 1 ore.",
	);
	expect(told("LONGEST_ROAD_MOVED", { holder: 1 })).toBe("Bo has the longest road!");
	expect(told("LONGEST_ROAD_MOVED", { holder: null })).toBe("Nobody has the longest road any more.");
	expect(told("GAME_ENDED", { winner: 1, reason: "points", points: [12, 15] })).toBe("Bo wins, 15 points to 12!");
	expect(told("GAME_ENDED", { winner: 1, reason: "resigned", points: [12, 9] })).toBe("Ada resigns: Bo wins.");
	expect(told("GAME_ENDED", { winner: null, reason: "turn_limit", points: [9, 9] })).toBe(
		"The last turn is over: a draw, 9 to 9.",
	);
	expect(told("TURN_ENDED", { player: 0, turn: 3 })).toBe("");
	expect(told("SOMETHING_ELSE", {})).toBeNull();
});

test("news is announced once, then what is asked; the last roll stays visible", async () => {
	const page = await mountBoard("catan");
	const waiting = viewFor({ current: 1, to_act: [1] });
	await page.show(moment(waiting, []));
	const gains = [
		[0, 0, 0, 2, 0],
		[0, 0, 0, 0, 0],
	];
	const events = [
		{ seq: 2, type: "DICE_ROLLED", payload: { player: 1, dice: [5, 3] } },
		{ seq: 3, type: "RESOURCES_PRODUCED", payload: { gains } },
		{ seq: 4, type: "TURN_ENDED", payload: { player: 1, turn: 12 } },
	];
	const roll = listed([{ type: "ROLL_DICE" }]);
	const turn = moment(viewFor({ phase: "ROLL", turn: 13, dice: null }), roll, { events, seq: 4 });
	await page.show(turn);
	await page.show({ ...turn, busy: true });
	expect(page.announced).toEqual(["Bo rolls 8. Ada gets 2 grain. Ada’s turn. Your turn: roll the dice."]);
	expect(page.one(".ct-sentence").textContent).toBe("Ada gets 2 grain.");
	expect(page.all(".ct-gains").map((each) => each.textContent)).toEqual(["", "+2  grain"]);
	page.close();
});

test("when two rolls come together, the last one's gains are shown", async () => {
	const page = await mountBoard("catan");
	await page.show(moment(viewFor({ current: 1, to_act: [1] }), []));
	const gains = [
		[0, 0, 0, 2, 0],
		[0, 0, 0, 0, 0],
	];
	const events = [
		{ seq: 2, type: "DICE_ROLLED", payload: { player: 1, dice: [5, 3] } },
		{ seq: 3, type: "RESOURCES_PRODUCED", payload: { gains } },
		{ seq: 4, type: "DICE_ROLLED", payload: { player: 0, dice: [1, 1] } },
	];
	await page.show(moment(viewFor(), [], { events, seq: 4 }));
	expect(page.all(".ct-gains").map((each) => each.textContent)).toEqual(["", ""]);
	page.close();
});

test("after a reload the last line and gains are shown, and nothing is announced", async () => {
	const gains = [
		[0, 0, 0, 2, 0],
		[0, 0, 0, 0, 0],
	];
	const page = await mountBoard("catan", [
		{ seq: 2, type: "DICE_ROLLED", payload: { player: 1, dice: [5, 3] } },
		{ seq: 3, type: "RESOURCES_PRODUCED", payload: { gains } },
		{ seq: 4, type: "ROAD_PLACED", payload: { player: 1, edge_id: 0 } },
		{ seq: 5, type: "TURN_ENDED", payload: { player: 1, turn: 12 } },
		{ seq: 6, type: "PLAYER_AWAY", payload: { player: 0 } },
		{ seq: 7, type: "PLAYER_BACK", payload: { player: 0 } },
		{ seq: 8, type: "DICE_ROLLED", payload: { player: 0, dice: [1, 1] } },
	]);
	await page.show(moment(viewFor({ current: 1, to_act: [1] }), [], { seq: 7 }));
	expect(page.one(".ct-sentence").textContent).toBe("Bo builds a road between desert and lumber 3.");
	expect(page.all(".ct-gains").map((each) => each.textContent)).toEqual(["", "+2  grain"]);
	expect(page.all(".ct-fresh")).toEqual([]);
	expect(page.announced).toEqual([]);
	page.close();
});
