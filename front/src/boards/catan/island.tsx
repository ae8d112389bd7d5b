// The island to play on: the drawing, the targets over it, and its description for screen readers. It must not know
// rules: it highlights what is passed in, and says which place was chosen.

import { useEffect, useRef } from "preact/hooks";
import type { BoardContext, Say } from "../board.ts";
import { ActionButton } from "./action_button.tsx";
import { between, endsOf, HEIGHT, TILES, WIDTH } from "./geometry.ts";
import type { Targeting } from "./intent.ts";
import { edgeName, tileLine, tileName, vertexName } from "./labels.ts";
import { Picture } from "./picture.tsx";
import { TargetButtons } from "./target_buttons.tsx";
import { idOf, type Place, type Target } from "./targets.ts";
import { sum, type View } from "./types.ts";

interface IslandProps {
	readonly view: View;
	readonly targeting: Targeting;
	readonly busy: boolean;
	readonly fresh: readonly string[];
	readonly context: BoardContext;
}

export function Island({ view, targeting, busy, fresh, context }: IslandProps) {
	const { say, seatName } = context;
	const { targets, intent, armed } = targeting;
	const chart = useRef<HTMLDivElement>(null);
	useEffect(() => {
		if (intent !== null && targets.size > 0) show(chart.current);
	}, [intent]);
	const first = [...targets.values()][0];
	const kind = intent ?? (first && "act" in first ? first.act.type : "");
	const name = (place: Place) => placeName(place, targets.get(place), view, context);
	useEffect(() => {
		if (armed !== null) context.announce(say("catan.selected", { place: name(armed) }));
	}, [armed]);
	return (
		<div class={`ct-island${targets.size > 0 && !busy ? " ct-yours" : ""} ct-by-${view.you ?? "nobody"}`}>
			<div class="ct-chart" ref={chart} style={{ aspectRatio: `${WIDTH} / ${HEIGHT}` }}>
				<Picture view={view} rolled={view.dice && sum(view.dice)} fresh={fresh} />
				{targeting.first !== null && <FirstRoad edge={targeting.first} />}
				<TargetButtons
					places={[...targets.keys()]}
					label={say("catan.places")}
					how={say("catan.places.how")}
					isOff={busy}
					kind={kind}
					name={name}
					armed={armed}
					onSelect={targeting.select}
				/>
			</div>
			{armed !== null && !busy && <Confirm place={armed} name={name(armed)} targeting={targeting} say={say} />}
			<ul class="visually-hidden" aria-label={say("catan.island")}>
				{TILES.map((_, tile) => (
					<li key={tile}>{tileLine(view, tile, seatName, say)}</li>
				))}
			</ul>
		</div>
	);
}

interface ConfirmProps {
	readonly place: Place;
	readonly name: string;
	readonly targeting: Targeting;
	readonly say: Say;
}

/** The confirmation of a tap. */
function Confirm({ place, name, targeting, say }: ConfirmProps) {
	return (
		<div class="ct-confirm">
			<p>{name}</p>
			<ActionButton kind="quiet" onPress={targeting.disarm}>
				{say("catan.cancel")}
			</ActionButton>
			<ActionButton kind="primary" action="confirm" onPress={() => targeting.select(place, true)}>
				{say(place.startsWith("tile") ? "catan.confirm.robber" : "catan.confirm.build")}
			</ActionButton>
		</div>
	);
}

/** When a piece is chosen, its targets scroll into view and get the focus. */
function show(chart: HTMLElement | null): void {
	chart?.scrollIntoView({ block: "nearest" });
	chart?.querySelector<HTMLElement>('.ct-place[tabindex="0"]')?.focus({ preventScroll: true });
}

/** Where the first of two roads will be. */
function FirstRoad({ edge }: { edge: number }) {
	const { x, y } = between(...endsOf(edge));
	return <span class="ct-first" style={{ left: `${(100 * x) / WIDTH}%`, top: `${(100 * y) / HEIGHT}%` }} />;
}

/** What would be done there, and where that is. */
function placeName(place: Place, target: Target | undefined, view: View, { say, seatName }: BoardContext): string {
	const id = idOf(place);
	if (place.startsWith("edge")) return say("catan.place.road", { place: edgeName(view, id, say) });
	if (place.startsWith("vertex")) {
		const isCity = target !== undefined && "act" in target && target.act.type === "BUILD_CITY";
		return say(isCity ? "catan.place.city" : "catan.place.settlement", { place: vertexName(view, id, say) });
	}
	const robbed = target !== undefined && "act" in target && "steal_from" in target.act ? target.act.steal_from : null;
	const params = { place: tileName(view, id, say) };
	return typeof robbed === "number"
		? say("catan.place.robber.from", { ...params, name: seatName(robbed) })
		: say("catan.place.robber", params);
}
