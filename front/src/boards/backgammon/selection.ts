// What clicks can select: a checker that some legal move starts from, and where one leads. It must not know any rule:
// everything is read from `legal`. Laws kept here: nothing is sent that is not in `legal`, and everything in it can be
// reached.

import type { Action } from "../../net/types.ts";
import { type Spot, spotFrom, spotTo } from "./spots.ts";
import { isMove, type Move, type Side } from "./types.ts";

export interface Selection {
	readonly picked: Spot | null;
	/** The die to play, if the player has chosen one. */
	readonly die: number | null;
}

export interface Reach {
	/** The checker picked up, or the only one that can be. */
	readonly held: Spot | null;
	readonly sources: ReadonlySet<Spot>;
	readonly landings: ReadonlyMap<Spot, Move>;
	/** The dice to choose between, if there is a choice. */
	readonly dice: readonly number[];
	readonly die: number | null;
}

export type ClickEffect = { readonly send: Move } | { readonly hand: Selection };

export const EMPTY: Selection = { picked: null, die: null };

export function reachOf(legal: readonly Action[], side: Side, hand: Selection): Reach {
	const every = legal.filter(isMove);
	const dice = [...new Set(every.map((move) => move.die))].sort((one, other) => one - other);
	const die = hand.die !== null && dice.includes(hand.die) ? hand.die : null;
	const moves = every.filter((move) => die === null || move.die === die);
	const sources = new Set(moves.map((move) => spotFrom(move, side)));
	const only = sources.size === 1 ? ([...sources][0] ?? null) : null;
	const held = hand.picked !== null && sources.has(hand.picked) ? hand.picked : only;
	const landings = new Map<Spot, Move>();
	for (const move of moves.filter((each) => spotFrom(each, side) === held)) {
		const to = spotTo(move, side);
		const known = landings.get(to);
		if (known === undefined || move.die < known.die) landings.set(to, move); // if two dice lead there, the lower one
	}
	return { held, sources, landings, dice: dice.length > 1 ? dice : [], die };
}

/** What a click on a spot does. */
export function clickEffect(reach: Reach, hand: Selection, spot: Spot): ClickEffect {
	const landing = reach.landings.get(spot);
	if (landing !== undefined) return { send: landing };
	const picked = reach.sources.has(spot) && spot !== hand.picked ? spot : null;
	return { hand: { ...hand, picked } };
}

/** A click on a die: play this one, or, clicked again, any. */
export function withDie(reach: Reach, hand: Selection, die: number): Selection {
	if (!reach.dice.includes(die)) return hand;
	return { ...hand, die: reach.die === die ? null : die };
}
