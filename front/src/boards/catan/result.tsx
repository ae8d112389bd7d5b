// The result: who had what, with all cards open. It must not know how points are given: they are in the view.

import type { ComponentChildren } from "preact";
import type { BoardContext } from "../board.ts";
import { OpenHand } from "./open_hand.tsx";
import { Sign } from "./pieces.tsx";
import { KNIGHT, pointsOf, SEATS, type View } from "./types.ts";

export function Result({ view, context }: { view: View; context: BoardContext }) {
	const { say, seatName } = context;
	const counted: [string, (seat: 0 | 1) => ComponentChildren][] = [
		["catan.end.settlements", (seat) => view.players[seat].settlements.length],
		["catan.end.cities", (seat) => view.players[seat].cities.length],
		[
			"catan.end.road",
			(seat) => <Titled count={view.players[seat].longest_road_len} isTitle={view.longest_road === seat} />,
		],
		[
			"catan.end.knights",
			(seat) => (
				<Titled count={view.players[seat].played_dev_cards[KNIGHT] ?? 0} isTitle={view.largest_army === seat} />
			),
		],
		["catan.end.hidden", (seat) => view.players[seat].hidden_victory_points ?? 0],
	];
	return (
		<section class="ct-ending" aria-label={say("catan.end")}>
			<table>
				<thead>
					<tr>
						<th scope="col">{say("catan.end")}</th>
						{SEATS.map((seat) => (
							<th key={seat} scope="col">
								<span class="ct-end-name">
									<Sign seat={seat} /> <span>{seatName(seat)}</span>
								</span>
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{counted.map(([key, text]) => (
						<tr key={key}>
							<th scope="row">{say(key)}</th>
							{SEATS.map((seat) => (
								<td key={seat}>{text(seat)}</td>
							))}
						</tr>
					))}
					<tr class="ct-total">
						<th scope="row">{say("catan.end.points")}</th>
						{SEATS.map((seat) => (
							<td key={seat} class={view.result?.winner === seat ? "ct-best" : undefined}>
								{pointsOf(view, seat)}
							</td>
						))}
					</tr>
					<tr>
						<th scope="row">{say("catan.end.hand")}</th>
						{SEATS.map((seat) => (
							<td key={seat}>
								<OpenHand view={view} seat={seat} say={say} />
							</td>
						))}
					</tr>
				</tbody>
			</table>
		</section>
	);
}

/** Highlighted if it scores. */
function Titled({ count, isTitle }: { count: number; isTitle: boolean }) {
	return isTitle ? <span class="ct-fact ct-titled">{count}</span> : <span>{count}</span>;
}
