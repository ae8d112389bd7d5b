// Backgammon's board and what stands around it, from one moment.
// It must not know rules: what may be done is what `legal` lists, who acts and who has won is what the view says.

import { useRef, useState } from "preact/hooks";
import type { Around, Moment } from "../board.ts";
import { Actions, Header, header, Match, Plate } from "./around.tsx";
import { focusCell } from "./grid.tsx";
import { Play } from "./play.tsx";
import { bottomFor, cubeShown, diceShown, START } from "./shown.ts";
import { trailOf } from "./trail.ts";
import { useTurned } from "./turned.ts";
import { isMove, other, sideOf, viewOf } from "./types.ts";

interface BoardProps {
	readonly moment: Moment;
	readonly around: Around;
}

export function BackgammonBoard({ moment, around }: BoardProps) {
	const [flipped, setFlipped] = useState(false);
	const turned = useTurned();
	const grid = useRef<HTMLDivElement>(null);
	const view = viewOf(moment.view);
	const bottom = bottomFor(view, flipped);
	const moves = moment.busy ? [] : moment.legal.filter(isMove);
	const refusal = (name: string) => {
		const reason = header(view, moment, around.seatName)[1];
		return moves.length > 0 ? around.say("backgammon.refused", { name }) : around.say(reason.key, reason.params);
	};
	const toBoard = () => {
		const cell = grid.current?.querySelector<HTMLElement>('[tabindex="0"]');
		if (cell) focusCell(grid.current, { row: cell.dataset.row === "0" ? 0 : 1, col: Number(cell.dataset.col) });
	};
	const roller = view === null || view.active === null || view.dice.length === 0 ? null : sideOf(view.active);
	return (
		<div class="backgammon">
			<Header view={view} moment={moment} around={around} onFlip={() => setFlipped(!flipped)} />
			{view && <Plate side={other(bottom)} view={view} around={around} />}
			<Play
				position={view ?? START}
				bottom={bottom}
				turned={turned}
				roller={view?.result ? null : roller}
				dice={view ? diceShown(view.dice, view.diceUsed) : []}
				cube={view && cubeShown(view)}
				trail={view && trailOf(view)}
				legal={moves}
				side={sideOf(view?.active ?? 0)}
				say={around.say}
				announce={around.announce}
				send={around.send}
				refusal={refusal}
				grid={grid}
			/>
			{view && <Plate side={bottom} view={view} around={around} />}
			<Actions legal={moment.legal} busy={moment.busy} around={around} toBoard={toBoard} />
			{view && <Match view={view} around={around} />}
		</div>
	);
}
