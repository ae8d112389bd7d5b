// The players with the most points. It must not know: any game.
import { Load } from "../components/load.tsx";
import { Page } from "../components/page.tsx";
import { PlayerLink } from "../components/players.tsx";
import { gameNamed, myName } from "../state/app_state.ts";
import type { Leaderboard, Ranked } from "../web.ts";
import { say } from "../words/index.ts";
import { gameName } from "../words/names.ts";

export function LeaderboardPage({ game }: { game: string }) {
	const title = say("leaderboard.title", { game: gameName(game) });
	return (
		<Load<Leaderboard> path={`leaderboard/${encodeURIComponent(game)}`} title={title}>
			{(board) => (
				<Page title={title}>
					<section class="card">
						{board.players.length === 0 ? <p class="empty">{emptyText(game)}</p> : <Table players={board.players} />}
					</section>
				</Page>
			)}
		</Load>
	);
}

/** Without ranked games there is no ranking. */
function emptyText(game: string): string {
	return gameNamed(game)?.ranked ? say("leaderboard.empty") : say("leaderboard.unranked", { game: gameName(game) });
}

function Table({ players }: { players: readonly Ranked[] }) {
	return (
		<div class="scroll">
			<table>
				<thead>
					<tr>
						<th scope="col">{say("column.rank")}</th>
						<th scope="col">{say("column.player")}</th>
						<th scope="col">{say("column.points")}</th>
						<th scope="col">{say("column.record")}</th>
					</tr>
				</thead>
				<tbody>
					{players.map((each) => (
						<tr key={each.player.name} class={each.player.name === myName.value ? "mine" : undefined}>
							<td>{each.rank}</td>
							<th scope="row">
								<PlayerLink player={each.player} />
							</th>
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
