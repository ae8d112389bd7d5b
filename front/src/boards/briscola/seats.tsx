// The five seats round the table: name, bid, tricks, role, turn and time. It must not know rules: everything is in the
// view.

import { clockText } from "../../words/times.ts";
import type { BoardContext, Moment, Say } from "../board.ts";
import { useTicker } from "../common/ticker.ts";
import { timeLeft } from "../common/time_left.ts";
import { bidText, lastBids } from "./bids.ts";
import { Back } from "./card.tsx";
import type { View } from "./types.ts";

const SEATS = 5;
const HURRY_MS = 10_000;

/** Where a seat is drawn, counted from the reader's at the bottom. Play goes to the right, as in Italy. */
export function placeOf(seat: number, you: number | null): number {
	return (seat - (you ?? 0) + SEATS) % SEATS;
}

/** From the reader's seat on, in order of play. */
function seatsFrom(you: number | null): readonly number[] {
	return Array.from({ length: SEATS }, (_, place) => ((you ?? 0) + place) % SEATS);
}

interface SeatsProps {
	readonly view: View;
	readonly moment: Moment;
	readonly context: BoardContext;
}

export function Seats({ view, moment, context }: SeatsProps) {
	return (
		<ul class="br-seats" aria-label={context.say("briscola.seats")}>
			{seatsFrom(view.you).map((seat) => (
				<Seat key={seat} seat={seat} view={view} moment={moment} context={context} />
			))}
		</ul>
	);
}

function Seat({ seat, view, moment, context }: SeatsProps & { seat: number }) {
	const player = view.players[seat];
	const acts = view.current_player_id === seat;
	const out = view.phase === "bid" && player?.has_passed;
	const states = `${acts ? " br-acts" : ""}${out ? " br-out" : ""}${player?.is_away ? " br-away" : ""}`;
	return (
		<li class={`br-seat br-at-${placeOf(seat, view.you)}${states}`} aria-current={acts ? "true" : undefined}>
			<Marks seat={seat} view={view} say={context.say} />
			<span class="br-who">
				<strong class="br-name" title={context.seatName(seat)}>
					{context.seatName(seat)}
				</strong>
				{seat === view.you && <span class="br-you">{context.say("briscola.seat.you")}</span>}
				{acts && <Clock seat={seat} moment={moment} say={context.say} />}
			</span>
			<Facts seat={seat} view={view} say={context.say} />
			<Bubble seat={seat} view={view} say={context.say} />
		</li>
	);
}

interface PartProps {
	readonly seat: number;
	readonly view: View;
	readonly say: Say;
}

/** A seat's roles in this hand, as far as the reader knows. */
function Marks({ seat, view, say }: PartProps) {
	const marks = [];
	if (seat === view.dealer_id) marks.push("dealer");
	if (seat === view.caller_id && view.phase !== "bid") marks.push("caller");
	if (seat === view.partner_id) marks.push("partner");
	else if (seat === view.you && view.you_are_partner) marks.push("secret");
	if (view.players[seat]?.is_away) marks.push("away");
	if (marks.length === 0) return null;
	return (
		<span class="br-marks">
			{marks.map((mark) => (
				<span key={mark} class={`br-mark br-mark-${mark}`}>
					{say(`briscola.mark.${mark}`)}{" "}
				</span>
			))}
		</span>
	);
}

function Facts({ seat, view, say }: PartProps) {
	const cards = view.players[seat]?.cards ?? 0;
	const tricks = view.tricks.filter(({ winner_id }) => winner_id === seat).length;
	const points = view.scores[seat]?.points ?? 0;
	const total = view.match_points[seat]?.points ?? 0;
	return (
		<span class="br-facts">
			<span class="br-count">
				<Back /> {cards} <span class="visually-hidden">{say("briscola.seat.cards")}</span>
			</span>
			{tricks > 0 && <span>{say("briscola.seat.points", { points })}</span>}
			{tricks > 0 && view.hands_to_play === 1 && (
				<span>{say(tricks === 1 ? "briscola.seat.trick" : "briscola.seat.tricks", { tricks })}</span>
			)}
			{view.hands_to_play > 1 && (
				<span class="br-total">
					<span class="visually-hidden">{say("briscola.seat.match")} </span>
					{signed(total)}
				</span>
			)}
		</span>
	);
}

/** Its bid, while that matters. */
function Bubble({ seat, view, say }: PartProps) {
	const bid = view.phase === "bid" || view.phase === "call-partner-rank" ? lastBids(view).get(seat) : undefined;
	if (bid === undefined) return null;
	return (
		<span class={`br-bubble${bid < 0 ? " br-passed" : ""}${seat === view.caller_id ? " br-highest" : ""}`}>
			<span class="visually-hidden">{say("briscola.seat.bid")} </span>
			{bidText(bid, say)}
		</span>
	);
}

export function Clock({ seat, moment, say }: { seat: number; moment: Moment; say: Say }) {
	const isOver = moment.snapshot.outcome !== null;
	const left = isOver ? null : timeLeft(moment, ({ seats }) => seats.includes(seat));
	useTicker(left !== null);
	if (left === null) return null;
	const time = clockText(left);
	return (
		<span
			class={`br-clock${left < HURRY_MS ? " br-short" : ""}`}
			role="timer"
			aria-label={say("briscola.time", { time })}
		>
			{time}
		</span>
	);
}

/** `+3`, `−1`, `0`. */
export function signed(points: number): string {
	return points > 0 ? `+${points}` : String(points).replace("-", "−");
}
