// Gomoku's board and the panels around it, rendered from one moment. It must not know rules: `legal` says what may be
// done, the view who acts and who has won.

import { useMemo, useRef, useState } from "preact/hooks";
import type { BoardContext, Moment } from "../board.ts";
import { type Cells, cellKey, cellName, NO_CELLS, placements, sizeSet, stonesShown } from "./cells.ts";
import { ChoiceDialog } from "./choice_dialog.tsx";
import { useBoardCursor } from "./cursor.ts";
import { focusCell } from "./grid.tsx";
import { Header, header } from "./header.tsx";
import { Legend } from "./legend.tsx";
import { Assigned } from "./panels.tsx";
import { PlayingArea } from "./playing_area.tsx";
import { assignment, choices, isFresh } from "./status.ts";
import { type Cell, uiText, type View, viewOf } from "./types.ts";

interface BoardProps {
	readonly moment: Moment;
	readonly context: BoardContext;
}

export function GomokuBoard({ moment, context }: BoardProps) {
	const view = viewOf(moment.view);
	const size = view?.board.length ?? sizeSet(moment.snapshot.config);
	const lit = useMemo<Cells>(() => (moment.busy ? NO_CELLS : placements(moment.legal)), [moment.legal, moment.busy]);
	const stones = useMemo(() => (view ? stonesShown(view) : []), [view]);
	const boardCursor = useBoardCursor(size, (cell) => lit.has(cellKey(cell)));
	const grid = useRef<HTMLDivElement>(null);
	const refusal = (cell: Cell) => {
		const taken = stones.some((stone) => cellKey(stone) === cellKey(cell));
		return why(moment, context, cellName(cell.x, cell.y, size), taken, lit.size > 0);
	};
	return (
		<div class="gomoku">
			<Header view={view} busy={moment.busy} context={context} />
			<div class="gk-main">
				<PlayingArea {...{ view, size, stones, lit, boardCursor, context, grid, refusal }} />
				{view && (
					<div class="gk-side">
						<Dock
							key={moment.snapshot.commitment}
							view={view}
							moment={moment}
							context={context}
							toBoard={() => focusCell(grid.current, boardCursor.cursor)}
						/>
						<Legend view={view} context={context} />
					</div>
				)}
			</div>
		</div>
	);
}

/** The panel beside the board: a choice, or the colours just assigned. */
function Dock({ view, moment, context, toBoard }: BoardProps & { view: View; toBoard: () => void }) {
	const [closed, setClosed] = useState(false);
	const options = choices(moment.legal);
	if (options.length > 0) return <ChoiceDialog {...{ view, moment, options, context, toBoard }} />;
	const given = assignment(view);
	if (given === null || closed || !isFresh(view)) return null;
	return <Assigned given={given} context={context} onClose={() => setClosed(true)} />;
}

/** Why a click does nothing: the cell is taken or closed, or it is not the reader's turn. */
function why({ view, busy }: Moment, context: BoardContext, cell: string, taken: boolean, asked: boolean): string {
	const reason = asked
		? uiText(taken ? "refused.taken" : "refused.closed", { cell })
		: header(viewOf(view), busy, context.seatName)[1];
	return context.say(reason.key, reason.params);
}
