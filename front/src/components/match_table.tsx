// A player's matches as a table. It must not know: any game.

import type { MatchDetails } from "../web.ts";
import { say } from "../words/index.ts";
import { gameName, reasonText } from "../words/names.ts";
import { dateText } from "../words/times.ts";
import { occupantName } from "./players.tsx";
import { tableName } from "./table_name.ts";

export function MatchTable({ matches, name }: { matches: readonly MatchDetails[]; name: string }) {
	return (
		<div class="scroll">
			<table class="stack">
				<thead>
					<tr>
						<th scope="col">{say("column.when")}</th>
						<th scope="col">{say("column.game")}</th>
						<th scope="col">{say("column.players")}</th>
						<th scope="col">{say("column.result")}</th>
					</tr>
				</thead>
				<tbody>
					{matches.map((each) => (
						<tr key={each.game_id}>
							<td data-label={say("column.when")}>
								<span class="links">
									<a href={`/match/${each.game_id}`}>{dateText(each.started_at)}</a>
									{each.seed !== null && <a href={`/match/${each.game_id}/replay`}>{say("replay")}</a>}
								</span>
							</td>
							<td data-label={say("column.game")}>
								<span>
									{gameName(each.game)} <span class="badge">{tableName(each)}</span>
								</span>
							</td>
							<td data-label={say("column.players")}>{each.seats.map(occupantName).join(" · ")}</td>
							<td data-label={say("column.result")}>
								<span>
									<Outcome match={each} name={name} />
								</span>
							</td>
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
}

function Outcome({ match, name }: { match: MatchDetails; name: string }) {
	if (match.ended_at === null) return <>{say("match.playing")}</>;
	const reason = match.reason === null ? "" : reasonText(match.game, match.reason);
	const mine = match.seats.find((each) => each.player?.name === name)?.score ?? null;
	if (mine === null) return <>{reason}</>;
	const [key, tone] =
		mine > 0
			? (["result.short.won", "good"] as const)
			: mine < 0
				? (["result.short.lost", "bad"] as const)
				: (["result.short.draw", ""] as const);
	return (
		<>
			<strong class={tone}>{say(key)}</strong> <span class="soft">{reason}</span>
		</>
	);
}
