// The past rounds, the latest first: the cards slot by slot, what they did, and the hit points afterwards. It must not
// know what a card does.

import type { BoardContext } from "../board.ts";
import { Emblem } from "./emblems.tsx";
import { changeText, type Exchange, type PlayedRound } from "./rounds.ts";
import { other, type Side } from "./types.ts";

interface HistoryProps {
	readonly rounds: readonly PlayedRound[];
	readonly near: Side;
	readonly context: BoardContext;
}

export function History({ rounds, near, context }: HistoryProps) {
	const { say } = context;
	return (
		<section class="oc-history" aria-label={say("orcain.history")}>
			<h3>{say("orcain.history")}</h3>
			{rounds.length === 0 && <p class="oc-quiet">{say("orcain.history.empty")}</p>}
			<ol tabIndex={rounds.length > 3 ? 0 : undefined}>
				{rounds.toReversed().map((round) => (
					<Round key={round.number} round={round} near={near} context={context} />
				))}
			</ol>
		</section>
	);
}

function Round({ round, near, context }: { round: PlayedRound; near: Side; context: BoardContext }) {
	const { say, seatName } = context;
	return (
		<li class="oc-round">
			<strong class="oc-number">{say("orcain.history.round", { round: round.number })}</strong>
			{[other(near), near].map((side) => (
				<div key={side} class="oc-played">
					<span class="oc-player" title={seatName(side)}>
						{seatName(side)}
					</span>
					{round.afk[side] ? (
						<em class="oc-silent">{say("orcain.history.silent")}</em>
					) : (
						round.steps.map((step, nth) => <Mini key={nth} step={step} side={side} context={context} />)
					)}
					<span class="oc-after">
						{say("orcain.history.after", { hp: round.steps.at(-1)?.hp[side] ?? 0, short: say("orcain.hp") })}
					</span>
				</div>
			))}
		</li>
	);
}

/** One card, and what the step did to its player. */
function Mini({ step, side, context }: { step: Exchange; side: Side; context: BoardContext }) {
	const change = step.change[side];
	const card = context.say(`orcain.card.${step.cards[side] ?? "none"}`);
	return (
		<span class="oc-mini" title={card}>
			<span class="visually-hidden">{card}</span>
			<Emblem card={step.cards[side]} />
			<small class={change < 0 ? "oc-minus" : change > 0 ? "oc-plus" : "oc-even"}>{changeText(change)}</small>
		</span>
	);
}
