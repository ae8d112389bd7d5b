// The board to play on: the drawing, the cells over it, and the dice to choose from. It must not know rules: it
// highlights what `legal` leads to, and sends nothing else.

import type { RefObject } from "preact";
import type { Action } from "../../net/types.ts";
import { useUniqueId } from "../common/unique_id.ts";
import { stackAt } from "./checkers.ts";
import { useControls } from "./controls.ts";
import { dieAt, layoutOf } from "./geometry.ts";
import { Grid, percent } from "./grid.tsx";
import { cellName, spotName } from "./labels.ts";
import { type CubeShown, type DieShown, Picture, type Trail } from "./picture.tsx";
import { ownerOf, type Spot } from "./spots.ts";
import type { Position, Side } from "./types.ts";

interface PlayingAreaProps {
	readonly position: Position;
	readonly bottom: Side;
	readonly isTurned: boolean;
	readonly roller: Side | null;
	readonly dice: readonly DieShown[];
	readonly cube: CubeShown | null;
	readonly trail: Trail | null;
	/** The moves that may be made now; the caller knows the rules, or asks somebody who does. */
	readonly legal: readonly Action[];
	/** Whose moves they are. */
	readonly side: Side;
	readonly say: (key: string, params?: Record<string, string | number>) => string;
	readonly announce: (text: string) => void;
	readonly send: (action: Action) => void;
	readonly refusal: (name: string) => string;
	readonly grid: RefObject<HTMLDivElement | null>;
}

export function PlayingArea(props: PlayingAreaProps) {
	const { position, bottom, isTurned, legal, side, say, announce, send, grid } = props;
	const layout = layoutOf(isTurned);
	const how = useUniqueId();
	const called = (spot: Spot) => spotName(spot, bottom, say);
	const { reach, cursor, dragging, dragged, select, choose, moveCursor, handleKey } = useControls({
		legal,
		side,
		bottom,
		layout,
		grid,
		send,
		refuse: (spot) => announce(props.refusal(called(spot))),
		tell: (spot) => announce(spot === null ? say("backgammon.down") : say("backgammon.up", { name: called(spot) })),
	});
	const up = dragged && { ...dragged, side: stackAt(position, dragged.spot)?.side ?? ownerOf(dragged.spot) };
	return (
		<div
			class={`bg-table${reach.sources.size > 0 ? " bg-yours" : ""}${dragged ? " bg-dragging" : ""}${isTurned ? " bg-turned" : ""}`}
			style={{ aspectRatio: `${layout.width} / ${layout.height}` }}
		>
			<Picture
				{...{ position, bottom, isTurned }}
				roller={props.roller}
				dice={props.dice.map((die) => ({ ...die, chosen: !die.used && die.value === reach.die }))}
				cube={props.cube}
				trail={props.trail}
				sources={reach.sources}
				held={reach.held}
				landings={[...reach.landings.keys()]}
				dragged={up}
			/>
			<Grid
				{...{ layout, bottom, cursor, grid, dragging }}
				label={say("backgammon.board")}
				describedBy={how}
				name={(spot) => cellName(spot, position, bottom, reach, say)}
				isOpen={(spot) => reach.landings.has(spot) || reach.sources.has(spot)}
				isSource={(spot) => reach.sources.has(spot)}
				held={reach.held}
				onSelect={select}
				onCursor={moveCursor}
				onKey={handleKey}
			/>
			{props.roller !== null &&
				props.dice.map(({ value, used }, nth) => {
					if (used || !reach.dice.includes(value)) return null;
					const { x, y } = dieAt(layout, nth, props.dice.length, props.roller === bottom);
					return (
						<button
							key={nth}
							type="button"
							class="bg-die-button"
							style={percent({ x: x - 32, y: y - 32, w: 64, h: 64 }, layout)}
							aria-label={say("backgammon.die", { die: value })}
							aria-pressed={reach.die === value}
							onClick={() => choose(value)}
						/>
					);
				})}
			<span id={how} class="visually-hidden">
				{say(reach.sources.size > 0 ? "backgammon.how.move" : "backgammon.how.look")}
			</span>
		</div>
	);
}
