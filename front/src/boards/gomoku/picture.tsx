// The board as a drawing: wood, lines, stones, the winning row, and the ghost of the next stone. It must not know who
// plays, nor take input: `grid.tsx` lies over it and does.

import { useMemo } from "preact/hooks";
import { useUniqueId } from "../common/unique_id.ts";
import { at, Coordinates, Lines, Surface } from "./board_surface.tsx";
import { cellKey, type StoneShown } from "./cells.ts";
import { Shadings, Stone, UNIT } from "./stone.tsx";
import type { Cell, Mark } from "./types.ts";

export interface Ghost extends Cell {
	readonly mark: Mark;
	readonly order: number | null;
	/** Chosen by touch, not yet placed. */
	readonly armed: boolean;
}

interface PictureProps {
	readonly size: number;
	readonly stones: readonly StoneShown[];
	readonly row: readonly (readonly [number, number])[];
	/** Empty cells where no stone may be placed now. */
	readonly closed: readonly Cell[];
	readonly ghost: Ghost | null;
	readonly point: Cell | null;
}

export function Picture({ size, stones, row, closed, ghost, point }: PictureProps) {
	const shading = useUniqueId();
	const side = at(size);
	const bare = useMemo(
		() => [<Surface key="wood" size={size} shading={shading} />, <Lines key="lines" size={size} />],
		[size, shading],
	);
	return (
		<svg class={`gk-picture${row.length > 0 ? " gk-decided" : ""}`} viewBox={`0 0 ${side} ${side}`} aria-hidden="true">
			<Shadings id={shading} />
			{bare}
			<Coordinates size={size} point={point} />
			{ghost?.armed && <Crosshair size={size} cell={ghost} />}
			{closed.map((cell) => (
				<path key={cellKey(cell)} class="gk-closed" d={cross(cell)} />
			))}
			{stones.map((stone) => (
				<BoardStone key={cellKey(stone)} stone={stone} shading={shading} />
			))}
			{row.length > 0 && <Row row={row} />}
			{ghost && (
				<Stone
					key="ghost"
					mark={ghost.mark}
					order={ghost.order}
					x={at(ghost.x)}
					y={at(ghost.y)}
					shading={shading}
					kind={`gk-ghost${ghost.armed ? " gk-armed" : ""}${ghost.order === null ? "" : " gk-tentative"}`}
				/>
			)}
		</svg>
	);
}

function BoardStone({ stone, shading }: { stone: StoneShown; shading: string }) {
	const kind = [stone.order !== null && "gk-tentative", stone.last && "gk-last", stone.won && "gk-won"];
	return (
		<g>
			<Stone
				mark={stone.mark}
				order={stone.order}
				x={at(stone.x)}
				y={at(stone.y)}
				shading={shading}
				kind={kind.filter(Boolean).join(" ")}
			/>
			{stone.last && !stone.won && (
				<circle
					class={`gk-mark gk-on-${stone.mark}${stone.order === null ? "" : " gk-around"}`}
					cx={at(stone.x)}
					cy={at(stone.y)}
					r={stone.order === null ? UNIT * 0.16 : UNIT * 0.54}
				/>
			)}
		</g>
	);
}

function Row({ row }: { row: PictureProps["row"] }) {
	const points = row.map(([x, y]) => `${at(x)},${at(y)}`).join(" ");
	return (
		<g class="gk-row">
			<polyline class="gk-row-edge" points={points} />
			<polyline class="gk-row-core" points={points} />
		</g>
	);
}

function Crosshair({ size, cell }: { size: number; cell: Cell }) {
	const [first, last] = [at(0) - UNIT / 2, at(size - 1) + UNIT / 2];
	return <path class="gk-crosshair" d={`M${first} ${at(cell.y)}H${last}M${at(cell.x)} ${first}V${last}`} />;
}

function cross(cell: Cell): string {
	const arm = UNIT * 0.13;
	const [x, y] = [at(cell.x), at(cell.y)];
	return `M${x - arm} ${y - arm}L${x + arm} ${y + arm}M${x + arm} ${y - arm}L${x - arm} ${y + arm}`;
}
