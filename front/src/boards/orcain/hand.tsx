// The reader's hand, and the buttons below it. It must not know rules: a layout can be confirmed if there is an action
// for it.

import type { BoardContext } from "../board.ts";
import type { Drag } from "../common/drag.ts";
import { isRepeatedClick } from "../common/repeated_input.ts";
import type { UiText } from "../common/ui_text.ts";
import { Face } from "./card.tsx";
import { type DragStart, dragStart } from "./card_drag.ts";
import type { HandControls } from "./hand_controls.ts";
import { slotOf } from "./layout.ts";
import { uiText } from "./types.ts";

interface HandPanelProps {
	readonly hand: HandControls;
	readonly dragging: Drag<DragStart>;
	readonly isConfirmed: boolean;
	readonly describedBy: string;
	readonly context: BoardContext;
}

export function HandPanel({ hand, dragging, isConfirmed, describedBy, context }: HandPanelProps) {
	return (
		<section class={`oc-ledge${hand.isOpen ? " oc-open" : ""}`} aria-label={context.say("orcain.hand")}>
			<ul class="oc-hand">
				{hand.hand.map((_, place) => (
					<HandCard key={place} {...{ place, hand, dragging, describedBy, context }} />
				))}
			</ul>
			<ConfirmRow hand={hand} isConfirmed={isConfirmed} context={context} />
		</section>
	);
}

interface HandCardProps extends Omit<HandPanelProps, "isConfirmed"> {
	readonly place: number;
}

function HandCard({ place, hand, dragging, describedBy, context }: HandCardProps) {
	const card = hand.hand[place] ?? "attack";
	const isLaid = slotOf(hand.slots, place) !== null;
	const name = context.say(`orcain.card.${card}`);
	const does = context.say(`orcain.does.${card}`);
	return (
		<li class="oc-held" data-dragStart={!isLaid && dragging.dragged?.what.place === place}>
			<button
				type="button"
				class={`oc-pick${isLaid ? " oc-laid" : ""}`}
				data-place={place}
				title={does}
				aria-label={context.say("orcain.hand.card", { card: name, does })}
				aria-pressed={isLaid}
				aria-disabled={!hand.isOpen}
				aria-describedby={describedBy}
				onClick={(event) =>
					!isRepeatedClick(event) && (event.detail === 0 || !dragging.hasDragged()) && hand.onCard(place)
				}
				onPointerDown={(event) =>
					dragging.onPointerDown(event, dragStart(event, hand.isOpen && !isLaid ? place : null))
				}
				onPointerMove={dragging.onPointerMove}
				onPointerUp={dragging.onPointerUp}
				onPointerCancel={dragging.onPointerCancel}
			>
				<Face card={card} name={name} />
			</button>
			<span class="oc-key" aria-hidden="true">
				{place + 1}
			</span>
		</li>
	);
}

/** The two buttons. They stay where they are when they are off, so that the focus does too. */
function ConfirmRow({
	hand,
	isConfirmed,
	context,
}: {
	hand: HandControls;
	isConfirmed: boolean;
	context: BoardContext;
}) {
	const { key, params } = confirmText(hand, isConfirmed);
	return (
		<div class="oc-done">
			<button
				type="button"
				class={`oc-confirm${hand.confirm && hand.laid === 3 ? " primary" : ""}`}
				data-confirmed={isConfirmed}
				data-doubted={hand.isDoubted}
				aria-disabled={hand.confirm === null}
				onClick={(event) => !isRepeatedClick(event) && hand.onConfirm()}
			>
				{isConfirmed && <Tick />}
				{context.say(key, params)}
			</button>
			<button type="button" class="oc-clear" aria-disabled={!hand.isOpen || hand.laid === 0} onClick={hand.onClear}>
				{context.say("orcain.clear")}
			</button>
		</div>
	);
}

function confirmText({ isSending, isDoubted, laid, isOpen }: HandControls, isConfirmed: boolean): UiText {
	if (isConfirmed) return uiText("confirm.done");
	if (isSending) return uiText("confirm.sent");
	if (isDoubted) return uiText("confirm.sure");
	if (!isOpen || laid === 3) return uiText("confirm");
	return uiText(laid === 2 ? "confirm.some.one" : "confirm.some", { left: 3 - laid });
}

function Tick() {
	return (
		<svg class="oc-tick" viewBox="0 0 24 24" aria-hidden="true">
			<path d="M4 13l5.500 5.500L20 7" />
		</svg>
	);
}
