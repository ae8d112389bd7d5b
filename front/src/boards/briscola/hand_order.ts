// The order of the hand: the one last asked for, until the table has it too.
// Laws kept here: while an action is pending no order is sent, because a card just played would be missing from it; the
// last order asked for meanwhile is sent after the answer, for the cards that are left. It must not know rules: any
// order of the same cards will do.

import { useLayoutEffect, useState } from "preact/hooks";
import type { Action } from "../../net/types.ts";
import { inSameOrder, leftOf } from "./cards.ts";
import type { Card } from "./types.ts";

export interface HandOrder {
	readonly cards: readonly Card[];
	readonly reorder: (cards: readonly Card[]) => void;
}

interface WantedOrder {
	readonly cards: readonly Card[];
	readonly isSent: boolean;
}

export function useHandOrder(hand: readonly Card[], busy: boolean, send: (action: Action) => void): HandOrder {
	const [asked, ask] = useState<WantedOrder | null>(null);
	const cards = (asked && leftOf(asked.cards, hand)) ?? hand;
	const give = (wanted: readonly Card[]) => {
		ask({ cards: wanted, isSent: true });
		send({ type: "reorder", hand: wanted.map((card) => card.card_id) });
	};
	// Before the answer is painted: a player who leaves the page at that sight has left nothing unsent.
	useLayoutEffect(() => {
		if (busy || asked === null) return;
		if (asked.isSent || inSameOrder(cards, hand))
			ask(null); // answered: the view has the order
		else give(cards);
	}, [busy]);
	const reorder = (wanted: readonly Card[]) => {
		if (inSameOrder(wanted, cards)) return;
		if (busy) ask({ cards: wanted, isSent: false });
		else give(wanted);
	};
	return { cards, reorder };
}
