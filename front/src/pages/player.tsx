// A player: ratings and matches. It must not know: any game.

import { Load } from "../components/load.tsx";
import { MatchTable } from "../components/match_table.tsx";
import { Page } from "../components/page.tsx";
import { me } from "../state/app_state.ts";
import type { Profile, RatingInfo } from "../web.ts";
import { say } from "../words/index.ts";
import { gameName } from "../words/names.ts";
import { dayText } from "../words/times.ts";
import { ReportPlayer } from "./report_player.tsx";

export function PlayerPage({ name }: { name: string }) {
	return (
		<Load<Profile> path={`players/${encodeURIComponent(name)}`} title={name}>
			{(profile) => (
				<Page
					title={profile.player.nickname}
					lead={`@${profile.player.name} · ${say("player.since", { date: dayText(profile.since) })}`}
				>
					<section class="card">
						<h2>{say("player.ratings")}</h2>
						{profile.ratings.length === 0 ? (
							<p class="empty">{say("player.ratings.empty")}</p>
						) : (
							<Ratings ratings={profile.ratings} />
						)}
					</section>
					<section class="card">
						<h2>{say("player.matches")}</h2>
						{profile.matches.length === 0 ? (
							<p class="empty">{say("player.matches.empty")}</p>
						) : (
							<MatchTable matches={profile.matches} name={profile.player.name} />
						)}
					</section>
					{profile.player.name !== me.value?.player?.name && <ReportPlayer name={profile.player.name} />}
				</Page>
			)}
		</Load>
	);
}

function Ratings({ ratings }: { ratings: readonly RatingInfo[] }) {
	return (
		<div class="scroll">
			<table>
				<thead>
					<tr>
						<th scope="col">{say("column.game")}</th>
						<th scope="col">{say("column.rank")}</th>
						<th scope="col">{say("column.points")}</th>
						<th scope="col">{say("column.record")}</th>
					</tr>
				</thead>
				<tbody>
					{ratings.map((each) => (
						<tr key={each.game}>
							<th scope="row">
								<a href={`/leaderboard/${each.game}`}>{gameName(each.game)}</a>
							</th>
							<td>{each.rank}</td>
							<td>{each.points}</td>
							<td>
								{each.won} – {each.lost}
							</td>
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
}
