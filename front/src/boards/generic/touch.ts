// Playing by touch: each action is a path of ids, and what has been touched so far leaves some actions open. Pure.
// It must not know any game, or how a scene is drawn.

import type { Labelled } from "./actions.ts";

/** An action, and the ids to touch, in order, to play it. */
export interface TouchPath extends Labelled {
	readonly path: readonly string[];
}

export interface Choices {
	/** What may be touched next. */
	readonly next: ReadonlySet<string>;
	/** The actions whose path ends here. */
	readonly complete: readonly TouchPath[];
}

export interface Touched {
	readonly ids: readonly string[];
	/** The action that was meant, if only one can be. */
	readonly chosen: TouchPath | null;
}

/** What follows after these touches. */
export function choicesAfter(paths: readonly TouchPath[], touched: readonly string[]): Choices {
	const open = paths.filter(({ path }) => touched.every((id, index) => path[index] === id));
	const next = open.map(({ path }) => path[touched.length]).filter((id) => id !== undefined);
	return { next: new Set(next), complete: open.filter(({ path }) => path.length === touched.length) };
}

/** What was touched; nothing if no action begins with it any more. */
export function stillOpen(paths: readonly TouchPath[], touched: readonly string[]): readonly string[] {
	const { next, complete } = choicesAfter(paths, touched);
	return next.size + complete.length > 0 ? touched : [];
}

/** One more touch: it continues an action, starts another one, or takes back what was touched. */
export function touch(paths: readonly TouchPath[], touched: readonly string[], id: string): Touched {
	if (choicesAfter(paths, touched).next.has(id)) return settled(paths, [...touched, id]);
	const isAgain = id === touched.at(-1);
	return !isAgain && choicesAfter(paths, []).next.has(id) ? settled(paths, [id]) : { ids: [], chosen: null };
}

function settled(paths: readonly TouchPath[], ids: readonly string[]): Touched {
	const { next, complete } = choicesAfter(paths, ids);
	const only = next.size === 0 && complete.length === 1 ? complete[0] : undefined;
	return only === undefined ? { ids, chosen: null } : { ids: [], chosen: only };
}
