// The board as a drawing: checkers, highlights, the last play. Tables and GitGammon's page share it. It must not know
// who plays, take input, or hold rules: everything shown is passed in.

import { useMemo, useRef } from "preact/hooks";
import { useUniqueId } from "../common/unique_id.ts";
import { type Checker, checkersOf, stacksOf } from "./checkers.ts";
import { Field, pointPath, rect } from "./field.tsx";
import { cellBox, checkerAt, countAt, cubeAt, dieAt, type Layout, layoutOf, type Place, slabBox } from "./geometry.ts";
import { Gradients } from "./gradients.tsx";
import { CubeShape, Die, Piece } from "./pieces.tsx";
import { cellOf, indexOf, ownerOf, type Spot } from "./spots.ts";
import { colourOf, type Position, type Side } from "./types.ts";

export interface DieShown {
	readonly value: number;
	readonly used: boolean;
	readonly chosen?: boolean;
}

export interface CubeShown {
	readonly value: number;
	readonly owner: Side | null;
	readonly offered: boolean;
}

/** The last play: where its checkers came from, and where they are now. */
export interface Trail {
	readonly side: Side;
	readonly from: readonly Spot[];
	readonly to: readonly Spot[];
}

interface PictureProps {
	readonly position: Position;
	readonly bottom: Side;
	readonly isTurned: boolean;
	/** Whose dice are on the board. */
	readonly roller: Side | null;
	readonly dice: readonly DieShown[];
	readonly cube: CubeShown | null;
	readonly trail: Trail | null;
	/** Checkers that can be picked up. */
	readonly sources: ReadonlySet<Spot>;
	readonly held: Spot | null;
	readonly landings: readonly Spot[];
	/** The dragged checker, and where it is. */
	readonly dragged: { readonly spot: Spot; readonly side: Side; readonly place: Place } | null;
}

export function Picture(props: PictureProps) {
	const { isTurned, bottom, position, dragged } = props;
	const shading = useUniqueId();
	const layout = layoutOf(isTurned);
	const bare = useMemo(() => <Field {...{ isTurned, bottom, shading }} />, [isTurned, bottom, shading]);
	const checkers = useCheckers(position);
	const lifted = dragged && topOf(checkers, dragged.spot);
	const near = props.roller === bottom;
	return (
		<svg class="bg-picture" viewBox={`0 0 ${layout.width} ${layout.height}`} aria-hidden="true">
			<Gradients id={shading} />
			{bare}
			<Lit {...props} layout={layout} />
			{props.trail && <From trail={props.trail} {...{ layout, bottom, position }} />}
			<Slabs {...{ layout, bottom, position }} />
			{checkers
				.filter(({ spot, id }) => !spot.startsWith("o") && id !== lifted?.id)
				.map(({ id, side, spot, height }) => (
					<Piece key={id} side={side} shading={shading} place={checkerAt(layout, cellOf(spot, bottom), height)} />
				))}
			<Marks {...props} layout={layout} />
			{props.roller !== null &&
				props.dice.map(({ value, used, chosen }, nth) => (
					<Die
						key={nth}
						value={value}
						side={props.roller ?? 0}
						place={dieAt(layout, nth, props.dice.length, near)}
						kind={`${used ? "bg-used" : ""}${chosen ? " bg-chosen" : ""}`}
					/>
				))}
			{props.cube && (
				<CubeShape
					value={props.cube.value}
					offered={props.cube.offered}
					place={cubeAt(layout, holder(props.cube.owner, bottom), props.cube.offered)}
				/>
			)}
			{dragged && lifted && <Piece side={dragged.side} shading={shading} place={dragged.place} kind="bg-dragged" />}
		</svg>
	);
}

/** The checkers of this position, with the ids they had in the position before. */
function useCheckers(position: Position): readonly Checker[] {
	const before = useRef<readonly Checker[]>([]);
	const now = useMemo(() => checkersOf(position, before.current), [position]);
	before.current = now;
	return now;
}

function topOf(checkers: readonly Checker[], spot: Spot): Checker | undefined {
	return checkers.filter((each) => each.spot === spot).sort((one, other) => other.height - one.height)[0];
}

function holder(owner: Side | null, bottom: Side): "near" | "far" | null {
	if (owner === null) return null;
	return owner === bottom ? "near" : "far";
}

/** Where the picked-up checker may land. */
function Lit({ layout, bottom, landings }: PictureProps & { layout: Layout }) {
	return (
		<g class="bg-lit">
			{landings.map((spot) => {
				const cell = cellOf(spot, bottom);
				if (indexOf(spot) !== null) return <path key={spot} d={pointPath(layout, cell)} />;
				const box = cellBox(layout, cell);
				return <rect key={spot} rx="6" {...rect({ x: box.x + 4, y: box.y + 4, w: box.w - 8, h: box.h - 8 })} />;
			})}
		</g>
	);
}

type BoardContext = Pick<PictureProps, "bottom" | "position"> & { readonly layout: Layout };

function From({ trail, layout, bottom, position }: BoardContext & { trail: Trail }) {
	const stacks = stacksOf(position);
	return (
		<g class={`bg-from bg-${colourOf(trail.side)}`}>
			{[...new Set(trail.from)].map((spot) => {
				const height = stacks.find((stack) => stack.spot === spot)?.count ?? 0;
				if (height > 4 || indexOf(spot) === null) return null;
				const { x, y } = checkerAt(layout, cellOf(spot, bottom), height);
				return <circle key={spot} cx={x} cy={y} r="19" />;
			})}
		</g>
	);
}

function Slabs({ layout, bottom, position }: BoardContext) {
	return (
		<g>
			{stacksOf(position)
				.filter(({ spot }) => spot.startsWith("o"))
				.flatMap(({ spot, count }) =>
					Array.from({ length: count }, (_, nth) => (
						<rect
							key={`${spot}-${nth}`}
							class={`bg-slab bg-${colourOf(ownerOf(spot))}`}
							data-off={ownerOf(spot)}
							rx="5"
							{...rect(slabBox(layout, cellOf(spot, bottom), nth))}
						/>
					)),
				)}
		</g>
	);
}

/** Drawn over checkers: counts, the last play, what can be picked up, what is, and where it may go. */
function Marks({
	layout,
	bottom,
	position,
	trail,
	sources,
	held,
	landings,
	dragged,
}: PictureProps & { layout: Layout }) {
	const stacks = stacksOf(position);
	const arrived = new Set(trail?.to ?? []);
	return (
		<g class="bg-marks">
			{stacks.map(({ spot, side, count }) => {
				if (spot.startsWith("o")) return null;
				const cell = cellOf(spot, bottom);
				const { x, y } = checkerAt(layout, cell, count - 1);
				const label = countAt(layout, cell, count);
				const lifted = dragged?.spot === spot;
				return (
					<g key={spot} class={`bg-${colourOf(side)}`}>
						{held === null && sources.has(spot) && <circle class="bg-can" cx={x} cy={y} r="27" />}
						{held === spot && !lifted && <circle class="bg-held" cx={x} cy={y} r="28" />}
						{arrived.has(spot) && trail?.side === side && !label && <circle class="bg-last" cx={x} cy={y} r="7" />}
						{label && (
							<text class="bg-count" x={label.x} y={label.y} dy="0.36em" text-anchor="middle">
								{count}
							</text>
						)}
					</g>
				);
			})}
			{landings
				.filter((spot) => indexOf(spot) !== null)
				.map((spot) => {
					const stack = stacks.find((each) => each.spot === spot);
					const own = stack !== undefined && stack.side === holderOf(stacks, held);
					const { x, y } = checkerAt(layout, cellOf(spot, bottom), own ? stack.count : 0);
					return (
						<circle
							key={spot}
							class="bg-landing"
							cx={x}
							cy={y}
							r={own || stack === undefined ? 17 : 27}
							data-hit={stack !== undefined && !own}
						/>
					);
				})}
		</g>
	);
}

function holderOf(stacks: ReturnType<typeof stacksOf>, held: Spot | null): Side | null {
	return stacks.find(({ spot }) => spot === held)?.side ?? null;
}
