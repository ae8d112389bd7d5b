// A board for any game: its scene to touch, or else its picture as text; and the legal actions as buttons.
// It must not know any game: it shows what it is given and sends back one of the actions it was given.

import { useMemo, useState } from "preact/hooks";
import type { Snapshot } from "../../net/types.ts";
import type { BoardContext, Moment } from "../board.ts";
import { filtered, grouped, type Labelled, labelled, plain } from "./actions.ts";
import { nameOf } from "./names.ts";
import { SceneDrawing } from "./scene.tsx";
import { idsOf } from "./spots.ts";
import { choicesAfter, stillOpen, type TouchPath, touch } from "./touch.ts";

const MANY = 24;

interface GenericProps {
	readonly moment: Moment;
	readonly context: BoardContext;
}

export function GenericBoard({ moment, context }: GenericProps) {
	const all = labelled(moment.legal, parallel(moment, moment.snapshot.notation));
	const hasScene = moment.snapshot.scene != null;
	return (
		<div class="generic">
			<p class={`gn-status${moment.legal.length > 0 && !moment.busy ? " gn-yours" : ""}`}>{status(moment, context)}</p>
			{hasScene ? (
				<ScenePlay moment={moment} context={context} all={all} />
			) : (
				<>
					<Picture moment={moment} context={context} />
					<Actions actions={all} busy={moment.busy} context={context} />
				</>
			)}
		</div>
	);
}

const NOTHING: readonly string[] = [];

/** The scene, with buttons for actions that have no path, or whose path ends here while others go on. */
function ScenePlay({ moment, context, all }: GenericProps & { readonly all: readonly Labelled[] }) {
	const { legal, busy, snapshot } = moment;
	const [begun, setBegun] = useState<{ readonly decision: number | null; readonly ids: readonly string[] } | null>(
		null,
	);
	const paths = useMemo(() => pathsOf(moment, all), [legal, snapshot]);
	const isBegun = begun?.decision === snapshot.decision && !busy; // a new decision starts over
	const touched = isBegun ? stillOpen(paths, begun.ids) : NOTHING;
	const { next, complete } = busy ? choicesAfter([], NOTHING) : choicesAfter(paths, touched);
	const last = useMemo(() => new Set(snapshot.scene?.last ?? []), [snapshot]);
	const pick = (id: string) => {
		if (busy) return;
		const { ids, chosen } = touch(paths, touched, id);
		setBegun({ decision: snapshot.decision, ids });
		if (chosen !== null) context.send(chosen.action);
	};
	const touching = {
		touched,
		next,
		last,
		nameOf: (thing: Parameters<typeof nameOf>[0]) => nameOf(thing, last, context.say),
		touch: pick,
		cancel: () => setBegun(null),
	};
	if (!snapshot.scene) return null;
	const buttons = touched.length > 0 ? complete : all.filter((_, index) => paths[index]?.path.length === 0);
	return (
		<>
			<SceneDrawing scene={snapshot.scene} touching={touching} context={context} />
			<Actions actions={buttons} busy={busy} context={context} />
		</>
	);
}

/** What to touch to play each action; an empty path if the scene lacks one of its ids. */
function pathsOf({ snapshot, ...moment }: Moment, all: readonly Labelled[]): readonly TouchPath[] {
	const there = snapshot.scene ? idsOf(snapshot.scene) : new Set<string>();
	const touch = parallel({ snapshot, ...moment }, snapshot.touch);
	return all.map((each, index) => {
		const path = touch?.[index] ?? NOTHING;
		return { ...each, path: path.every((id) => there.has(id)) ? path : NOTHING };
	});
}

function canTouch({ scene, touch }: Snapshot): boolean {
	return scene != null && (touch ?? []).some((path) => path.length > 0);
}

/** Whom the table waits for, or that it is over, or that it has not begun. */
export function status({ snapshot, legal, busy }: Moment, { say, seatName }: BoardContext): string {
	if (snapshot.outcome !== null) return say("generic.over");
	if (snapshot.view === null) return say("generic.before");
	if (busy) return say("generic.busy");
	if (legal.length > 0) return say(canTouch(snapshot) ? "generic.yours.scene" : "generic.yours");
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

interface ActionsProps {
	readonly actions: readonly Labelled[];
	readonly busy: boolean;
	readonly context: BoardContext;
}

function Actions({ actions: all, busy, context }: ActionsProps) {
	const [typed, setTyped] = useState("");
	if (all.length === 0) return null;
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
					<Buttons actions={actions} busy={busy} context={context} />
				</fieldset>
			))}
		</section>
	);
}

function Buttons({ actions, busy, context }: ActionsProps) {
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

/** What the snapshot lists beside its own legal actions is parallel to these, and to no other list. */
function parallel<T>({ legal, snapshot }: Moment, list: readonly T[] | null | undefined): readonly T[] | null {
	return list != null && legal.length === snapshot.legal.length && list.length === legal.length ? list : null;
}
