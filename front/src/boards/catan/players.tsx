// The two players: points, cards, knights, roads, titles, gains of the last roll, and clocks. It must not know rules:
// everything is in the view.

import type { ComponentChildren } from "preact";
import { clockText } from "../../words/times.ts";
import type { BoardContext, Moment, Say } from "../board.ts";
import { useTicker } from "../common/ticker.ts";
import { timeLeft } from "../common/time_left.ts";
import { Back, Chips, Helmet } from "./cards.tsx";
import { OpenHand } from "./open_hand.tsx";
import { Sign } from "./pieces.tsx";
import type { Recent } from "./recent_events.ts";
import { KNIGHT, pointsOf, sum, type View } from "./types.ts";

const HURRY_MS = 10_000;

interface PlayersProps {
	readonly view: View;
	readonly moment: Moment;
	readonly context: BoardContext;
	readonly gains: Recent["gains"];
}

/** The reader's own comes last, next to the hand. */
export function Players(props: PlayersProps) {
	const own = props.view.you ?? 1;
	return (
		<ul class="ct-plates" aria-label={props.context.say("catan.players")}>
			{[1 - own, own].map((seat) => (
				<Player key={seat} seat={seat} {...props} />
			))}
		</ul>
	);
}

function Player({ seat, view, moment, context, gains }: PlayersProps & { seat: number }) {
	const { say, seatName } = context;
	const acts = view.to_act.includes(seat) && view.result === null;
	const got = gains[seat === 1 ? 1 : 0];
	return (
		<li class={`ct-plate ct-of-${seat}${acts ? " ct-acts" : ""}`} aria-current={acts ? "true" : undefined}>
			<Sign seat={seat} />
			<span class="ct-who">
				<strong class="ct-name" title={seatName(seat)}>
					{seatName(seat)}
				</strong>
				{seat === view.you && <span class="ct-you">{say("catan.you")}</span>}
				{view.away.includes(seat) && <span class="ct-you">{say("catan.away")}</span>}
			</span>
			<Points view={view} seat={seat} say={say} />
			<Facts view={view} seat={seat} say={say} />
			{acts && <Clock seat={seat} moment={moment} say={say} />}
			{isOpen(view, seat) && <OpenHand view={view} seat={seat === 1 ? 1 : 0} say={say} />}
			<span class="ct-gains">{sum(got) > 0 && <Chips hand={got} say={say} sign="+" />}</span>
		</li>
	);
}

/** Replays show both hands; the reader's own is shown larger below, and the result has a table for it. */
function isOpen(view: View, seat: number): boolean {
	return view.you === null && view.result === null && view.players[seat === 1 ? 1 : 0].resources !== null;
}

interface PartProps {
	readonly view: View;
	readonly seat: number;
	readonly say: Say;
}

/** The public points; for a reader who may know them, the hidden ones too. */
function Points({ view, seat, say }: PartProps) {
	const { victory_points: seen, hidden_victory_points: unseen } = view.players[seat === 1 ? 1 : 0];
	const hidden = view.result === null ? (unseen ?? 0) : 0;
	const text = say("catan.points", { points: pointsOf(view, seat), goal: view.vp_to_win });
	return (
		<span class="ct-points" title={hidden > 0 ? say("catan.points.hidden", { count: hidden }) : undefined}>
			<span class="visually-hidden">
				{hidden > 0 ? `${text}, ${say("catan.points.hidden", { count: hidden })}` : text}
			</span>
			<span aria-hidden="true">
				<strong>{hidden > 0 ? seen : pointsOf(view, seat)}</strong>
				{hidden > 0 && <b>+{hidden}</b>}/{view.vp_to_win}
			</span>
		</span>
	);
}

function Facts({ view, seat, say }: PartProps) {
	const player = view.players[seat === 1 ? 1 : 0];
	const knights = player.played_dev_cards[KNIGHT] ?? 0;
	return (
		<span class="ct-facts">
			<Fact text={say("catan.fact.cards", { count: player.resource_count })} count={player.resource_count}>
				<Back />
			</Fact>
			<Fact
				text={say("catan.fact.dev", { count: player.dev_card_count + player.new_dev_card_count })}
				count={player.dev_card_count + player.new_dev_card_count}
			>
				<Back isDevelopment />
			</Fact>
			<Fact
				text={say(view.largest_army === seat ? "catan.fact.army" : "catan.fact.knights", { count: knights })}
				count={knights}
				isTitle={view.largest_army === seat}
			>
				<svg class="ct-fact-sign" viewBox="-24 -26 48 50" aria-hidden="true">
					<Helmet />
				</svg>
			</Fact>
			<Fact
				text={say(view.longest_road === seat ? "catan.fact.longest" : "catan.fact.road", {
					count: player.longest_road_len,
				})}
				count={player.longest_road_len}
				isTitle={view.longest_road === seat}
			>
				<svg class="ct-fact-sign" viewBox="-24 -24 48 48" aria-hidden="true">
					<path class="ct-fact-road" d="M-18 16-2-2 4 6 18-14" />
				</svg>
			</Fact>
		</span>
	);
}

interface FactProps {
	readonly text: string;
	readonly count: number;
	/** It is worth two points. */
	readonly isTitle?: boolean;
	readonly children: ComponentChildren;
}

function Fact({ text, count, isTitle = false, children }: FactProps) {
	return (
		<span class={`ct-fact${isTitle ? " ct-titled" : ""}`} title={text}>
			{children}
			<span aria-hidden="true">{count}</span>
			<span class="visually-hidden">{text}</span>
		</span>
	);
}

function Clock({ seat, moment, say }: { seat: number; moment: Moment; say: Say }) {
	const left = timeLeft(moment, ({ seats, paused }) => seats.includes(seat) && !paused);
	useTicker(left !== null);
	if (left === null) return null;
	const time = clockText(left);
	return (
		<span class={`ct-clock${left <= HURRY_MS ? " ct-low" : ""}`} role="timer" aria-live="off">
			<span class="visually-hidden">{say("catan.time", { time })}</span>
			<span aria-hidden="true">{time}</span>
		</span>
	);
}
