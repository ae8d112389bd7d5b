// The duel itself: two fighters, three pairs of slots, and the reader's hand, played by click, drag and key. It must
// not know rules: it shows what the view says, and passes input on.

import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { BoardContext } from "../board.ts";
import { type Dragged, useDrag } from "../common/drag.ts";
import { isRepeatedEnter } from "../common/repeated_input.ts";
import { useUniqueId } from "../common/unique_id.ts";
import { Face } from "./card.tsx";
import type { DragStart } from "./card_drag.ts";
import { Fighter } from "./fighter.tsx";
import { HandPanel } from "./hand.tsx";
import type { HandControls } from "./hand_controls.ts";
import { placeOf, type Spot, walked } from "./keyboard.ts";
import { layoutOf } from "./layout.ts";
import { Result } from "./result.tsx";
import { type Exchange, slotsShown } from "./rounds.ts";
import { OwnSlotRow, SlotRow } from "./slots.tsx";
import { nearSide, other, SLOTS, type Slot, type View } from "./types.ts";

const NEAR_ENOUGH = 10;
const HAS_KEYS = "input, textarea, select, button, summary, dialog, [contenteditable]";

interface PlayingAreaProps {
	readonly view: View;
	/** Null for spectators. */
	readonly hand: HandControls | null;
	/** The steps that are open on the table. */
	readonly steps: readonly Exchange[];
	readonly context: BoardContext;
}

export function PlayingArea({ view, hand, steps, context }: PlayingAreaProps) {
	const root = useRef<HTMLDivElement>(null);
	const how = useUniqueId();
	const dragging = useDrag<DragStart>(({ what, x, y }) => hand?.onDrop(what.place, slotAt(root.current, x, y)));
	useKeysFromAfar(root, hand);
	useFocusOnHand(root, view.roundIndex);
	const { dragged } = dragging;
	const near = nearSide(view);
	const far = other(near);
	const row = (side: typeof near, own: boolean) => ({
		side,
		context,
		label: own ? context.say("orcain.slots.yours") : context.say("orcain.slots", { name: context.seatName(side) }),
		slots: slotsShown(
			view,
			side,
			steps,
			own && hand ? layoutOf(hand.slots, hand.hand) : (view.layouts?.[side] ?? null),
		),
	});
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: keys of what is inside, which can have the focus
		<div
			class={`oc-play${dragged ? " oc-dragging" : ""}`}
			ref={root}
			onKeyDown={(event) => hand && pressed(event, hand)}
		>
			<section class={`oc-arena${view.suddenDeath ? " oc-sudden" : ""}`} aria-label={context.say("orcain.arena")}>
				<Fighter side={far} view={view} context={context} isHandShown />
				<SlotRow {...row(far, false)} />
				{hand ? (
					<OwnSlotRow
						{...row(near, true)}
						hand={hand}
						dragging={dragging}
						over={dragged && slotAt(root.current, dragged.x, dragged.y)}
						describedBy={how}
					/>
				) : (
					<SlotRow {...row(near, false)} />
				)}
				<Fighter side={near} view={view} context={context} isHandShown={hand === null} />
			</section>
			{view.phase === "END" && <Result view={view} context={context} />}
			{view.phase !== "END" && hand && (
				<HandPanel
					hand={hand}
					dragging={dragging}
					isConfirmed={view.confirmed[near]}
					describedBy={how}
					context={context}
				/>
			)}
			<p id={how} class={view.phase !== "END" && hand ? "oc-how for-keys" : "visually-hidden"}>
				{context.say("orcain.how")}
			</p>
			{dragged && hand && <Ghost dragged={dragged} hand={hand} root={root.current} context={context} />}
		</div>
	);
}

interface GhostProps {
	readonly dragged: Dragged<DragStart>;
	readonly hand: HandControls;
	readonly root: HTMLElement | null;
	readonly context: BoardContext;
}

/** The dragged card. */
function Ghost({ dragged, hand, root, context }: GhostProps) {
	const card = hand.hand[dragged.what.place];
	const box = root?.getBoundingClientRect();
	if (card === undefined || !box) return null;
	const place = {
		left: `${dragged.x - box.left}px`,
		top: `${dragged.y - box.top}px`,
		width: `${dragged.what.width}px`,
	};
	return (
		<span class="oc-ghost" style={place}>
			<Face card={card} name={context.say(`orcain.card.${card}`)} />
		</span>
	);
}

/** The slot at a point of the window, or close to it. */
function slotAt(root: Element | null, x: number, y: number): Slot | null {
	const found = SLOTS.find((slot) => {
		const box = root?.querySelector(`[data-slot="${slot}"]`)?.getBoundingClientRect();
		if (!box) return false;
		const [across, down] = [x - box.left, y - box.top];
		return [across, down, box.width - across, box.height - down].every((inside) => inside > -NEAR_ENOUGH);
	});
	return found ?? null;
}

/** Digits lay a card, Backspace and Delete take one back, arrows move the focus: only arrows repeat while held. */
function pressed(event: KeyboardEvent, hand: HandControls): void {
	if (event.altKey || event.metaKey || event.ctrlKey) return;
	const spot = spotOf(event.target);
	const place = placeOf(event.key);
	const next = spot && walked(spot, event.key);
	if (next) focusSpot(event.currentTarget as Element, next);
	else if (!isForCards(event.key) && !isRepeatedEnter(event)) return;
	else if (!event.repeat && place !== null) hand.onCard(place);
	else if (!event.repeat) hand.onBack(spot?.row === "slots" ? (spot.at as Slot) : null);
	event.preventDefault();
}

function isForCards(key: string): boolean {
	return placeOf(key) !== null || key === "Backspace" || key === "Delete";
}

/** The card keys work wherever the focus is, except where an element uses keys itself. A key may come before the
 * last render: it acts on the latest cards. */
function useKeysFromAfar(root: { readonly current: Element | null }, hand: HandControls | null): void {
	useLayoutEffect(() => {
		if (hand === null) return undefined;
		const heard = (event: KeyboardEvent) => {
			const from = event.target instanceof Element ? event.target : document.body;
			if (root.current?.contains(from) || from.closest(HAS_KEYS) || !isForCards(event.key)) return;
			pressed(event, hand);
		};
		document.addEventListener("keydown", heard);
		return () => document.removeEventListener("keydown", heard);
	}, [root, hand]);
}

/** The key that confirmed a round must not confirm the next: a new round begins with the focus on the hand. */
function useFocusOnHand(root: { readonly current: Element | null }, round: number): void {
	const before = useRef(round);
	useEffect(() => {
		if (before.current === round) return;
		before.current = round;
		const hand = root.current?.querySelector<HTMLElement>('[data-place="0"]');
		if (root.current?.contains(document.activeElement)) hand?.focus({ preventScroll: true });
	}, [root, round]);
}

function spotOf(target: EventTarget | null): Spot | null {
	const { slot, place } = target instanceof HTMLElement ? target.dataset : {};
	if (slot !== undefined) return { row: "slots", at: Number(slot) };
	return place === undefined ? null : { row: "hand", at: Number(place) };
}

function focusSpot(root: Element, { row, at }: Spot): void {
	root.querySelector<HTMLElement>(`[data-${row === "slots" ? "slot" : "place"}="${at}"]`)?.focus();
}
