// One match: who, how it ended, and what it takes to check that it was fair. It must not know: any game.
import { Fairness } from "../components/fairness.tsx";
import { Load } from "../components/load.tsx";
import { Opening } from "../components/opening.tsx";
import { Page } from "../components/page.tsx";
import { Occupant } from "../components/players.tsx";
import { tableName } from "../components/table_name.ts";
import type { MatchDetails } from "../web.ts";
import { say } from "../words/index.ts";
import { gameName, reasonText, seatTitle } from "../words/names.ts";
import { dateText } from "../words/times.ts";

export function MatchPage({ id }: { id: string }) {
	return (
		<Load<MatchDetails> path={`matches/${encodeURIComponent(id)}`} title={say("match.title", { id })}>
			{(match) => (
				<Page title={say("match.title", { id: match.game_id })} lead={leadOf(match)}>
					<MatchPlayers match={match} />
					{match.swap2_history !== null && <Opening history={match.swap2_history} match={match} />}
					<Fairness match={match} />
				</Page>
			)}
		</Load>
	);
}

function leadOf(match: MatchDetails): string {
	return `${gameName(match.game)} · ${tableName(match)} · ${dateText(match.started_at)}`;
}

/** Who sat there, and their scores: a positive one has won; one that says no more than that is left out. */
export function MatchPlayers({ match }: { match: MatchDetails }) {
	const hasPoints = match.seats.some((each) => Math.abs(each.score ?? 0) > 1);
	return (
		<section class="card">
			<h2>{match.ended_at === null ? say("match.playing") : say("match.over")}</h2>
			{match.reason !== null && <p class="soft">{reasonText(match.game, match.reason)}</p>}
			<ul class="seats">
				{match.seats.map((each, seat) => (
					<li key={seat} class="seat">
						<span class="seat-name">
							<Occupant player={each.player} bot={each.bot} />
							<span class="soft seat-title">{seatTitle(match.game, each.title)}</span>
						</span>
						{(each.score ?? 0) > 0 && <span class="badge mine">{say("match.winner")}</span>}
						{hasPoints && (
							<span class="mono">
								<span class="visually-hidden">{say("match.score")} </span>
								{each.score}
							</span>
						)}
					</li>
				))}
			</ul>
			<div class="actions">
				{match.seed !== null && (
					<>
						<a class="button primary" href={`/match/${match.game_id}/replay`}>
							{say("replay.watch")}
						</a>
						<a class="button" href={`/api/matches/${match.game_id}/record`} download>
							{say("match.record")}
						</a>
					</>
				)}
				{match.room !== null && (
					<a class="button" href={`/room/${match.room}`}>
						{say("match.room")}
					</a>
				)}
			</div>
		</section>
	);
}
