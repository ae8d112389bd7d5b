// The seats of a table in play: who, whether present, whose turn, how much time. It must not know: any game.
import { useEffect, useRef } from "preact/hooks";
import { useNow } from "../components/clock.ts";
import { announce } from "../state/alerts.ts";
import type { TableState } from "../state/table_session.ts";
import { say } from "../words/index.ts";
import { seatTitle } from "../words/names.ts";
import { clockText } from "../words/times.ts";
import { seatName } from "./seat_names.ts";
import { type SeatClock, seatClock } from "./timers.ts";

const HURRY_MS = 10_000;
/** A longer time than this needs no clock. */
const LONG_MS = 12 * 3_600_000;

interface Props {
	readonly shown: TableState;
	/** False where the board shows the time. */
	readonly withTime: boolean;
}

export function Seats({ shown, withTime }: Props) {
	const { snapshot } = shown;
	return (
		<ul class="seats" aria-label={say("table.seats")}>
			{snapshot.seats.map((each) => (
				<Seat key={each.player_id} shown={shown} seat={each.player_id} withTime={withTime} />
			))}
		</ul>
	);
}

function Seat({ shown, seat, withTime }: Props & { seat: number }) {
	const { snapshot } = shown;
	const who = snapshot.seats[seat];
	if (who === undefined) return null;
	const isToAct = snapshot.to_act.includes(seat) && snapshot.outcome === null;
	const isThere = who.present || who.bot !== null;
	return (
		<li class={isToAct ? "seat to-act" : "seat"} aria-current={isToAct ? "true" : undefined}>
			<span class={isThere ? "dot there" : "dot"} aria-hidden="true" />
			<span class="seat-name">
				<strong class="name" title={seatName(snapshot, seat)}>
					{seatName(snapshot, seat)}
				</strong>{" "}
				{snapshot.you === seat && <span class="badge mine">{say("you")}</span>}{" "}
				{who.bot !== null && <span class="badge">{say("bot")}</span>}
				<span class="soft seat-title">
					{seatTitle(snapshot.game, who.seat)}
					{!isThere && ` · ${say(who.joined ? "table.away" : "table.coming")}`}
					{isToAct && <span class="turn"> · {say(snapshot.you === seat ? "table.your_turn" : "table.turn")}</span>}
				</span>
			</span>
			<Clock shown={shown} seat={seat} withTime={withTime} />
		</li>
	);
}

function Clock({ shown, seat, withTime }: Props & { seat: number }) {
	const now = useNow(250);
	const clock = seatClock(shown.snapshot, shown.at, Math.max(now, shown.at), seat);
	useHurry(clock, shown.snapshot.you === seat);
	if (!withTime || clock === null || clock.ms > LONG_MS || shown.snapshot.outcome !== null) return null;
	const isLow = clock.ms <= HURRY_MS && !clock.paused;
	return (
		<span class={isLow ? "clock low" : "clock"} role="timer" aria-live="off">
			<span class="visually-hidden">{say("table.time")} </span>
			{clockText(clock.ms)}
			{clock.paused && <span class="visually-hidden"> {say("table.paused")}</span>}
		</span>
	);
}

/** Announces once that a player's clock has ten seconds left. */
function useHurry(clock: SeatClock | null, isMine: boolean): void {
	const before = useRef(0);
	const ms = clock?.ms ?? 0;
	useEffect(() => {
		if (isMine && before.current > HURRY_MS && ms <= HURRY_MS && ms > 0) announce(say("table.hurry"));
		before.current = ms;
	}, [ms, isMine]);
}
