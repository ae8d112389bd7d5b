// Who plays which colour, what the stones of the opening are, and which rule applies. It must not ask for anything.

import type { BoardContext } from "../board.ts";
import { cellName, openingStones } from "./cells.ts";
import { assignment, colourOfSeat } from "./status.ts";
import { StoneSign } from "./stone.tsx";
import { colourOf, type View } from "./types.ts";

interface LegendProps {
	readonly view: View;
	readonly context: BoardContext;
}

export function Legend({ view, context }: LegendProps) {
	const opening = view.gamePhase === "swap2" && view.options.length === 0 && view.result === null;
	return (
		<section class="gk-legend" aria-label={context.say("gomoku.legend")}>
			<ul class="gk-players">
				{seatsInOrder(view).map((seat) => (
					<Player key={seat} seat={seat} view={view} context={context} />
				))}
			</ul>
			{opening && <OpeningStones view={view} context={context} />}
			<p class="gk-rule">{context.say(`gomoku.rule.${view.rule}`)}</p>
		</section>
	);
}

function seatsInOrder(view: View): readonly number[] {
	return view.black === 1 ? [1, 0] : [0, 1];
}

function Player({ seat, view, context }: LegendProps & { seat: number }) {
	const colour = colourOfSeat(view, seat);
	const acts = view.toAct === seat && view.result === null;
	return (
		<li class={`gk-player${acts ? " gk-acts" : ""}`}>
			{colour ? (
				<StoneSign mark={colour === "black" ? "X" : "O"} />
			) : (
				<span class="gk-sign gk-unknown" aria-hidden="true" />
			)}
			<span class="gk-player-words">
				<strong title={context.seatName(seat)}>{context.seatName(seat)}</strong>
				<small>{notes(seat, view, context).join(" · ")}</small>
			</span>
		</li>
	);
}

function notes(seat: number, view: View, context: BoardContext): string[] {
	const notes = [context.say(`gomoku.legend.${colourOfSeat(view, seat) ?? "open"}`)];
	if (assignment(view)?.first === seat) notes.push(context.say("gomoku.legend.first"));
	if (view.you === seat) notes.push(context.say("gomoku.legend.you"));
	return notes;
}

/** The stones of the opening in order, with the colours they will have. */
export function OpeningStones({ view, context }: LegendProps) {
	const size = view.board.length;
	return (
		<ul class="gk-opening" aria-label={context.say("gomoku.choice.stones")}>
			{openingStones(view).map(({ order, mark, at }) => {
				const cell = at && cellName(at.x, at.y, size);
				const label = cell
					? context.say(`gomoku.stone.${colourOf(mark)}`, { order, cell })
					: context.say(`gomoku.stone.${colourOf(mark)}.next`, { order });
				return (
					<li key={order} title={label}>
						<StoneSign mark={mark} order={order} next={!cell} />
						<span class="visually-hidden">{label}</span>
						<span class="gk-where" aria-hidden="true">
							{cell ?? "–"}
						</span>
					</li>
				);
			})}
		</ul>
	);
}
