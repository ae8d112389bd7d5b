// A finished Swap 2 opening in words, as at the table. It must not know rules or the document: the stored record has the
// actions under the specification's names.

import type { ActionData, Swap2Action } from "../../games/gomoku.ts";
import type { OpeningRecord, Say } from "../board.ts";
import { cellNameSet } from "./cells.ts";

export function swap2Opening({ history, config, name }: OpeningRecord, say: Say): readonly string[] {
	const actions = Array.isArray(history.actions) ? (history.actions as readonly Swap2Action[]) : [];
	const given = history.finalAssignment as Readonly<Record<string, unknown>> | undefined;
	let order = 0;
	const told = actions.map(({ type, playerId, data }) => {
		if (type === "place") order += 1;
		return type === "place"
			? say("event.gomoku.stone.placed.opening", { name: name(playerId), order, cell: cellOf(data, config) })
			: say(`event.gomoku.choice.made.${data.choice}`, { name: name(playerId) });
	});
	if (given === undefined) return told;
	const { blackPlayerId: black, whitePlayerId: white, firstMover: first } = given;
	return [...told, say("event.gomoku.colors.assigned", { black: name(black), white: name(white), first: name(first) })];
}

function cellOf({ x, y }: ActionData, config: OpeningRecord["config"]): string {
	return cellNameSet(config, x ?? -1, y ?? -1) ?? "?";
}
