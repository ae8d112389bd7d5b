// Laying out the cards. Every change is a draft, sent at once; a confirm ends it.
// Laws kept here: nothing is sent without an action of the player; a draft that changes nothing is not sent; a confirm
// is an action that `legal` lists; an empty layout must be confirmed twice.
// The layout is known here before the server has it, and only until the round is over: then the view counts.

import { useEffect, useState } from "preact/hooks";
import type { BoardContext, Moment } from "../board.ts";
import {
	confirmOf,
	countLaid,
	firstFree,
	isSame,
	type Laid,
	laidFrom,
	lastLaid,
	layoutOf,
	NOTHING_LAID,
	put,
	slotOf,
	taken,
} from "./layout.ts";
import type { Own } from "./status.ts";
import { type Confirm, type Hand, isConfirm, nearSide, type Slot, type View } from "./types.ts";

export interface HandActions {
	/** A card of the hand was chosen: it goes into a slot, or comes back. */
	readonly onCard: (place: number) => void;
	/** A slot was chosen: its card comes back, or the next one goes there. */
	readonly onSlot: (slot: Slot) => void;
	/** A card was dropped on a slot, or elsewhere. */
	readonly onDrop: (place: number, slot: Slot | null) => void;
	/** The card of that slot, or the last one, comes back. */
	readonly onBack: (slot: Slot | null) => void;
	readonly onClear: () => void;
}

export interface HandControls extends Own, HandActions {
	readonly hand: Hand;
	readonly slots: Laid;
	/** The slot for the next card, if the player has chosen one. */
	readonly aim: Slot | null;
	readonly isSending: boolean;
	readonly confirm: Confirm | null;
	/** The player has confirmed an empty layout once, and is asked whether they mean it. */
	readonly isDoubted: boolean;
	readonly onConfirm: () => void;
}

interface Draft {
	readonly round: number;
	readonly slots: Laid;
	readonly aim: Slot | null;
	readonly hasActed: boolean;
}

/** Null for spectators, who have no hand. */
export function useHandControls(moment: Moment, view: View | null, context: BoardContext): HandControls | null {
	const [kept, keep] = useState<Draft | null>(null);
	const [isSent, setSent] = useState(false);
	const [doubted, doubt] = useState<number | null>(null);
	useEffect(() => {
		if (!moment.busy) setSent(false);
	}, [moment.busy]);
	if (view === null || view.you === null) return null;

	const hand = view.hands[nearSide(view)];
	const isSending = isSent && moment.busy;
	const isOpen = moment.legal.some(isConfirm) && !isSending;
	const isMine = kept?.round === view.roundIndex && (isOpen || isSending); // otherwise the view is newer
	const draft = isMine && kept ? kept : told(view, hand);
	const confirm = isOpen ? confirmOf(moment.legal, layoutOf(draft.slots, hand)) : null;
	const isDoubted = confirm !== null && doubted === view.roundIndex;
	const change = (slots: Laid, aim: Slot | null = null) => {
		const layout = layoutOf(slots, hand);
		const isNew = !isSame(layout, layoutOf(draft.slots, hand));
		doubt(null);
		keep({ round: view.roundIndex, slots, aim, hasActed: draft.hasActed || isNew });
		if (isNew) context.send({ type: "layout_draft", layout });
	};
	return {
		hand,
		slots: draft.slots,
		aim: isOpen ? draft.aim : null,
		laid: countLaid(draft.slots),
		hasActed: draft.hasActed,
		isOpen,
		isSending,
		confirm,
		isDoubted,
		...(isOpen ? handActions(draft, hand, change, context) : NO_ACTIONS),
		onConfirm() {
			if (confirm === null) return;
			if (countLaid(draft.slots) === 0 && !isDoubted) {
				doubt(view.roundIndex);
				context.announce(context.say("orcain.confirm.sure"));
				return;
			}
			setSent(true);
			context.send(confirm);
		},
	};
}

/** The layout in the view. */
function told(view: View, hand: Hand): Draft {
	const slots = view.layout === null ? NOTHING_LAID : laidFrom(view.layout, hand);
	return { round: view.roundIndex, slots, aim: null, hasActed: view.hadDraft === true };
}

const NO_ACTIONS: HandActions = { onCard() {}, onSlot() {}, onDrop() {}, onBack() {}, onClear() {} };

function handActions(
	{ slots, aim }: Draft,
	hand: Hand,
	change: (slots: Laid, aim?: Slot | null) => void,
	{ announce, say }: BoardContext,
): HandActions {
	const tell = (key: string, params: Record<string, string | number> = {}) => announce(say(`orcain.${key}`, params));
	const card = (place: number) => say(`orcain.card.${hand[place] ?? "none"}`);
	const lay = (place: number, slot: Slot) => {
		change(put(slots, place, slot));
		tell("laid", { card: card(place), slot: slot + 1 });
	};
	const back = (slot: Slot | null) => {
		const place = slot === null ? null : slots[slot];
		if (place === null) return;
		change(taken(slots, slot ?? 0), slot);
		tell("taken", { card: card(place) });
	};
	return {
		onCard(place) {
			const [lies, free] = [slotOf(slots, place), aim ?? firstFree(slots)];
			if (lies !== null) back(lies);
			else if (free !== null) lay(place, free);
			else tell("full");
		},
		onSlot(slot) {
			if (slots[slot] !== null) return back(slot);
			change(slots, slot);
			tell("aimed", { slot: slot + 1 });
		},
		onDrop(place, slot) {
			const lies = slotOf(slots, place);
			if (slot === lies) return;
			if (slot !== null) lay(place, slot);
			else back(lies);
		},
		onBack: (slot) => back(slot ?? lastLaid(slots)),
		onClear() {
			if (countLaid(slots) === 0) return;
			change(NOTHING_LAID);
			tell("cleared");
		},
	};
}
