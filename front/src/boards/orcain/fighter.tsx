// One of the two fighters: name, hit points, state in this round, and hand. It must not know what hit points mean: it
// shows them.

import type { BoardContext } from "../board.ts";
import { Emblem } from "./emblems.tsx";
import { awaySides } from "./status.ts";
import type { Side, View } from "./types.ts";

const PIPS_AT_MOST = 20;

interface FighterProps {
	readonly side: Side;
	readonly view: View;
	readonly context: BoardContext;
	/** Whether to show the hand: the reader's own is shown elsewhere. */
	readonly isHandShown: boolean;
}

export function Fighter({ side, view, context, isHandShown }: FighterProps) {
	const name = context.seatName(side);
	const won = view.result?.winner === side;
	return (
		<div class={`oc-fighter${won ? " oc-won" : ""}`} data-side={side}>
			<p class="oc-who">
				<strong title={name}>{name}</strong>
				{view.you === side && <span class="oc-you">{context.say("orcain.note.you")}</span>}
			</p>
			<HitPoints hp={view.hp[side]} max={view.maxHp} name={name} context={context} />
			{isHandShown && <Holds side={side} view={view} context={context} />}
			<p class="oc-notes">
				{notes(view, side).map((note) => (
					<span key={note} class={`oc-note oc-note-${note}`}>
						{context.say(`orcain.note.${note}`)}
					</span>
				))}
			</p>
		</div>
	);
}

type Note = "ready" | "laying" | "silent" | "away";

/** The most important state; that a player is laying out only if there is no other. */
function notes(view: View, side: Side): readonly Note[] {
	const isLaying = view.phase === "PREP";
	const noted: Note[] = isLaying && view.confirmed[side] ? ["ready"] : [];
	if (awaySides(view).includes(side)) noted.push("away");
	else if (view.phase !== "END" && view.afkStreaks[side] > 0) noted.push("silent");
	return noted.length === 0 && isLaying ? ["laying"] : noted;
}

function HitPoints({ hp, max, name, context }: { hp: number; max: number; name: string; context: BoardContext }) {
	const tone = hp * 4 <= max ? " oc-low" : hp * 2 <= max ? " oc-half" : "";
	return (
		<div class={`oc-hp${tone}`}>
			<span class="visually-hidden">{context.say("orcain.hp.of", { name, hp, max })}</span>
			<span
				class="oc-bar"
				aria-hidden="true"
				style={{ "--oc-share": hp / max, "--oc-pips": max <= PIPS_AT_MOST ? max : 1 }}
			>
				<span class="oc-lost" />
				<span class="oc-left" />
			</span>
			<span class="oc-hp-number" aria-hidden="true">
				<strong>{hp}</strong>/{max} <small>{context.say("orcain.hp")}</small>
			</span>
		</div>
	);
}

function Holds({ side, view, context }: { side: Side; view: View; context: BoardContext }) {
	const hand = view.hands[side];
	const cards = hand.map((card) => context.say(`orcain.card.${card}`)).join(", ");
	const label = context.say("orcain.holds", { name: context.seatName(side), cards });
	return (
		<p class="oc-holds" title={label}>
			<span class="visually-hidden">{label}</span>
			{hand.map((card, nth) => (
				<Emblem key={nth} card={card} />
			))}
		</p>
	);
}
