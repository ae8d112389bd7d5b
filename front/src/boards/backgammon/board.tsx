// Backgammon's board and the panels around it, rendered from one moment. It must not know rules: `legal` says what may
// be done, the view who acts and who has won.

import { useRef, useState } from "preact/hooks";
import type { BoardContext, Moment } from "../board.ts";
import { bottomFor, cubeShown, diceShown, START } from "./display.ts";
import { focusCell } from "./grid.tsx";
import { trailOf } from "./last_play.ts";
import { useIsTurned } from "./orientation.ts";
import { Actions, Header, header, Match, Plate } from "./panels.tsx";
import { PlayingArea } from "./playing_area.tsx";
import { isMove, other, sideOf, viewOf } from "./types.ts";

interface BoardProps {
	readonly moment: Moment;
	readonly context: BoardContext;
}

export function BackgammonBoard({ moment, context }: BoardProps) {
	const [flipped, setFlipped] = useState(false);
	const isTurned = useIsTurned();
	const grid = useRef<HTMLDivElement>(null);
	const view = viewOf(moment.view);
	const bottom = bottomFor(view, flipped);
	const moves = moment.busy ? [] : moment.legal.filter(isMove);
	const refusal = (name: string) => {
		const reason = header(view, moment, context.seatName)[1];
		return moves.length > 0 ? context.say("backgammon.refused", { name }) : context.say(reason.key, reason.params);
	};
	const toBoard = () => {
		const cell = grid.current?.querySelector<HTMLElement>('[tabindex="0"]');
		if (cell) focusCell(grid.current, { row: cell.dataset.row === "0" ? 0 : 1, col: Number(cell.dataset.col) });
	};
	const roller = view === null || view.active === null || view.dice.length === 0 ? null : sideOf(view.active);
	return (
		<div class="backgammon">
			<Header view={view} moment={moment} context={context} onFlip={() => setFlipped(!flipped)} />
			{view && <Plate side={other(bottom)} view={view} context={context} />}
			<PlayingArea
				position={view ?? START}
				bottom={bottom}
				isTurned={isTurned}
				roller={view?.result ? null : roller}
				dice={view ? diceShown(view.dice, view.diceUsed) : []}
				cube={view && cubeShown(view)}
				trail={view && trailOf(view)}
				legal={moves}
				side={sideOf(view?.active ?? 0)}
				say={context.say}
				announce={context.announce}
				send={context.send}
				refusal={refusal}
				grid={grid}
			/>
			{view && <Plate side={bottom} view={view} context={context} />}
			<Actions legal={moment.legal} busy={moment.busy} context={context} toBoard={toBoard} />
			{view && <Match view={view} context={context} />}
		</div>
	);
}
