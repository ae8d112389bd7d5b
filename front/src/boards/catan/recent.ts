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

export const NOTHING: Recent = { gains: [NONE, NONE], fresh: [], sentence: "" };

export function after(before: Recent, events: readonly TableEvent[], line: (event: TableEvent) => string): Recent {
	if (events.length === 0) return before;
	const rolled = events.some(({ type }) => type === "DICE_ROLLED");
	const produced = events.findLast(({ type }) => type === "RESOURCES_PRODUCED");
	const gains = produced?.payload.gains as Recent["gains"] | undefined;
	const sentence = events.map(line).findLast((text) => text !== "");
	return {
		gains: gains ?? (rolled ? NOTHING.gains : before.gains),
		fresh: events.flatMap(builtAt),
		sentence: sentence ?? before.sentence,
	};
}

function builtAt({ payload }: TableEvent): string[] {
	if (typeof payload.vertex_id === "number") return [`vertex-${payload.vertex_id}`];
	return typeof payload.edge_id === "number" ? [`edge-${payload.edge_id}`] : [];
}
