// The board to play on: the drawing, the grid over it, and the confirmation of a tap. It must not know rules: a cell is
// open if `lit` holds it, and only then is anything sent.

import type { Ref } from "preact";
import { useMemo } from "preact/hooks";
import type { BoardContext } from "../board.ts";
import { useUniqueId } from "../common/unique_id.ts";
import { type Cells, cellKey, cellLabel, cellName, closedCells, everyCell, type StoneShown } from "./cells.ts";
import { type BoardCursor, isSame } from "./cursor.ts";
import { Grid } from "./grid.tsx";
import { Confirm } from "./panels.tsx";
import { type Ghost, Picture } from "./picture.tsx";
import { nextMark, stageOf, stoneCount } from "./status.ts";
import type { Cell, View } from "./types.ts";

interface PlayingAreaProps {
	readonly view: View | null;
	readonly size: number;
	readonly stones: readonly StoneShown[];
	/** The cells where a stone may be placed now, each with its action. */
	readonly lit: Cells;
	readonly boardCursor: BoardCursor;
	readonly context: BoardContext;
	readonly grid: Ref<HTMLDivElement>;
	/** Why no stone can be placed there. */
	readonly refusal: (cell: Cell) => string;
}

export function PlayingArea({ view, size, stones, lit, boardCursor, context, grid, refusal }: PlayingAreaProps) {
	const { armed, point, arm } = boardCursor;
	const how = useUniqueId();
	const names = useMemo(() => cellNames(size, stones, lit, context), [size, stones, lit, context]);
	const place = (cell: Cell) => {
		const action = lit.get(cellKey(cell));
		arm(null);
		if (action) context.send(action);
		else context.announce(refusal(cell));
	};
	const select = (cell: Cell, sure: boolean) => {
		if (sure || !lit.has(cellKey(cell)) || isSame(cell, armed)) return place(cell);
		arm(cell);
		context.announce(context.say("gomoku.selected", { cell: cellName(cell.x, cell.y, size) }));
	};
	return (
		<div class="gk-play">
			<div class={`gk-table${lit.size > 0 ? " gk-lit" : ""}`}>
				<Picture
					size={size}
					stones={stones}
					row={view?.result?.line ?? []}
					closed={closedCells(size, stones, lit)}
					ghost={ghostAt(point, view, lit, armed !== null)}
					point={point}
				/>
				<Grid
					size={size}
					label={context.say("gomoku.board", { size })}
					describedBy={how}
					names={names}
					cursor={boardCursor.cursor}
					isOpen={(cell) => lit.has(cellKey(cell))}
					armed={armed}
					grid={grid}
					onSelect={select}
					onPoint={boardCursor.hover}
					onCursor={boardCursor.focus}
				/>
				<span id={how} class="visually-hidden">
					{context.say(lit.size > 0 ? "gomoku.how.place" : "gomoku.how.look")}
				</span>
			</div>
			{armed && (
				<Confirm
					cell={cellName(armed.x, armed.y, size)}
					context={context}
					onPlace={() => place(armed)}
					onCancel={() => arm(null)}
				/>
			)}
		</div>
	);
}

/** The ghost of the next stone, shown only where it may be placed. */
function ghostAt(point: Cell | null, view: View | null, lit: Cells, armed: boolean): Ghost | null {
	if (point === null || view === null || !lit.has(cellKey(point))) return null;
	const mark = nextMark(view);
	const order = stageOf(view) === "main_game" ? null : stoneCount(view).stone;
	return mark && { ...point, mark, order, armed };
}

function cellNames(size: number, stones: readonly StoneShown[], lit: Cells, context: BoardContext): string[][] {
	const byCell = new Map(stones.map((stone) => [cellKey(stone), stone]));
	return everyCell(size).map((row) =>
		row.map((cell) => {
			const key = cellKey(cell);
			const label = cellLabel(cellName(cell.x, cell.y, size), byCell.get(key), lit.has(key), lit.size > 0);
			return context.say(label.key, label.params);
		}),
	);
}
