// One table: its board as it is or was, whose turn it is, and a move put together on it.
// It must not know rules: `plausible_moves.ts` has what looks like a move, the processor decides what is one.

import { useEffect, useRef, useState } from "preact/hooks";
import { stepped } from "../src/boards/backgammon/checkers.ts";
import { diceShown } from "../src/boards/backgammon/display.ts";
import { traced } from "../src/boards/backgammon/last_play.ts";
import { rollName } from "../src/boards/backgammon/notation.ts";
import { useIsTurned } from "../src/boards/backgammon/orientation.ts";
import { Flip } from "../src/boards/backgammon/panels.tsx";
import { PlayingArea } from "../src/boards/backgammon/playing_area.tsx";
import { isMove, type Move, other, type Side } from "../src/boards/backgammon/types.ts";
import { BoardHeader } from "../src/boards/common/header.tsx";
import { announce, say } from "./language.ts";
import { MoveEditor } from "./move_editor.tsx";
import { Link, Messages, Plate, Steps, timeText, turnText } from "./panels.tsx";
import { plausibleMoves } from "./plausible_moves.ts";
import { positionOf, type State, sideOfColour } from "./state.ts";
import { useTable } from "./use_table.ts";

export function TablePage({ table }: { table: string }) {
	const following = useTable(table);
	const { state, pace, code, now } = following;
	return (
		<div class="gitgammon-table">
			<p>
				<a href="#/">{say("gitgammon.back")}</a>
			</p>
			{state === null ? <h1>{table}</h1> : <Shown table={table} {...following} state={state} />}
			<Link pace={pace} code={code} onNow={now} />
		</div>
	);
}

type ShownProps = Omit<ReturnType<typeof useTable>, "state"> & { readonly table: string; readonly state: State };

function Shown({ table, state, frames, last }: ShownProps) {
	const [bottom, setBottom] = useState<Side>(0);
	const [at, setAt] = useState<number | null>(null);
	const [steps, setSteps] = useState<readonly Move[]>([]);
	const [when, setWhen] = useState("");
	const grid = useRef<HTMLDivElement>(null);
	const isTurned = useIsTurned();
	useEffect(() => setSteps([]), [state.updatedAt]);
	useEffect(() => announce(headline(state)), [state.updatedAt]);

	const side = sideOfColour(state.activePlayer);
	const past = at === null ? null : (frames[at] ?? null);
	const composed = steps.reduce((position, step) => stepped(position, step, side), positionOf(state));
	const position = past?.position ?? composed;
	const used = [...state.diceUsed, ...steps.map(({ die }) => die)];
	const dice = past ? diceShown(past.dice, []) : diceShown(state.dice, used);
	const left = dice.filter((die) => !die.used).map(({ value }) => value);
	const plays = state.status === "playing" && past === null;
	const compose = (step: Move) => {
		setSteps([...steps, step]);
		setWhen(new Date().toISOString());
	};
	const step = (next: number | null) => {
		setAt(next);
		const frame = frames[next ?? frames.length - 1];
		if (frame) announce(turnText(frame, next ?? frames.length - 1, state));
	};
	return (
		<div class="backgammon">
			<BoardHeader
				heading="h1"
				title={headline(state)}
				text={`${say("gitgammon.turn.count", { turn: state.turn })} · ${say("gitgammon.updated", { time: timeText(state.updatedAt) })}`}
				isAsked
			>
				<Flip label={say("backgammon.flip")} onFlip={() => setBottom(other(bottom))} />
			</BoardHeader>
			<div class="gitgammon-main">
				<div>
					<Plate side={other(bottom)} state={state} position={position} />
					<PlayingArea
						{...{ position, bottom, isTurned, dice, grid, side, say, announce }}
						roller={past ? past.side : side}
						cube={null}
						trail={trailOf(past, frames, steps, side, state, last)}
						legal={plays ? plausibleMoves(composed, side, left) : []}
						send={(action) => isMove(action) && compose(action)}
						refusal={(name) => say("backgammon.refused", { name })}
					/>
					<Plate side={bottom} state={state} position={position} />
					<Steps frames={frames} at={at} state={state} onStep={step} />
				</div>
				<div class="gitgammon-side">
					{plays && (
						<MoveEditor
							{...{ table, state, steps }}
							at={when}
							onUndo={() => setSteps(steps.slice(0, -1))}
							onClear={() => setSteps([])}
						/>
					)}
					<Messages state={state} />
				</div>
			</div>
		</div>
	);
}

function headline({ status, winner, activePlayer, players, dice }: State): string {
	if (status === "completed" && winner !== null) return say(`gitgammon.won.${winner}`, { name: players[winner] });
	return say(`gitgammon.turn.${activePlayer}`, { name: players[activePlayer], roll: rollName(dice) });
}

/** What is being composed, else the turn that is looked at, else the last one. */
function trailOf(
	past: ShownProps["frames"][number] | null,
	frames: ShownProps["frames"],
	steps: readonly Move[],
	side: Side,
	state: State,
	last: ShownProps["last"],
) {
	const frame = past ?? frames.at(-1) ?? null;
	if (past === null && steps.length > 0) return traced(steps, side);
	if (frame !== null) return frame.side === null ? null : traced(frame.steps, frame.side);
	return state.lastMove === null ? null : traced(last, sideOfColour(state.lastMove.player));
}
