// A scene as the page draws it: its parts from top to bottom; boards that follow each other, and rows that do, side by
// side where there is room. It must not know any game, nor what a touch leads to.

import type { Counters, Row, Scene } from "../../wire.ts";
import type { BoardContext } from "../board.ts";
import { CardDrawing } from "./card.tsx";
import { GraphDrawing, GridDrawing } from "./drawings.tsx";
import { Focusable, type Touching } from "./focusable.tsx";
import { DieDrawing, PieceDrawing } from "./piece.tsx";
import { type Part, placesOfRow, type Thing, thingsOf } from "./spots.ts";

interface SceneProps {
	readonly scene: Scene;
	readonly touching: Touching;
	readonly context: BoardContext;
}

export function SceneDrawing({ scene, touching, context }: SceneProps) {
	const groups = grouped(scene.parts);
	const rest = groups.reduce((height, parts) => height + Math.max(...parts.map(heightOf)), 0);
	const style = { "--sc-rest": `${rest}rem` };
	return (
		<section class="sc" style={style} aria-label={context.say("generic.scene")}>
			{groups.map((parts, index) => (
				<div key={index} class={kindOf(parts[0]) === "board" ? "sc-group sc-boards" : "sc-group"}>
					{parts.map((part, number) => (
						<PartDrawing key={number} part={part} touching={touching} context={context} />
					))}
				</div>
			))}
		</section>
	);
}

/** What a part takes of the height that boards can have, in rem. */
function heightOf(part: Part): number {
	switch (part.type) {
		case "row":
			return part.title || part.seat != null ? 7 : 5.5;
		case "counters":
			return 2.5;
		case "note":
			return 2;
		default:
			return 0;
	}
}

function kindOf(part: Part | undefined): "board" | Part["type"] | undefined {
	return part?.type === "grid" || part?.type === "graph" ? "board" : part?.type;
}

/** Parts of one kind that follow each other stand together. */
function grouped(parts: readonly Part[]): Part[][] {
	const groups: Part[][] = [];
	for (const part of parts) {
		const last = groups.at(-1);
		if (last && kindOf(part) === kindOf(last[0])) last.push(part);
		else groups.push([part]);
	}
	return groups;
}

function PartDrawing({ part, touching, context }: { part: Part; touching: Touching; context: BoardContext }) {
	switch (part.type) {
		case "grid":
			return <GridDrawing grid={part} touching={touching} />;
		case "graph":
			return <GraphDrawing graph={part} touching={touching} />;
		case "row":
			return <RowDrawing row={part} touching={touching} context={context} />;
		case "counters":
			return <CountersDrawing counters={part} context={context} />;
		case "note":
			return <p class="sc-note">{part.text}</p>;
	}
}

function RowDrawing({ row, touching, context }: { row: Row; touching: Touching; context: BoardContext }) {
	const { items, spread = "row" } = row;
	const title = [row.seat == null ? "" : context.seatName(row.seat), row.title ?? ""].filter(Boolean).join(": ");
	const shown = thingsOf(row);
	return (
		<section class="sc-row" aria-label={title || undefined}>
			{title !== "" && <h3>{title}</h3>}
			<Focusable places={placesOfRow(shown)} touching={touching}>
				{(spot) => (
					<div class={`sc-things sc-${spread}`}>
						{shown.map((thing, index) => (
							<span key={thing.id || index} class={spot.classOf(thing.id)} {...spot.attributes(thing)}>
								<ThingDrawing thing={thing} />
							</span>
						))}
						{spread === "pile" && <span class="sc-count">× {items.length}</span>}
						{shown.length === 0 && spread !== "pile" && <span class="sc-count">–</span>}
					</div>
				)}
			</Focusable>
		</section>
	);
}

function ThingDrawing({ thing }: { thing: Thing }) {
	switch (thing.type) {
		case "card":
			return <CardDrawing card={thing} />;
		case "die":
			return <DieDrawing die={thing} />;
		default:
			return (
				<svg class={`sc-slot sc-${thing.colour || "bare"}`} viewBox="0 0 100 100" aria-hidden="true">
					<rect x="2" y="2" width="96" height="96" rx="14" />
					{thing.piece && <PieceDrawing piece={thing.piece} x={50} y={50} r={38} />}
				</svg>
			);
	}
}

function CountersDrawing({ counters, context }: { counters: Counters; context: BoardContext }) {
	return (
		<dl class="sc-counters">
			{counters.items.map(({ name = "", value, seat, colour = "" }, index) => (
				<div key={index}>
					<dt>
						{colour !== "" && <span class={`sc-dot sc-${colour}`} />}
						{[seat == null ? "" : context.seatName(seat), name].filter(Boolean).join(": ")}
					</dt>
					<dd>{value}</dd>
				</div>
			))}
		</dl>
	);
}
