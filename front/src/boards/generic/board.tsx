// A board for any game: the server's picture of it, and the legal actions as buttons.
// It must not know any game: it shows what it is given and sends back one of the actions it was given.

import { useState } from "preact/hooks";
import type { Snapshot } from "../../net/types.ts";
import type { BoardContext, Moment } from "../board.ts";
import { filtered, grouped, type Labelled, labelled, plain } from "./actions.ts";

const MANY = 24;

interface GenericProps {
	readonly moment: Moment;
	readonly context: BoardContext;
}

export function GenericBoard({ moment, context }: GenericProps) {
	return (
		<div class="generic">
			<p class={`gn-status${moment.legal.length > 0 && !moment.busy ? " gn-yours" : ""}`}>{status(moment, context)}</p>
			<Picture moment={moment} context={context} />
			{moment.legal.length > 0 && <Actions moment={moment} context={context} />}
		</div>
	);
}

/** Whom the table waits for, or that it is over, or that it has not begun. */
export function status({ snapshot, legal, busy }: Moment, { say, seatName }: BoardContext): string {
	if (snapshot.outcome !== null) return say("generic.over");
	if (snapshot.view === null) return say("generic.before");
	if (busy) return say("generic.busy");
	if (legal.length > 0) return say("generic.yours");
	const others = snapshot.to_act.filter((seat) => seat !== snapshot.you);
	if (others.length === 0) return say("generic.wait");
	return say("generic.waiting", { name: others.map(seatName).join(", ") });
}

function Picture({ moment, context }: GenericProps) {
	const { snapshot, view } = moment;
	if (view === null) return null;
	const text = snapshot.picture || JSON.stringify(view, null, 2);
	const label = context.say("generic.picture", { game: plain(context.game) });
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
		<section class="gn-frame" aria-label={label} tabIndex={0}>
			<pre role="img" aria-label={`${label}\n${text}`}>
				{text}
			</pre>
		</section>
	);
}

function Actions({ moment, context }: GenericProps) {
	const [typed, setTyped] = useState("");
	const all = labelled(moment.legal, notationOf(moment.snapshot, moment));
	const shown = all.length > MANY ? filtered(all, typed) : all;
	const groups = grouped(shown);
	return (
		<section class="gn-actions" aria-label={context.say("generic.actions")}>
			{all.length > MANY && (
				<div class="gn-filter">
					<input
						type="search"
						value={typed}
						placeholder={context.say("generic.filter")}
						aria-label={context.say("generic.filter")}
						onInput={(event) => setTyped(event.currentTarget.value)}
					/>
					<span role="status">{context.say("generic.shown", { shown: shown.length, all: all.length })}</span>
				</div>
			)}
			{groups.map(({ type, actions }) => (
				<fieldset key={type} class="gn-group">
					<legend class={groups.length > 1 ? "" : "visually-hidden"}>{plain(type)}</legend>
					<Buttons actions={actions} busy={moment.busy} context={context} />
				</fieldset>
			))}
		</section>
	);
}

function Buttons({ actions, busy, context }: { actions: readonly Labelled[]; busy: boolean; context: BoardContext }) {
	return (
		<div class="gn-buttons">
			{actions.map(({ action, label }, index) => (
				<button key={index} type="button" aria-disabled={busy} onClick={() => !busy && context.send(action)}>
					{label}
				</button>
			))}
		</div>
	);
}

/** The snapshot's notation is parallel to the snapshot's own legal actions, and to no other list. */
function notationOf(snapshot: Snapshot, moment: Moment): readonly string[] | null {
	return moment.legal.length === snapshot.legal.length ? (snapshot.notation ?? null) : null;
}
