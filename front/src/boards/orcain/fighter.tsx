// One of the two who fight: name, hit points, what is known of him this round, and what he holds.
// It must not know what his hit points mean: it shows them.

import type { Around } from "../board.ts";
import { Emblem } from "./emblems.tsx";
import { awaySides } from "./phase.ts";
import type { Side, View } from "./types.ts";

const PIPS_AT_MOST = 20;

interface FighterProps {
	readonly side: Side;
	readonly view: View;
	readonly around: Around;
	/** Whether it is worth saying what he holds: the reader's own hand lies before him. */
	readonly isHandShown: boolean;
}

export function Fighter({ side, view, around, isHandShown }: FighterProps) {
	const name = around.seatName(side);
	const won = view.result?.winner === side;
	return (
		<div class={`oc-fighter${won ? " oc-won" : ""}`} data-side={side}>
			<p class="oc-who">
				<strong title={name}>{name}</strong>
				{view.you === side && <span class="oc-you">{around.say("orcain.note.you")}</span>}
			</p>
			<HitPoints hp={view.hp[side]} max={view.maxHp} name={name} around={around} />
			{isHandShown && <Holds side={side} view={view} around={around} />}
			<p class="oc-notes">
				{notes(view, side).map((note) => (
					<span key={note} class={`oc-note oc-note-${note}`}>
						{around.say(`orcain.note.${note}`)}
					</span>
				))}
			</p>
		</div>
	);
}

type Note = "ready" | "laying" | "silent" | "away";

/** What is worth knowing; that he is laying out only if nothing else is. */
function notes(view: View, side: Side): readonly Note[] {
	const isLaying = view.phase === "PREP";
	const noted: Note[] = isLaying && view.confirmed[side] ? ["ready"] : [];
	if (awaySides(view).includes(side)) noted.push("away");
	else if (view.phase !== "END" && view.afkStreaks[side] > 0) noted.push("silent");
	return noted.length === 0 && isLaying ? ["laying"] : noted;
}

function HitPoints({ hp, max, name, around }: { hp: number; max: number; name: string; around: Around }) {
	const tone = hp * 4 <= max ? " oc-low" : hp * 2 <= max ? " oc-half" : "";
	return (
		<div class={`oc-hp${tone}`}>
			<span class="visually-hidden">{around.say("orcain.hp.of", { name, hp, max })}</span>
			<span
				class="oc-bar"
				aria-hidden="true"
				style={{ "--oc-share": hp / max, "--oc-pips": max <= PIPS_AT_MOST ? max : 1 }}
			>
				<span class="oc-lost" />
				<span class="oc-left" />
			</span>
			<span class="oc-hp-number" aria-hidden="true">
				<strong>{hp}</strong>/{max} <small>{around.say("orcain.hp")}</small>
			</span>
		</div>
	);
}

function Holds({ side, view, around }: { side: Side; view: View; around: Around }) {
	const hand = view.hands[side];
	const cards = hand.map((card) => around.say(`orcain.card.${card}`)).join(", ");
	const label = around.say("orcain.holds", { name: around.seatName(side), cards });
	return (
		<p class="oc-holds" title={label}>
			<span class="visually-hidden">{label}</span>
			{hand.map((card, nth) => (
				<Emblem key={nth} card={card} />
			))}
		</p>
	);
}
