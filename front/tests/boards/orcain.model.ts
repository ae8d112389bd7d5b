// Made-up Orcain as the server would send it: views, and the confirms of a hand. No rules: what is legal here need not
// be, and a board must believe it all the same.

import fc from "fast-check";
import type { CardId, Hand, Layout, View } from "../../src/boards/orcain/types.ts";
import type { Action } from "../../src/net/types.ts";

export const CARDS: readonly CardId[] = ["attack", "defense", "heal", "counter"];
export const HAND: Hand = ["attack", "defense", "heal", "counter"];

const card = fc.constantFrom(...CARDS);
export const hands: fc.Arbitrary<Hand> = fc.tuple(card, card, card, card);

/** Every layout that uses no card more often than the hand holds it. */
export function layoutsOf(hand: Hand): readonly Layout[] {
	const slot = [...CARDS, null];
	const all = slot.flatMap((one) => slot.flatMap((two) => slot.map((three): Layout => [one, two, three])));
	const count = (cards: readonly unknown[], wanted: CardId) => cards.filter((each) => each === wanted).length;
	return all.filter((layout) => CARDS.every((each) => count(layout, each) <= count(hand, each)));
}

export function confirmsOf(hand: Hand): Action[] {
	return layoutsOf(hand).map((layout) => ({ type: "layout_confirm", layout }));
}

export function viewFor(more: Partial<View> = {}): View {
	return {
		you: 0,
		matchId: "ABC123",
		nicknames: ["Ada", "Bo"],
		tokens: 9,
		phase: "PREP",
		roundIndex: 1,
		rounds: 3,
		suddenDeath: false,
		hp: [10, 10],
		maxHp: 10,
		pot: 2,
		hands: [HAND, HAND],
		layout: [null, null, null],
		hadDraft: false,
		confirmed: [false, false],
		steps: [],
		history: [],
		afkStreaks: [0, 0],
		bothAfkStreak: 0,
		finalize: "both-confirmed",
		prepMs: 20_000,
		disconnectGraceMs: 0,
		away: [],
		result: null,
		...more,
	};
}
