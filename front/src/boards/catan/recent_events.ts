// What has happened lately, for whoever looks up: what the last roll brought, what was built last, the last sentence.
// It must not know the document, nor rules.

import type { TableEvent } from "../../net/types.ts";
import { type Hand, NONE } from "./types.ts";

export interface Recent {
	/** Since the dice were rolled, by seat. */
	readonly gains: readonly [Hand, Hand];
	/** Where something was built in the last thing that happened. */
	readonly fresh: readonly string[];
	readonly sentence: string;
}

/** Who comes and goes is seen at his seat: what was played last stays in sight. */
const NO_PLAY = new Set(["PLAYER_AWAY", "PLAYER_BACK"]);

export const NOTHING: Recent = { gains: [NONE, NONE], fresh: [], sentence: "" };

/** What there is to see for whoever comes now: nothing of it is fresh to him. */
export function upTo(seq: number, past: readonly TableEvent[], line: (event: TableEvent) => string): Recent {
	const told = past.filter((event) => event.seq <= seq);
	return { ...after(NOTHING, told, line), fresh: [] };
}

export function after(before: Recent, events: readonly TableEvent[], line: (event: TableEvent) => string): Recent {
	if (events.length === 0) return before;
	const roll = events.findLastIndex(({ type }) => type === "DICE_ROLLED");
	const produced = events.slice(Math.max(roll, 0)).findLast(({ type }) => type === "RESOURCES_PRODUCED");
	const gains = produced?.payload.gains as Recent["gains"] | undefined;
	const played = events.filter(({ type }) => !NO_PLAY.has(type));
	const sentence = played.map(line).findLast((text) => text !== "");
	return {
		gains: gains ?? (roll >= 0 ? NOTHING.gains : before.gains),
		fresh: events.flatMap(builtAt),
		sentence: sentence ?? before.sentence,
	};
}

function builtAt({ payload }: TableEvent): string[] {
	if (typeof payload.vertex_id === "number") return [`vertex-${payload.vertex_id}`];
	return typeof payload.edge_id === "number" ? [`edge-${payload.edge_id}`] : [];
}
