// How a game ended: who won and why, what it brought, and what to do now. It must not know: any game.
import { useEffect, useRef } from "preact/hooks";
import { useServerNow } from "../components/clock.ts";
import { useMutation } from "../components/mutation.ts";
import { PlayerName } from "../components/players.tsx";
import { scrollIntoViewIfHidden } from "../components/scrolling.ts";
import type { Snapshot } from "../net/types.ts";
import { announce } from "../state/alerts.ts";
import { changeRoom, myName } from "../state/app_state.ts";
import { roomAction } from "../state/room_actions.ts";
import type { RoomInfo } from "../web.ts";
import { say } from "../words/index.ts";
import { reasonText } from "../words/names.ts";
import { clockText } from "../words/times.ts";
import { seatName, winners } from "./seat_names.ts";
import { NextGame, nickname } from "./series.tsx";

interface Props {
	readonly room: RoomInfo;
	readonly snapshot: Snapshot;
	/** It ended while the user was here, who may be looking elsewhere on the page. */
	readonly isNews: boolean;
}

export function Result({ room, snapshot, isNews }: Props) {
	const card = useRef<HTMLElement>(null);
	const title = verdict(snapshot);
	const reason = reasonOf(snapshot);
	useEffect(() => announce(`${title}. ${reason}`), [title, reason]);
	useEffect(() => {
		if (isNews) scrollIntoViewIfHidden(card.current);
	}, []);
	return (
		<section class="card result" ref={card} aria-label={say("result.title")}>
			<h2>{title}</h2>
			<p class="soft">{reason}</p>
			<Payout snapshot={snapshot} />
			{room.series !== null && <NextGame series={room.series} />}
			<SeriesEnd room={room} />
			<div class="actions">
				<Rematch room={room} isMine={snapshot.you !== null} />
				{snapshot.outcome !== null && isKept(room) && (
					<a class="button" href={`/match/${room.game_id}/replay`}>
						{say("replay.watch")}
					</a>
				)}
				<a class="button" href={`/match/${room.game_id}`}>
					{say("result.match")}
				</a>
				<a class="button" href="/">
					{say("result.lobby")}
				</a>
			</div>
		</section>
	);
}

/** A table is over a moment before its match is stored; only then is there a replay. */
function isKept({ status, series }: RoomInfo): boolean {
	return status === "over" || series?.phase === "waiting";
}

/** Said to the one player who lost as "You resigned", and to everyone else as "A player resigned". */
function reasonOf({ outcome, game, you }: Snapshot): string {
	if (outcome === null) return "";
	const losers = outcome.scores.flatMap((each, seat) => (each < 0 ? [seat] : []));
	return reasonText(game, outcome.reason, losers.length === 1 && losers[0] === you);
}

function verdict(snapshot: Snapshot): string {
	if (snapshot.outcome === null) return say("result.closed");
	const won = winners(snapshot);
	if (won.length === 0) return level(snapshot, snapshot.outcome.scores);
	const own = snapshot.you === null ? 0 : (snapshot.outcome.scores[snapshot.you] ?? 0);
	if (own !== 0) return say(own > 0 ? "result.won" : "result.lost");
	return say(won.length === 1 ? "result.winner" : "result.winners", {
		name: won.map((seat) => seatName(snapshot, seat)).join(", "),
	});
}

/** Nobody is ahead: a draw, unless all scores are negative, and everybody has lost. */
function level({ you }: Snapshot, scores: readonly number[]): string {
	if (!scores.every((each) => each < 0)) return say("result.draw");
	return say(you === null ? "result.nobody" : "result.lost");
}

function Payout({ snapshot }: { snapshot: Snapshot }) {
	const payout = snapshot.outcome?.payout ?? [];
	if (payout.length === 0) return null;
	return (
		<>
			<h3 class="small">{say("result.payout")}</h3>
			<ul class="points">
				{payout.map((each, seat) => (
					<li key={seat}>
						<PlayerName>{seatName(snapshot, seat)}</PlayerName> <strong class="mono">{each}</strong>
					</li>
				))}
			</ul>
		</>
	);
}

function SeriesEnd({ room }: { room: RoomInfo }) {
	const series = room.series;
	if (series === null || series.phase !== "over") return null;
	const { winner, abandoned_by: gone, points } = series;
	return (
		<div class="series-end">
			<p>
				<strong>{winner === null ? say("series.draw") : say("series.won", { name: nickname(room, winner) })}</strong>
			</p>
			{gone !== null && <p class="soft">{say("series.abandoned", { name: nickname(room, gone) })}</p>}
			<ul class="points">
				{points.map((each) => (
					<li key={each.name}>
						<PlayerName>{nickname(room, each.name)}</PlayerName>
						<strong class="mono">{each.points}</strong>
						<Delta points={each.delta} />
					</li>
				))}
			</ul>
		</div>
	);
}

function Delta({ points }: { points: number }) {
	const [sign, tone] = points === 0 ? ["±", "soft"] : points > 0 ? ["+", "good"] : ["−", "bad"];
	return (
		<span class={`mono ${tone}`}>
			{sign}
			{Math.abs(points)}
		</span>
	);
}

function Rematch({ room, isMine }: { room: RoomInfo; isMine: boolean }) {
	const [isBusy, run] = useMutation();
	const now = useServerNow();
	const until = room.series?.rematch_until ?? null;
	if (!isMine || room.status !== "over" || (until !== null && until < now)) return null;
	const wanted = myName.value !== null && room.rematch.includes(myName.value);
	const others = room.rematch.filter((each) => each !== myName.value).map((each) => nickname(room, each));
	return (
		<div class="rematch">
			{others.length > 0 && <p role="status">{say("result.wants", { name: others.join(", ") })}</p>}
			<button
				type="button"
				class="primary"
				disabled={isBusy || wanted}
				onClick={() => run(() => changeRoom(() => roomAction(room.code, "rematch")))}
			>
				{say(wanted ? "result.rematch.sent" : "result.rematch")}
				{until !== null && <span class="count mono">{clockText(until - now)}</span>}
			</button>
		</div>
	);
}
