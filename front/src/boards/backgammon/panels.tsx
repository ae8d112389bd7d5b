// The panels around the board: header, players, match score, and the actions that are not moves. It must not know
// rules: it offers the actions in `legal`.

import type { Action } from "../../net/types.ts";
import type { BoardContext, Moment } from "../board.ts";
import { BoardHeader } from "../common/header.tsx";
import type { UiText } from "../common/ui_text.ts";
import { lastText } from "./last_play.ts";
import { Sign } from "./pieces.tsx";
import { headline, instruction, matchNotes, roleOf } from "./status.ts";
import { colourOf, type Side, sideOf, uiText, type View, type Wording, wordings } from "./types.ts";

const MAIN = new Set(["done", "roll", "take"]);

interface HeaderProps {
	readonly view: View | null;
	readonly moment: Moment;
	readonly context: BoardContext;
	readonly onFlip: () => void;
}

/** The two lines of the header, as keys and params. */
export function header(
	view: View | null,
	{ busy, legal }: Pick<Moment, "busy" | "legal">,
	name: (seat: number) => string,
): [UiText, UiText] {
	if (view === null) return [uiText("phase.before"), uiText("before")];
	const waits = busy && view.result === null && roleOf(view) === "actor";
	return [headline(view, name), waits ? uiText("busy") : instruction(view, name, legal)];
}

export function Header({ view, moment, context, onFlip }: HeaderProps) {
	const [title, text] = header(view, moment, context.seatName);
	const acts = view !== null && view.result === null && roleOf(view) === "actor" && !moment.busy;
	const sign = view?.result?.winner ?? view?.toAct ?? null;
	const before = view?.last ? lastText(view.last, context.seatName) : null;
	return (
		<BoardHeader
			title={context.say(title.key, title.params)}
			text={context.say(text.key, text.params)}
			isAsked={acts}
			sign={sign !== null && <Sign side={sideOf(sign)} />}
		>
			{before && <p class="bg-before">{context.say(before.key, before.params)}</p>}
			<Flip label={context.say("backgammon.flip")} onFlip={onFlip} />
		</BoardHeader>
	);
}

export function Flip({ label, onFlip }: { label: string; onFlip: () => void }) {
	return (
		<button type="button" class="quiet bg-flip" onClick={onFlip} aria-label={label} title={label}>
			<svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
				<path d="M8 20V4M8 4L4 8M8 4l4 4M16 4v16M16 20l-4-4M16 20l4-4" />
			</svg>
		</button>
	);
}

/** A player: colour, name, pip count, and points in a match. */
export function Plate({ side, view, context }: { side: Side; view: View; context: BoardContext }) {
	const acts = view.toAct === side && view.result === null;
	const colour = context.say(`backgammon.${colourOf(side)}`);
	const facts = [context.say("backgammon.pips", { pips: view.pips[side] })];
	if (view.home[side] > 0) facts.push(context.say("backgammon.borne", { count: view.home[side] }));
	return (
		<div class={`bg-plate${acts ? " bg-acts" : ""}`}>
			<Sign side={side} />
			<span class="bg-player">
				<strong>{context.seatName(side)}</strong> <small>{colour}</small>
			</span>
			<span class="bg-facts">{facts.join(" · ")}</span>
			{view.points > 0 && (
				<span class="bg-score">
					<span class="visually-hidden">{context.say("backgammon.score")} </span>
					{view.score[side]}
				</span>
			)}
		</div>
	);
}

export function Match({ view, context }: { view: View; context: BoardContext }) {
	const notes = matchNotes(view);
	if (notes.length === 0) return null;
	return <p class="bg-match">{notes.map(({ key, params }) => context.say(key, params)).join(" · ")}</p>;
}

interface ActionsProps {
	readonly legal: readonly Action[];
	readonly busy: boolean;
	readonly context: BoardContext;
	readonly toBoard: () => void;
}

/** One button for each legal action that is not a move. */
export function Actions({ legal, busy, context, toBoard }: ActionsProps) {
	const words = wordings(legal);
	const send = (word: Wording, byKey: boolean) => {
		if (busy) return;
		if (byKey) toBoard(); // the button disappears, the focus must not
		context.send(word);
	};
	return (
		<div class="bg-actions">
			{words.map((word) => (
				<button
					key={word.type}
					type="button"
					class={MAIN.has(word.type) ? "primary" : ""}
					data-word={word.type}
					aria-disabled={busy}
					onClick={(event) => send(word, event.detail === 0)}
				>
					{context.say(`backgammon.do.${word.type}`)}
				</button>
			))}
		</div>
	);
}
