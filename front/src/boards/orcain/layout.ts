// The reader's layout: which card of the hand is in which of the three slots. Laws kept here: a card of the hand is in
// one slot at most, so none is used more often than the hand holds it. It must not know what a layout is good for, nor
// whether it may be confirmed: `legal` lists that.

import type { Action } from "../../net/types.ts";
import { type CardId, type Confirm, type Hand, isConfirm, type Layout, SLOTS, type Slot } from "./types.ts";

/** For each slot the place in the hand of its card, or null. */
export type Laid = readonly [number | null, number | null, number | null];

export const NOTHING_LAID: Laid = [null, null, null];

/** From the server's layout: of equal cards the first one in the hand. */
export function laidFrom(layout: Layout, hand: Hand): Laid {
	const free = new Set(hand.keys());
	const [first, second, third] = layout.map((card) => {
		const place = [...free].find((each) => hand[each] === card) ?? null;
		if (place !== null) free.delete(place);
		return place;
	});
	return [first ?? null, second ?? null, third ?? null];
}

export function layoutOf([first, second, third]: Laid, hand: Hand): Layout {
	return [cardAt(hand, first), cardAt(hand, second), cardAt(hand, third)];
}

/** Puts a card into a slot. The card that was there goes where the new one was: into its slot, or back into the
 * hand. */
export function put(laid: Laid, place: number, slot: Slot): Laid {
	const from = slotOf(laid, place);
	const after = replaced(laid, slot, place);
	return from === null || from === slot ? after : replaced(after, from, laid[slot]);
}

export function taken(laid: Laid, slot: Slot): Laid {
	return replaced(laid, slot, null);
}

export function slotOf(laid: Laid, place: number): Slot | null {
	return SLOTS.find((slot) => laid[slot] === place) ?? null;
}

export function firstFree(laid: Laid): Slot | null {
	return SLOTS.find((slot) => laid[slot] === null) ?? null;
}

export function lastLaid(laid: Laid): Slot | null {
	return SLOTS.findLast((slot) => laid[slot] !== null) ?? null;
}

export function countLaid(laid: Laid): number {
	return laid.filter((place) => place !== null).length;
}

export function isSame(one: readonly unknown[], another: readonly unknown[]): boolean {
	return one.length === another.length && one.every((each, at) => each === another[at]);
}

/** The action that confirms this layout, if `legal` has one. */
export function confirmOf(legal: readonly Action[], layout: Layout): Confirm | null {
	return legal.filter(isConfirm).find((each) => isSame(each.layout, layout)) ?? null;
}

function cardAt(hand: Hand, place: number | null): CardId | null {
	return place === null ? null : (hand[place] ?? null);
}

function replaced([first, second, third]: Laid, slot: Slot, place: number | null): Laid {
	return [slot === 0 ? place : first, slot === 1 ? place : second, slot === 2 ? place : third];
}
