// The forms of the auction: bid, rank, suit. They offer what is legal and send one of it. They must not know what an
// answer leads to.

import { useState } from "preact/hooks";
import type { Action } from "../../net/types.ts";
import type { Say } from "../board.ts";
import { useUniqueId } from "../common/unique_id.ts";
import { aBid, bidsIn, quickOnes } from "./bids.ts";
import { Face, rankLetter } from "./card.tsx";
import { cardName, theCard } from "./cards.ts";
import { type FormProps, Panel } from "./panel.tsx";
import { type Bid, isBid, isCallRank, isCallSuit, type View } from "./types.ts";

/** The form for this moment, unless it asks for a card or nothing. */
export function Auction({ view, ...props }: FormProps & { view: View }) {
	const { legal } = props.moment;
	if (legal.some(isBid)) return <AskBid {...props} />;
	if (legal.some(isCallRank)) return <AskRank {...props} />;
	return legal.some(isCallSuit) ? <AskSuit {...props} view={view} /> : null;
}

export function isAuction(legal: readonly Action[]): boolean {
	return legal.some((action) => isBid(action) || isCallRank(action) || isCallSuit(action));
}

function AskBid(props: FormProps) {
	const { moment, context } = props;
	const { say } = context;
	const { pass, ranks, points } = bidsIn(moment.legal);
	const [wanted, setWanted] = useState<number | null>(null);
	const every = [...ranks, ...points];
	const chosen = every.find(({ bid }) => bid === wanted) ?? (ranks.length > 0 ? null : (points[0] ?? null));
	const byPoints = <Stepper points={points} chosen={chosen} say={say} onChoose={setWanted} />;
	return (
		<Panel {...props} title={say("briscola.bid.title")} onSubmit={() => chosen && context.send(chosen)}>
			{ranks.length > 0 && (
				<Ranks ranks={ranks.map(({ bid }) => bid)} chosen={chosen?.bid ?? null} say={say} onChoose={setWanted} />
			)}
			{ranks.length > 0 && points.length > 0 ? (
				<details class="br-more">
					<summary>{say("briscola.bid.more")}</summary>
					{byPoints}
				</details>
			) : (
				points.length > 0 && byPoints
			)}
			<div class="br-answer">
				{pass && (
					<button type="button" aria-disabled={moment.busy} onClick={() => !moment.busy && context.send(pass)}>
						{say("briscola.pass")}
					</button>
				)}
				<Send busy={moment.busy || chosen === null}>
					{chosen ? say("briscola.bid.do", { bid: aBid(chosen.bid, say) }) : say("briscola.bid.choose")}
				</Send>
			</div>
		</Panel>
	);
}

interface StepperProps {
	readonly points: readonly Bid[];
	readonly chosen: Bid | null;
	readonly say: Say;
	readonly onChoose: (bid: number) => void;
}

/** Card points: up, down, a slider, or one of the round numbers. */
function Stepper({ points, chosen, say, onChoose }: StepperProps) {
	const place = Math.max(
		0,
		points.findIndex(({ bid }) => bid === chosen?.bid),
	);
	const go = (to: number) => {
		const bid = points[Math.min(Math.max(to, 0), points.length - 1)];
		if (bid) onChoose(bid.bid);
	};
	const shown = points[place]?.bid ?? 0;
	return (
		<div class="br-stepper">
			<output class="br-number">{shown}</output>
			<div class="br-slide">
				<button type="button" aria-label={say("briscola.bid.less")} onClick={() => go(place - 1)}>
					−
				</button>
				<input
					type="range"
					min={0}
					max={points.length - 1}
					value={place}
					aria-label={say("briscola.bid.points")}
					aria-valuetext={String(shown)}
					onInput={(event) => go(Number(event.currentTarget.value))}
				/>
				<button type="button" aria-label={say("briscola.bid.one_more")} onClick={() => go(place + 1)}>
					+
				</button>
			</div>
			<div class="br-quick">
				{quickOnes(points).map(({ bid }) => (
					<button key={bid} type="button" aria-pressed={bid === chosen?.bid} onClick={() => onChoose(bid)}>
						{bid}
					</button>
				))}
			</div>
		</div>
	);
}

function AskRank(props: FormProps) {
	const { moment, context } = props;
	const { say } = context;
	const calls = moment.legal.filter(isCallRank);
	const [wanted, setWanted] = useState<number | null>(null);
	const chosen = calls.find(({ partner_rank }) => partner_rank === wanted) ?? null;
	return (
		<Panel {...props} title={say("briscola.rank.title")} onSubmit={() => chosen && context.send(chosen)}>
			<Ranks ranks={calls.map(({ partner_rank }) => partner_rank)} chosen={wanted} say={say} onChoose={setWanted} />
			<div class="br-answer">
				<Send busy={moment.busy || chosen === null}>
					{chosen
						? say("briscola.rank.do", { rank: say(`briscola.a.${chosen.partner_rank}`) })
						: say("briscola.rank.choose")}
				</Send>
			</div>
		</Panel>
	);
}

interface RanksProps {
	readonly ranks: readonly number[];
	readonly chosen: number | null;
	readonly say: Say;
	readonly onChoose: (rank: number) => void;
}

function Ranks({ ranks, chosen, say, onChoose }: RanksProps) {
	const group = useUniqueId();
	return (
		<fieldset class="br-options br-ranks">
			<legend class="visually-hidden">{say("briscola.rank.title")}</legend>
			{ranks.map((rank) => (
				<label key={rank} class="br-option">
					<input type="radio" name={group} checked={rank === chosen} onChange={() => onChoose(rank)} />
					<span class="br-letter" aria-hidden="true">
						{rankLetter(rank, say)}
					</span>
					<span class="br-option-name">{say(`briscola.rank.${rank}`)}</span>
				</label>
			))}
		</fieldset>
	);
}

function AskSuit({ view, ...props }: FormProps & { view: View }) {
	const { moment, context } = props;
	const { say } = context;
	const group = useUniqueId();
	const calls = moment.legal.filter(isCallSuit);
	const [wanted, setWanted] = useState<string | null>(null);
	const chosen = calls.find(({ partner_suit }) => partner_suit === wanted) ?? null;
	const rank = view.partner_rank ?? 1;
	return (
		<Panel {...props} title={say("briscola.suit.title")} onSubmit={() => chosen && context.send(chosen)}>
			<fieldset class="br-options br-suits">
				<legend class="visually-hidden">{say("briscola.suit.title")}</legend>
				{calls.map(({ partner_suit: suit }) => (
					<label key={suit} class="br-option">
						<input type="radio" name={group} checked={suit === wanted} onChange={() => setWanted(suit)} />
						<Face card={{ suit, rank }} say={say} />
						<span class="br-option-name">
							<span class="visually-hidden">{cardName({ suit, rank }, say)}, </span>
							{say(`briscola.suit.${suit}`)}
						</span>
						{isOwn(view, suit, rank) && <span class="br-own">{say("briscola.suit.own")}</span>}
					</label>
				))}
			</fieldset>
			<div class="br-answer">
				<Send busy={moment.busy || chosen === null}>
					{chosen
						? say("briscola.suit.do", { card: theCard({ suit: chosen.partner_suit, rank }, say) })
						: say("briscola.suit.choose")}
				</Send>
			</div>
		</Panel>
	);
}

/** The reader holds it, or has just played it: a caller who calls their own card plays alone. */
function isOwn(view: View, suit: string, rank: number): boolean {
	const laid = view.trick.filter(({ player_id }) => player_id === view.you).map(({ card }) => card);
	return [...view.hand, ...laid].some((card) => card.suit === suit && card.rank === rank);
}

function Send({ busy, children }: { busy: boolean; children: string }) {
	return (
		<button type="submit" class="primary" aria-disabled={busy}>
			{children}
		</button>
	);
}
