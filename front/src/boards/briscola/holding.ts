// How the hand is held: in the order the reader has last asked for, until the table has it so too.
// It must not know rules: any order of the same cards will do.

import { useEffect, useState } from "preact/hooks";
import type { Action } from "../../net/types.ts";
import { inSameOrder, isSameHand } from "./cards.ts";
import type { Card } from "./types.ts";

export interface Holding {
	readonly cards: readonly Card[];
	readonly reorder: (cards: readonly Card[]) => void;
}

export function useHolding(hand: readonly Card[], busy: boolean, send: (action: Action) => void): Holding {
	const [asked, setAsked] = useState<readonly Card[] | null>(null);
	useEffect(() => {
		if (!busy) setAsked(null); // it has been answered: what the view says holds
	}, [busy]);
	const cards = asked !== null && isSameHand(asked, hand) ? asked : hand;
	const reorder = (wanted: readonly Card[]) => {
		if (inSameOrder(wanted, cards)) return;
		setAsked(wanted);
		send({ type: "reorder", hand: wanted.map((card) => card.card_id) });
	};
	return { cards, reorder };
}
