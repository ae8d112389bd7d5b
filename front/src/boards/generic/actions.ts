// The legal actions as a list to choose from: labels, groups, and a filter. Pure.
// It must not know any game: an action has a type and fields, and perhaps the server's own words for it.

import type { Action } from "../../net/types.ts";

export interface Labelled {
	readonly action: Action;
	readonly label: string;
}

export interface Group {
	readonly type: string;
	readonly actions: readonly Labelled[];
}

/** The server's words where they are parallel to the actions; else the action's own fields. */
export function labelled(
	legal: readonly Action[],
	notation: readonly string[] | null | undefined,
): readonly Labelled[] {
	const told = notation?.length === legal.length ? notation : null;
	return legal.map((action, index) => ({ action, label: told?.[index] || fieldsOf(action) }));
}

function fieldsOf({ type, ...fields }: Action): string {
	return Object.keys(fields).length === 0 ? plain(type) : `${plain(type)} ${JSON.stringify(fields)}`;
}

/** By type, in the order in which the types come. */
export function grouped(actions: readonly Labelled[]): readonly Group[] {
	const groups = new Map<string, Labelled[]>();
	for (const each of actions) {
		const group = groups.get(each.action.type);
		if (group) group.push(each);
		else groups.set(each.action.type, [each]);
	}
	return [...groups].map(([type, members]) => ({ type, actions: members }));
}

/** Those whose label holds every word that was typed. */
export function filtered(actions: readonly Labelled[], typed: string): readonly Labelled[] {
	const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
	return actions.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
}

/** `play-first_trick` as "play first trick". */
export function plain(name: string): string {
	return name.replace(/[-_.]+/g, " ");
}
