// Grids and graphs as SVG: cells with coordinates, points and the lines between them. It must not know any game.

import type { JSX } from "preact";
import type { Graph, Grid, Piece, Point, Spot } from "../../wire.ts";
import { Focusable, type Spotting, type Touching } from "./focusable.tsx";
import { PieceDrawing } from "./piece.tsx";
import { placesOfGraph, placesOfGrid, spacing } from "./spots.ts";

const CELL = 10;
/** The width of the coordinates of an 8×8 board; they shrink with the board. */
const COORDINATE = 5;
const AS_LARGE_AS = 8;
/** Of a graph's frame around its outermost points, in the points' spacing. */
const MARGIN = 0.6;
const SMALLEST = 0.08;
/** In rem. */
const LARGEST_CELL = 7;
const LARGEST = 100;

export function GridDrawing({ grid, touching }: { grid: Grid; touching: Touching }) {
	const { rows, left = [], below = [], checkered = false } = grid;
	const columns = Math.max(1, ...rows.map((row) => row.length));
	const margin = COORDINATE * Math.min(1, Math.max(columns, rows.length) / AS_LARGE_AS);
	const [beside, under] = [left.length > 0 ? margin : 0.5, below.length > 0 ? margin : 0.5];
	const box = [-beside, -0.5, columns * CELL + beside + 0.5, rows.length * CELL + under + 0.5] as const;
	return (
		<Frame box={box} columns={columns} places={placesOfGrid(grid)} touching={touching}>
			{(spotting) => (
				<>
					{left.map((name, y) => (
						<Coordinate key={`l${y}`} x={-margin / 2} y={(y + 0.5) * CELL} size={margin} name={name} />
					))}
					{below.map((name, x) => (
						<Coordinate
							key={`b${x}`}
							x={(x + 0.5) * CELL}
							y={rows.length * CELL + margin / 2}
							size={margin}
							name={name}
						/>
					))}
					{rows.flatMap((row, y) =>
						row.map((spot, x) => (
							<Cell
								key={spot.id || `${y}/${x}`}
								spot={spot}
								x={x}
								y={y}
								isDark={checkered && (rows.length - y + x) % 2 === 1}
								spotting={spotting}
							/>
						)),
					)}
				</>
			)}
		</Frame>
	);
}

interface CellProps {
	readonly spot: Spot;
	readonly x: number;
	readonly y: number;
	readonly isDark: boolean;
	readonly spotting: Spotting;
}

function Cell({ spot, x, y, isDark, spotting }: CellProps) {
	const [middleX, middleY] = [(x + 0.5) * CELL, (y + 0.5) * CELL];
	const ground = spot.colour ? `sc-${spot.colour}` : isDark ? "sc-dark" : "sc-bare";
	return (
		<g class={spotting.classOf(spot.id)} {...attributesOf(spot, spotting)}>
			<rect class={`sc-cell ${ground}`} x={x * CELL} y={y * CELL} width={CELL} height={CELL} />
			<rect class="sc-ring" x={x * CELL + 0.45} y={y * CELL + 0.45} width={CELL - 0.9} height={CELL - 0.9} rx="1.2" />
			<Content piece={spot.piece} x={middleX} y={middleY} />
		</g>
	);
}

export function GraphDrawing({ graph, touching }: { graph: Graph; touching: Touching }) {
	const { points, lines = [] } = graph;
	const unit = Math.max(spacing(points), SMALLEST * extent(points));
	const at = (point: Point) => [(point.x / unit) * CELL, (point.y / unit) * CELL] as const;
	const byId = new Map(points.map((point) => [point.id, point]));
	return (
		<Frame box={boxAround(points.map(at))} places={placesOfGraph(graph)} touching={touching}>
			{(spotting) => (
				<>
					{lines.map(([from, to]) => {
						const [one, other] = [byId.get(from), byId.get(to)];
						if (!one || !other) return null;
						const [[x1, y1], [x2, y2]] = [at(one), at(other)];
						return <line key={`${from} ${to}`} class="sc-line" x1={x1} y1={y1} x2={x2} y2={y2} />;
					})}
					{points.map((point, index) => {
						const [x, y] = at(point);
						return <Dot key={point.id || index} point={point} x={x} y={y} spotting={spotting} />;
					})}
				</>
			)}
		</Frame>
	);
}

function Dot({ point, x, y, spotting }: { point: Point; x: number; y: number; spotting: Spotting }) {
	return (
		<g class={spotting.classOf(point.id)} {...attributesOf(point, spotting)}>
			<circle class="sc-reach" cx={x} cy={y} r={CELL * 0.5} />
			<circle class={`sc-point sc-${point.colour || "bare"}`} cx={x} cy={y} r={CELL * 0.12} />
			<circle class="sc-ring" cx={x} cy={y} r={CELL * 0.44} />
			<Content piece={point.piece} x={x} y={y} />
		</g>
	);
}

/** The piece, or a dot that is lit where one may go. Of a piece that may be touched, the ring is lit instead. */
function Content({ piece, x, y }: { piece: Piece | null | undefined; x: number; y: number }) {
	return piece ? (
		<PieceDrawing piece={piece} x={x} y={y} r={CELL * 0.36} />
	) : (
		<circle class="sc-hint" cx={x} cy={y} r={CELL * 0.13} />
	);
}

type Box = readonly [left: number, top: number, width: number, height: number];

interface FrameProps {
	readonly box: Box;
	/** Of a grid, whose cells have a largest size. */
	readonly columns?: number;
	readonly places: ReturnType<typeof placesOfGrid>;
	readonly touching: Touching;
	readonly children: (spotting: Spotting) => JSX.Element;
}

function Frame({ box, columns = Number.POSITIVE_INFINITY, places, touching, children }: FrameProps) {
	const style = { "--sc-ratio": box[2] / box[3], "--sc-most": `${Math.min(columns * LARGEST_CELL, LARGEST)}rem` };
	return (
		<div class="sc-board" style={style}>
			<Focusable places={places} touching={touching}>
				{(spotting) => (
					// biome-ignore lint/a11y/noSvgWithoutTitle: its parts have names of their own
					<svg viewBox={box.join(" ")}>{children(spotting)}</svg>
				)}
			</Focusable>
		</div>
	);
}

/** An empty cell that cannot be touched is of no interest to a screen reader. */
function attributesOf(spot: Spot | Point, spotting: Spotting) {
	return spot.id || spot.piece || spot.label ? spotting.attributes(spot) : {};
}

function Coordinate({ x, y, size, name }: { x: number; y: number; size: number; name: string }) {
	return (
		// biome-ignore lint/a11y/noAriaHiddenOnFocusable: text takes no focus
		<text class="sc-coordinate" x={x} y={y} style={{ fontSize: `${size * 0.62}px` }} aria-hidden="true">
			{name}
		</text>
	);
}

function extent(points: readonly Point[]): number {
	const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
	return Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys), 1);
}

function boxAround(places: readonly (readonly [number, number])[]): Box {
	if (places.length === 0) return [0, 0, CELL, CELL];
	const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
	const [left, top] = [Math.min(...xs), Math.min(...ys)];
	const margin = CELL * MARGIN;
	const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top];
	return [left - margin, top - margin, width + 2 * margin, height + 2 * margin];
}
