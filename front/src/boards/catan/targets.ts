// The targets: from `legal` and the player's intent, the places to highlight and what a click on each does. It must not
// know rules, nor the document: `legal` says everything.

import type { Act } from "./types.ts";

export type Place = `${"tile" | "vertex" | "edge"}-${number}`;
/** Intents that are carried out on the island. */
export type Tool = "road" | "settlement" | "city" | "knight" | "roads";
/** Intents that are carried out in a form. */
export type CardForm = "bank" | "offer" | "plenty" | "monopoly";
export type Intent = Tool | CardForm;
const CARD_FORMS: readonly Intent[] = ["bank", "offer", "plenty", "monopoly"];

/** An action to send, or the first of two edges. */
export type Target = { readonly act: Act } | { readonly first: number };

/** The intent that a legal action belongs to; null for one that needs no intent. */
export function intentOf(act: Act): Intent | null {
	switch (act.type) {
		case "BUILD_ROAD":
			return "road";
		case "BUILD_SETTLEMENT":
			return "settlement";
		case "BUILD_CITY":
			return "city";
		case "PLAY_KNIGHT":
			return "knight";
		case "PLAY_PROGRESS":
			return act.card === "ROAD_BUILDING" ? "roads" : act.card === "MONOPOLY" ? "monopoly" : "plenty";
		case "TRADE_BANK":
		case "TRADE_PORT":
			return "bank";
		case "TRADE_PLAYER":
			return "offer";
		default:
			return null;
	}
}

/** All targets: without an intent, what must be placed now; else where the intent can be carried out. */
export function targetsOf(legal: readonly Act[], intent: Intent | null, first: number | null): Map<Place, Target> {
	const targets = new Map<Place, Target>();
	for (const act of legal) {
		if (intentOf(act) !== intent) continue;
		for (const [place, target] of placesOf(act, first)) targets.set(place, target);
	}
	return targets;
}

function placesOf(act: Act, first: number | null): [Place, Target][] {
	switch (act.type) {
		case "SETUP_PLACE_SETTLEMENT":
		case "BUILD_SETTLEMENT":
		case "BUILD_CITY":
			return [[`vertex-${act.vertex_id}`, { act }]];
		case "SETUP_PLACE_ROAD":
		case "BUILD_ROAD":
			return [[`edge-${act.edge_id}`, { act }]];
		case "MOVE_ROBBER":
		case "PLAY_KNIGHT":
			return [[`tile-${act.tile_id}`, { act }]];
		case "PLAY_PROGRESS":
			return pairOf(act, act.edges ?? [], first);
		default:
			return [];
	}
}

/** Two roads are chosen one after the other; a player's last road alone. */
function pairOf(act: Act, edges: readonly number[], first: number | null): [Place, Target][] {
	const [only] = edges;
	if (edges.length === 1 && only !== undefined) return [[`edge-${only}`, { act }]];
	if (first === null) return edges.map((edge) => [`edge-${edge}`, { first: edge }]);
	if (!edges.includes(first)) return [];
	return edges.filter((edge) => edge !== first).map((edge) => [`edge-${edge}`, { act }]);
}

export function isCardForm(intent: Intent | null): intent is CardForm {
	return intent !== null && CARD_FORMS.includes(intent);
}

/** The number in a place's id. */
export function idOf(place: Place): number {
	return Number(place.slice(place.indexOf("-") + 1));
}
