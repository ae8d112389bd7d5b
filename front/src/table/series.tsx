// A series of games: its score, which game it is, and when the next one begins. It must not know: how it is scored.
import { useNow } from "../parts/now.ts";
import type { Room, SeriesInfo } from "../web.ts";
import { say } from "../words/index.ts";
import { clockText } from "../words/times.ts";

export function Score({ room }: { room: Room }) {
	const series = room.series;
	if (series === null) return null;
	const [one, other] = series.players.map((each) => nickname(room, each));
	return (
		<>
			<p class="score">
				<span>{one}</span>
				<strong class="mono">
					{series.score[0]} : {series.score[1]}
				</strong>
				<span>{other}</span>
			</p>
			{series.phase !== "over" && (
				<p class="soft small">{say("series.game", { n: series.number, best: series.best_of })}</p>
			)}
		</>
	);
}

export function NextGame({ series }: { series: SeriesInfo }) {
	const now = Math.max(useNow(), Date.now()); // the wait may have begun since the last tick
	if (series.phase !== "waiting" || series.next_game_at === null) return null;
	return (
		<p class="next-game" role="status">
			{say("series.next")} <strong class="mono">{clockText(series.next_game_at - now)}</strong>
		</p>
	);
}

export function nickname(room: Room, name: string): string {
	return room.seats.find((each) => each.player?.name === name)?.player?.nickname ?? name;
}
