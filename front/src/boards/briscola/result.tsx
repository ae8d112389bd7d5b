// The result of a hand: what each player took and scored, and the match so far. It must not know how points are given:
// they are in the result.

import type { BoardContext, Say } from "../board.ts";
import { signed } from "./seats.tsx";
import { outcomeOf } from "./status.ts";
import type { HandResult, View } from "./types.ts";

export function HandOver({ view, context }: { view: View; context: BoardContext }) {
	const { say, seatName } = context;
	const result = view.resigned === null ? view.results.at(-1) : undefined;
	const text = result && outcomeOf(result, seatName);
	const title = result ? `briscola.result.${result.made ? "made" : "failed"}` : "briscola.result.resigned";
	return (
		<section class="br-panel br-result" aria-label={say("briscola.result")}>
			<h3>{say(title, view.resigned === null ? {} : { name: seatName(view.resigned) })}</h3>
			{text && <p>{say(text.key, text.params)}</p>}
			<table>
				<thead>
					<tr>
						<th scope="col">{say("briscola.result.player")}</th>
						<th scope="col">{say("briscola.result.taken")}</th>
						{result && <th scope="col">{say("briscola.result.hand")}</th>}
						{(view.hands_to_play > 1 || !result) && <th scope="col">{say("briscola.result.match")}</th>}
					</tr>
				</thead>
				<tbody>
					{view.players.map(({ player_id: seat }) => (
						<tr key={seat} class={seat === view.you ? "br-mine" : undefined}>
							<th scope="row">
								<span class="br-name">{seatName(seat)}</span> <Role seat={seat} result={result} say={say} />
							</th>
							<td>{view.scores[seat]?.points ?? 0}</td>
							{result && <td class={tone(result.match_points[seat] ?? 0)}>{signed(result.match_points[seat] ?? 0)}</td>}
							{(view.hands_to_play > 1 || !result) && <td>{signed(view.match_points[seat]?.points ?? 0)}</td>}
						</tr>
					))}
				</tbody>
			</table>
			{view.hands_to_play > 1 && (
				<p class="br-hands">{say("briscola.result.hands", { hand: view.hand_number, hands: view.hands_to_play })}</p>
			)}
		</section>
	);
}

function Role({ seat, result, say }: { seat: number; result: HandResult | undefined; say: Say }) {
	const role = seat === result?.caller_id ? "caller" : seat === result?.partner_id ? "partner" : null;
	return role && <span class={`br-mark br-mark-${role}`}>{say(`briscola.mark.${role}`)}</span>;
}

function tone(points: number): string {
	return points > 0 ? "br-good" : "br-bad";
}
