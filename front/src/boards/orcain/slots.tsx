// The three slots of a side. The reader's own can be clicked, dragged from and dropped on. It must not know rules: what
// is in them is passed in.

import type { BoardContext } from "../board.ts";
import type { Drag } from "../common/drag.ts";
import { isRepeatedClick } from "../common/repeated_input.ts";
import type { UiText } from "../common/ui_text.ts";
import { Back, Face } from "./card.tsx";
import { type DragStart, dragStart } from "./card_drag.ts";
import type { HandControls } from "./hand_controls.ts";
import { changeText, type SlotShown } from "./rounds.ts";
import { type Side, type Slot, uiText } from "./types.ts";

interface RowProps {
	readonly side: Side;
	readonly label: string;
	readonly slots: readonly SlotShown[];
	readonly context: BoardContext;
}

/** A row to look at. */
export function SlotRow({ side, label, slots, context }: RowProps) {
	return (
		<ol class="oc-slots" data-side={side} aria-label={label}>
			{slots.map((shown, slot) => (
				<li key={slot} class={slotClass(shown)}>
					<span class="visually-hidden">{slotName(shown, slot, false, context)}</span>
					<SlotCard shown={shown} context={context} />
				</li>
			))}
		</ol>
	);
}

interface OwnRowProps extends RowProps {
	readonly hand: HandControls;
	readonly dragging: Drag<DragStart>;
	/** The slot under the dragged card. */
	readonly over: Slot | null;
	readonly describedBy: string;
}

/** The reader's own row. */
export function OwnSlotRow({ side, label, slots, context, hand, dragging, over, describedBy }: OwnRowProps) {
	return (
		<ol class="oc-slots oc-own" data-side={side} aria-label={label}>
			{slots.map((shown, at) => {
				const slot = at as Slot;
				const isAim = hand.aim === slot;
				const place = hand.slots[slot];
				return (
					<li
						key={slot}
						class={slotClass(shown)}
						data-dragStart={place !== null && dragging.dragged?.what.place === place}
					>
						<button
							type="button"
							class={`oc-place${isAim ? " oc-aim" : ""}${over === slot ? " oc-over" : ""}`}
							data-slot={slot}
							aria-label={slotName(shown, slot, isAim, context)}
							aria-disabled={!hand.isOpen}
							aria-describedby={describedBy}
							onClick={(event) =>
								!isRepeatedClick(event) && (event.detail === 0 || !dragging.hasDragged()) && hand.onSlot(slot)
							}
							onPointerDown={(event) => dragging.onPointerDown(event, dragStart(event, hand.isOpen ? place : null))}
							onPointerMove={dragging.onPointerMove}
							onPointerUp={dragging.onPointerUp}
							onPointerCancel={dragging.onPointerCancel}
						>
							<SlotCard shown={shown} context={context} slot={slot} />
						</button>
					</li>
				);
			})}
		</ol>
	);
}

function SlotCard({ shown, context, slot }: { shown: SlotShown; context: BoardContext; slot?: Slot }) {
	if (shown.kind === "hidden") return <Back />;
	if (shown.kind === "empty" || shown.card === null) {
		return (
			<>
				<span class="oc-hollow" aria-hidden="true">
					{shown.kind === "shown" ? "–" : slot === undefined ? "" : slot + 1}
				</span>
				{shown.kind === "shown" && <Change by={shown.change} />}
			</>
		);
	}
	return (
		<>
			<Face card={shown.card} name={context.say(`orcain.card.${shown.card}`)} />
			{shown.kind === "shown" && <Change by={shown.change} />}
		</>
	);
}

/** What the step did to this card's player. */
function Change({ by }: { by: number }) {
	const tone = by < 0 ? "oc-minus" : by > 0 ? "oc-plus" : "oc-even";
	return (
		<span class={`oc-change ${tone}`} aria-hidden="true">
			{changeText(by)}
		</span>
	);
}

function slotClass(shown: SlotShown): string {
	return `oc-slot oc-is-${shown.kind}`;
}

function slotName(shown: SlotShown, at: number, isAim: boolean, context: BoardContext): string {
	const { key, params } = named(shown, at + 1, isAim, context);
	return context.say(key, params);
}

function named(shown: SlotShown, slot: number, isAim: boolean, context: BoardContext): UiText {
	if (shown.kind === "hidden") return uiText("slot.hidden", { slot });
	if (shown.kind === "empty") return uiText("slot.empty", { slot });
	if (shown.kind === "own" && shown.card === null) return uiText(isAim ? "slot.aim" : "slot.empty", { slot });
	const card = context.say(`orcain.card.${shown.card ?? "none"}`);
	return shown.kind === "own"
		? uiText("slot.card", { slot, card })
		: uiText("slot.shown", { slot, card, change: changeText(shown.change) });
}
