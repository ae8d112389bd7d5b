// The island as a drawing: sea, lands, numbers, ports, pieces, the robber. It must not know who plays, take input, or
// hold rules: everything shown is passed in.

import { useMemo } from "preact/hooks";
import { useUniqueId } from "../common/unique_id.ts";
import { HEIGHT, outline, type Point, type Port, portsOn, round, TILES, VERTICES, WIDTH } from "./geometry.ts";
import { rateOf } from "./labels.ts";
import { City, Road, Robber, Settlement } from "./pieces.tsx";
import { LandSign } from "./symbols.tsx";
import { type PortKind, SEATS, type Terrain, type View } from "./types.ts";

const WAVE = "q6-7 12 0t12 0";
const WAVES: readonly (readonly [number, number])[] = [
	[38, 60],
	[94, 118],
	[30, 232],
	[52, 470],
	[108, 532],
	[206, 26],
	[424, 24],
	[560, 62],
	[592, 208],
	[604, 372],
	[548, 516],
	[400, 548],
];

const TOKEN_DOWN = 22;
const NOWHERE: Point = { x: 0, y: 0 };

interface PictureProps {
	readonly view: View;
	/** The number rolled: its tiles are highlighted. */
	readonly rolled: number | null;
	/** What was built last, highlighted. */
	readonly fresh: readonly string[];
}

export function Picture({ view, rolled, fresh }: PictureProps) {
	const id = useUniqueId();
	const { tiles, numbers, ports, port_edges, robber } = view;
	const land = [tiles, numbers, ports, port_edges].join();
	const bare = useMemo(
		() => (
			<>
				<Sea ports={ports} places={portsOn(port_edges)} id={id} />
				{TILES.map((at, tile) => (
					<Tile key={tile} at={at} land={tiles[tile] ?? "DESERT"} number={numbers[tile] ?? null} />
				))}
			</>
		),
		[land, id],
	);
	return (
		<svg class="ct-picture" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
			{bare}
			{TILES.map((at, tile) =>
				tile !== robber && rolled !== null && numbers[tile] === rolled ? <Producing key={tile} at={at} /> : null,
			)}
			<polygon class={`ct-robbed ct-land-${tiles[robber] ?? "DESERT"}`} points={outline(TILES[robber] ?? NOWHERE)} />
			<Pieces view={view} fresh={fresh} />
			<Robber at={robberAt(robber)} />
		</svg>
	);
}

/** A tile whose number was rolled. */
function Producing({ at }: { at: Point }) {
	return (
		<g class="ct-produces">
			<polygon points={outline(at)} />
			<circle cx={round(at.x)} cy={round(at.y + TOKEN_DOWN)} r="21" />
		</g>
	);
}

/** Beside the number, over the land's symbol. */
function robberAt(tile: number): Point {
	const { x, y } = TILES[tile] ?? NOWHERE;
	return { x, y: y - 14 };
}

interface SeaProps {
	readonly ports: readonly PortKind[];
	readonly places: readonly Port[];
	readonly id: string;
}

function Sea({ ports, places, id }: SeaProps) {
	return (
		<g>
			<defs>
				<radialGradient id={`${id}-sea`} cx="50%" cy="50%" r="70%">
					<stop class="ct-sea-1" offset="0.350" />
					<stop class="ct-sea-2" offset="1" />
				</radialGradient>
			</defs>
			<rect width={WIDTH} height={HEIGHT} fill={`url(#${id}-sea)`} />
			<path class="ct-waves" d={WAVES.map(([x, y]) => `M${x} ${y}${WAVE}`).join("")} />
			<g class="ct-shallows">
				{TILES.map((at, tile) => (
					<polygon key={tile} points={outline(at)} />
				))}
			</g>
			{places.map((place, port) => (
				<PortSign key={port} place={place} kind={ports[port] ?? "ANY"} />
			))}
			<g class="ct-beach">
				{TILES.map((at, tile) => (
					<polygon key={tile} points={outline(at)} />
				))}
			</g>
		</g>
	);
}

function PortSign({ place, kind }: { place: Port; kind: PortKind }) {
	const { at, ends } = place;
	const piers = ends.map(({ x, y }) => `M${round(at.x)} ${round(at.y)}L${round(x)} ${round(y)}`).join("");
	return (
		<g class="ct-port">
			<path class="ct-pier" d={piers} />
			<path class="ct-planks" d={piers} />
			<g transform={`translate(${round(at.x)} ${round(at.y)})`}>
				<circle class={`ct-buoy ct-land-${kind}`} r="23" />
				{kind !== "ANY" && (
					<g transform="translate(0 -7) scale(0.460)">
						<LandSign land={kind} />
					</g>
				)}
				<rect class="ct-rate-back" x="-17" y={kind === "ANY" ? -9.5 : 4} width="34" height="18" rx="9" />
				<text class="ct-rate" y={kind === "ANY" ? -0.5 : 13} dy="0.36em">
					{rateOf(kind)}
				</text>
			</g>
		</g>
	);
}

interface TileProps {
	readonly at: Point;
	readonly land: Terrain;
	readonly number: number | null;
}

function Tile({ at, land, number }: TileProps) {
	return (
		<g>
			<polygon class={`ct-ground ct-land-${land}`} points={outline(at)} />
			<g transform={`translate(${round(at.x)} ${round(at.y)})`}>
				<g transform={`translate(0 ${number === null ? -4 : -22}) scale(${number === null ? 1.15 : 0.86})`}>
					<LandSign land={land} />
				</g>
				{number !== null && <Token number={number} />}
			</g>
		</g>
	);
}

/** The number, and below it how many of the 36 rolls give it. */
function Token({ number }: { number: number }) {
	const ways = 6 - Math.abs(7 - number);
	return (
		<g class={`ct-token${ways === 5 ? " ct-red" : ""}`} transform={`translate(0 ${TOKEN_DOWN})`}>
			<circle class="ct-token-disc" r="20" />
			<text dy="0.280em">{number}</text>
			{Array.from({ length: ways }, (_, nth) => (
				<circle key={nth} class="ct-token-pip" cx={(nth - (ways - 1) / 2) * 5.2} cy="12.500" r="1.900" />
			))}
		</g>
	);
}

function Pieces({ view, fresh }: Pick<PictureProps, "view" | "fresh">) {
	const isFresh = (place: string) => (fresh.includes(place) ? "ct-fresh" : undefined);
	return (
		<g>
			{SEATS.flatMap((seat) =>
				view.players[seat].roads.map((edge) => (
					<g key={`road-${edge}`} class={isFresh(`edge-${edge}`)}>
						<Road edge={edge} seat={seat} />
					</g>
				)),
			)}
			{SEATS.flatMap((seat) => [
				...view.players[seat].settlements.map((vertex) => (
					<g key={`settlement-${vertex}`} class={isFresh(`vertex-${vertex}`)}>
						<Settlement seat={seat} at={VERTICES[vertex]} />
					</g>
				)),
				...view.players[seat].cities.map((vertex) => (
					<g key={`city-${vertex}`} class={isFresh(`vertex-${vertex}`)}>
						<City seat={seat} at={VERTICES[vertex]} />
					</g>
				)),
			])}
		</g>
	);
}
