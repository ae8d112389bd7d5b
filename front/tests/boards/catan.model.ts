// Made-up Catan as the server would send it: views, and legal actions of every kind. No rules: what is legal here need
// not be, and a board must believe it all the same.

import fc from "fast-check";
import { portsOn, TILES } from "../../src/boards/catan/geometry.ts";
import type { Act, PlayerView, View } from "../../src/boards/catan/types.ts";
import type { Action } from "../../src/net/types.ts";

const LANDS = ["BRICK", "LUMBER", "WOOL", "GRAIN", "ORE"] as const;

const OPEN: PlayerView = {
	resources: [2, 3, 1, 2, 5],
	resource_count: 13,
	dev_cards: [2, 1, 1, 1, 1],
	dev_card_count: 6,
	new_dev_cards: [1, 0, 0, 0, 0],
	new_dev_card_count: 1,
	played_dev_cards: [3, 0, 0, 0, 0],
	settlements: [10, 16],
	cities: [0],
	roads: [0, 1],
	longest_road_len: 2,
	victory_points: 6,
	hidden_victory_points: 1,
};
const CLOSED: PlayerView = {
	...OPEN,
	resources: null,
	dev_cards: null,
	new_dev_cards: null,
	hidden_victory_points: null,
	settlements: [28],
	cities: [],
	roads: [36],
};

/** Blue's turn as blue sees it, unless it is said otherwise. */
export function viewFor(more: Partial<View> = {}): View {
	return {
		you: 0,
		phase: "ACTION",
		turn: 12,
		current: 0,
		to_act: [0],
		setup_round: null,
		tiles: TILES.map((_, tile) => (tile === 0 ? "DESERT" : (LANDS[tile % 5] ?? "ORE"))),
		numbers: TILES.map((_, tile) => (tile === 0 ? null : tile === 5 ? 11 : 2 + (tile % 4))),
		ports: portsOn().map((_, port) => (port % 2 === 0 ? "ANY" : (LANDS[port % 5] ?? "ORE"))),
		robber: 0,
		robber_triggered: false,
		dice: [5, 3],
		rolled: [0, 1, 0, 2, 1, 3, 2, 0, 0, 0, 1],
		rolls_left: [],
		players: [OPEN, CLOSED],
		bank: [16, 14, 15, 16, 14],
		deck: 11,
		owes: [0, 0],
		has_played_card: false,
		offer: null,
		offers_left: 3,
		longest_road: null,
		largest_army: 0,
		vp_to_win: 15,
		discard_threshold: 9,
		turn_limit: 1000,
		away: [],
		result: null,
		...more,
	};
}

export function asSpectator(more: Partial<View> = {}): View {
	return viewFor({ you: null, players: [CLOSED, CLOSED], ...more });
}

/** Anything at all that can be listed in a turn, each once. */
export const legals: fc.Arbitrary<readonly Act[]> = fc
	.record({
		roads: fc.uniqueArray(fc.nat(71), { maxLength: 6 }),
		settlements: fc.uniqueArray(fc.nat(53), { maxLength: 4 }),
		cities: fc.uniqueArray(fc.nat(53), { maxLength: 3 }),
		knights: fc.uniqueArray(fc.nat(18), { maxLength: 5 }),
		buys: fc.boolean(),
	})
	.map(({ roads, settlements, cities, knights, buys }) => [
		...roads.map((edge_id): Act => ({ type: "BUILD_ROAD", edge_id, free: false })),
		...settlements.map((vertex_id): Act => ({ type: "BUILD_SETTLEMENT", vertex_id, free: false })),
		...cities.map((vertex_id): Act => ({ type: "BUILD_CITY", vertex_id })),
		...(buys ? [{ type: "BUY_DEVELOPMENT" } as const] : []),
		...knights.map((tile_id): Act => ({ type: "PLAY_KNIGHT", tile_id, ...(tile_id % 2 ? { steal_from: 1 } : {}) })),
		{ type: "END_TURN" },
	]);

/** As the table lists them. */
export function listed(acts: readonly Act[]): readonly Action[] {
	return acts.map((act) => ({ ...act }));
}
