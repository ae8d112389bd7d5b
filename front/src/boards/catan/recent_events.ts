// What has happened lately: the gains of the last roll, what was built last, and the last log line. It must not know
// the document, nor rules.

import type { TableEvent } from "../../net/types.ts";
import { type Hand, NONE } from "./types.ts";

export interface Recent {
	/** By seat, since the dice were rolled. */
	readonly gains: readonly [Hand, Hand];
	/** Where something was built by the last input. */
	readonly fresh: readonly string[];
	readonly sentence: string;
}

/** Joining and leaving shows at the seat: the last play stays visible. */
const NO_PLAY = new Set(["PLAYER_AWAY", "PLAYER_BACK"]);

export const NOTHING: Recent = { gains: [NONE, NONE], fresh: [], sentence: "" };

/** For a board that is mounted late: nothing is highlighted as new. */
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
