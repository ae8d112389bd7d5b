// The header above the duel: round, deadline, pot, and warnings. It must not know more than `status.ts` says.

import { clockText } from "../../words/times.ts";
import type { BoardContext, Moment } from "../board.ts";
import { BoardHeader } from "../common/header.tsx";
import { useTicker } from "../common/ticker.ts";
import { timeLeft } from "../common/time_left.ts";
import type { UiText } from "../common/ui_text.ts";
import { Countdown } from "./countdown.tsx";
import { awaySides, headline, instruction, type Own, warnings } from "./status.ts";
import { uiText, type View } from "./types.ts";

interface HeaderProps {
	readonly view: View | null;
	readonly own: Own;
	readonly moment: Moment;
	readonly context: BoardContext;
}

/** The two lines of the header, as keys and params. */
export function header(view: View | null, own: Own, name: (seat: number) => string): [UiText, UiText] {
	return [headline(view), instruction(view, own, name)];
}

export function Header({ view, own, moment, context }: HeaderProps) {
	const [title, text] = header(view, own, context.seatName);
	return (
		<BoardHeader
			title={context.say(title.key, title.params)}
			text={context.say(text.key, text.params)}
			isAsked={own.isOpen}
			sign={
				view?.phase === "PREP" && (
					<Countdown moment={moment} round={view.roundIndex} wholeMs={view.prepMs} context={context} />
				)
			}
		>
			{view && <Pot view={view} context={context} />}
		</BoardHeader>
	);
}

/** Both have staked the same. */
function Pot({ view, context }: { view: View; context: BoardContext }) {
	if (view.pot === 0) return <p class="oc-pot oc-free">{context.say("orcain.pot.free")}</p>;
	return (
		<p class={`oc-pot${view.result?.potBurned ? " oc-burned" : ""}`}>
			<Coins />
			<span>
				{context.say("orcain.pot")} <strong>{view.pot}</strong>
			</span>
			<small>{context.say("orcain.pot.stake", { stake: view.pot / 2 })}</small>
		</p>
	);
}

export function Coins() {
	return (
		<svg class="oc-coins" viewBox="0 0 32 32" aria-hidden="true">
			<ellipse class="oc-coin-edge" cx="13" cy="23" rx="10" ry="4.500" />
			<ellipse class="oc-coin" cx="13" cy="20.500" rx="10" ry="4.500" />
			<ellipse class="oc-coin-edge" cx="18" cy="17" rx="10" ry="4.500" />
			<ellipse class="oc-coin" cx="18" cy="14.500" rx="10" ry="4.500" />
			<ellipse class="oc-coin-edge" cx="14.500" cy="11" rx="10" ry="4.500" />
			<ellipse class="oc-coin" cx="14.500" cy="8.500" rx="10" ry="4.500" />
			<ellipse class="oc-coin-mark" cx="14.500" cy="8.500" rx="5.500" ry="2.200" />
		</svg>
	);
}

/** What must not be overlooked: sudden death, a player about to lose by silence, a lost connection. */
export function Banners({ view, own, moment, context }: HeaderProps & { view: View }) {
	const { say, seatName } = context;
	const isOver = view.phase === "END";
	return (
		<div class="oc-banners">
			{view.suddenDeath && !isOver && <p class="oc-banner oc-sudden">{say("orcain.sudden")}</p>}
			{!isOver && awaySides(view).map((seat) => <Away key={seat} seat={seat} moment={moment} context={context} />)}
			{warnings(view, own, seatName).map(({ text, isOwn }) => (
				<p key={text.key} class={`oc-banner ${isOwn ? "oc-danger" : "oc-hint"}`}>
					{say(text.key, text.params)}
				</p>
			))}
		</div>
	);
}

function Away({ seat, moment, context }: { seat: number; moment: Moment; context: BoardContext }) {
	const left = timeLeft(moment, ({ name }) => name.startsWith(`disconnect-${seat}-`));
	useTicker(left !== null);
	const text =
		left === null
			? uiText("away", { name: context.seatName(seat) })
			: uiText("away.time", { name: context.seatName(seat), time: clockText(left) });
	return <p class="oc-banner oc-hint">{context.say(text.key, text.params)}</p>;
}
