// Catan's values as this board names them. The shapes are made from the server's schema, the tables from its rules;
// nothing is decided here.

import island from "../../games/catan.island.json";
import type { DevelopmentBought, Discard, Messages, Resources, View } from "../../games/catan.ts";
import type { Moment } from "../board.ts";
import { uiTextsOf } from "../common/ui_text.ts";

export type { PlayerView, Resources, View } from "../../games/catan.ts";
export type Resource = Discard["resource"];
export type Terrain = View["tiles"][number];
export type PortKind = View["ports"][number];
export type Development = NonNullable<DevelopmentBought["card"]>;
/** Five counts in the order of RESOURCES. */
export type Hand = View["bank"];
export type Act = Messages["snapshot"]["payload"]["legal"][number];
export type Building = keyof typeof island.prices;

export const RESOURCES = island.resources as readonly Resource[];
export const DEVELOPMENTS = island.developments as readonly Development[];
export const KNIGHT = DEVELOPMENTS.indexOf("KNIGHT");
export const PRICES = island.prices as unknown as Readonly<Record<Building, Hand>>;
export const PIECES = island.pieces;
export const RATES = island.rates;
export const NONE: Hand = [0, 0, 0, 0, 0];
export const SEATS = [0, 1] as const;

export const uiText = uiTextsOf("catan");

/** A table that has not begun has no view. */
export function viewOf(view: unknown): View | null {
	return view !== null && typeof view === "object" && "setup_round" in view ? (view as View) : null;
}

export function legalOf(moment: Moment): readonly Act[] {
	return moment.legal as readonly unknown[] as readonly Act[];
}

export function isToAct(view: View): boolean {
	return view.you !== null && view.to_act.includes(view.you);
}

export function handOf(named: Resources): Hand {
	return RESOURCES.map((resource) => named[resource] ?? 0) as unknown as Hand;
}

export function named(hand: readonly number[]): Resources {
	return Object.fromEntries(RESOURCES.map((resource, kind) => [resource, hand[kind] ?? 0]).filter(([, n]) => n));
}

export function sum(counts: readonly number[]): number {
	return counts.reduce((all, each) => all + each, 0);
}

/** A player's points, as far as the reader sees them. */
export function pointsOf(view: View, seat: number): number {
	const player = view.players[seat === 1 ? 1 : 0];
	return player.victory_points + (player.hidden_victory_points ?? 0);
}
