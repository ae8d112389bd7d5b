// Bids: their names, and the legal ones split by how they are chosen. It must not know which bids there are: `legal`
// lists them.

import type { Action } from "../../net/types.ts";
import type { Say } from "../board.ts";
import { type Bid, isBid, isRankBid, PASS, type View } from "./types.ts";

/** A bid as it is called: `75`, `Pass`, or, by rank, `king`. */
export function bidText(bid: number, say: Say): string {
	if (bid === PASS) return say("briscola.pass");
	return isRankBid(bid) ? say(`briscola.rank.${bid}`) : String(bid);
}

/** The same in a sentence: `75`, `a king`. */
export function aBid(bid: number, say: Say): string {
	return isRankBid(bid) ? say(`briscola.a.${bid}`) : String(bid);
}

export interface Bids {
	readonly pass: Bid | null;
	readonly ranks: readonly Bid[];
	/** By card points, the lowest first. */
	readonly points: readonly Bid[];
}

export function bidsIn(legal: readonly Action[]): Bids {
	const bids = legal.filter(isBid);
	return {
		pass: bids.find(({ bid }) => bid === PASS) ?? null,
		ranks: bids.filter(({ bid }) => isRankBid(bid)),
		points: bids.filter(({ bid }) => bid !== PASS && !isRankBid(bid)).toSorted((one, other) => one.bid - other.bid),
	};
}

/** Bids worth a button: the lowest, and the round numbers above it. */
export function quickOnes(points: readonly Bid[]): readonly Bid[] {
	return points.filter(({ bid }, place) => place === 0 || bid % 10 === 0);
}

/** The last bid of each seat in this auction; none for a seat that has not bid. */
export function lastBids(view: View): ReadonlyMap<number, number> {
	return new Map(view.bids.map(({ player_id, bid }) => [player_id, bid]));
}
