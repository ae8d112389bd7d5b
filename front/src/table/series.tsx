// A series of games: its score, the number of the game, and when the next one begins. It must not know: how it is
// scored.
import { useEffect } from "preact/hooks";
import { useServerNow } from "../components/clock.ts";
import { PlayerName } from "../components/players.tsx";
import { serverNow } from "../net/server_clock.ts";
import { refreshRoom } from "../state/app_state.ts";
import type { RoomInfo, SeriesInfo } from "../web.ts";
import { say } from "../words/index.ts";
import { clockText } from "../words/times.ts";

const LATE_MS = 3000;
const REFRESH_MS = 5000;

export function Score({ room }: { room: RoomInfo }) {
	const series = room.series;
	if (series === null) return null;
	const [one, other] = series.players.map((each) => nickname(room, each));
	return (
		<>
			<p class="score">
				<PlayerName>{one ?? ""}</PlayerName>
				<strong class="mono">
					{series.score[0]} : {series.score[1]}
				</strong>
				<PlayerName>{other ?? ""}</PlayerName>
			</p>
			{series.phase !== "over" && (
				<p class="soft small">{say("series.game", { n: series.number, best: series.best_of })}</p>
			)}
		</>
	);
}

export function NextGame({ series }: { series: SeriesInfo }) {
	const now = useServerNow();
	if (series.phase !== "waiting" || series.next_game_at === null) return null;
	return (
		<p class="next-game" role="status">
			{say("series.next")} <strong class="mono">{clockText(series.next_game_at - now)}</strong>
		</p>
	);
}

/** The push for the next game may be lost: when it is late, poll the room until it comes. */
export function useNextGame(room: RoomInfo): void {
	const { code, series } = room;
	const at = series?.phase === "waiting" ? series.next_game_at : null;
	useEffect(() => {
		if (at === null) return;
		const ask = () => {
			void refreshRoom(code).catch(() => {});
			timer = setTimeout(ask, REFRESH_MS);
		};
		let timer = setTimeout(ask, Math.max(0, at - serverNow()) + LATE_MS);
		return () => clearTimeout(timer);
	}, [code, at]);
}

export function nickname(room: RoomInfo, name: string): string {
	return room.seats.find((each) => each.player?.name === name)?.player?.nickname ?? name;
}
