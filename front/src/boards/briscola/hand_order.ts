// How the hand is held: in the order the reader has last asked for, until the table has it so too.
// Laws kept here: while anything waits for its answer no order is sent, because the card under way would be missing when
// it arrives; the last one asked for meanwhile is kept, and sent with the answer, for the cards that are left.
// It must not know rules: any order of the same cards will do.

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
	// Before the picture that shows the answer: whoever leaves the page when he sees it has left nothing unsent.
	useLayoutEffect(() => {
		if (busy || asked === null) return;
		if (asked.isSent || inSameOrder(cards, hand))
			ask(null); // it has been answered: what the view says holds
		else give(cards);
	}, [busy]);
	const reorder = (wanted: readonly Card[]) => {
		if (inSameOrder(wanted, cards)) return;
		if (busy) ask({ cards: wanted, isSent: false });
		else give(wanted);
	};
	return { cards, reorder };
}
