// Briscola's table and the panels around it, rendered from one moment. It must not know rules: `legal` says what may be
// done, the view everything else.

import { useRef } from "preact/hooks";
import type { BoardContext, Moment } from "../board.ts";
import { BoardHeader } from "../common/header.tsx";
import type { UiText } from "../common/ui_text.ts";
import { Auction, isAuction } from "./auction.tsx";
import { bidText } from "./bids.ts";
import { theCard } from "./cards.ts";
import { Contract } from "./contract.tsx";
import { Hand } from "./hand.tsx";
import { focusCard } from "./hand_controls.ts";
import { OpenHands } from "./open_hands.tsx";
import { HandOver } from "./result.tsx";
import { Seats } from "./seats.tsx";
import { numberOf, pointsIn, type ShownTrick } from "./shown_trick.ts";
import { headline, instruction, TRICKS } from "./status.ts";
import { LastTrick, Trick } from "./trick.tsx";
import { uiText, type View, viewOf } from "./types.ts";

interface BoardProps {
	readonly moment: Moment;
	readonly context: BoardContext;
	/** The trick in the middle, which may be a little behind the view. */
	readonly shownTrick: ShownTrick | null;
	readonly isBehind: boolean;
}

export function BriscolaBoard({ moment, context, shownTrick, isBehind }: BoardProps) {
	const list = useRef<HTMLOListElement>(null);
	const view = viewOf(moment.view);
	const refusal = () => {
		const [, text] = header(view, moment, context);
		return context.say(text.key, text.params);
	};
	return (
		<div class="briscola">
			<Header {...{ view, moment, context, shownTrick, isBehind }} />
			{view && (
				<div class={`br-felt br-in-${view.phase}${view.you === null ? " br-watched" : ""}`}>
					<Contract view={view} context={context} />
					<Seats view={view} moment={moment} context={context} />
					<Middle
						{...{ view, moment, context, isBehind }}
						shownTrick={shownTrick}
						toHand={() => focusCard(list.current)}
					/>
					<LastTrick view={view} context={context} />
				</div>
			)}
			{view?.hands && <OpenHands hands={view.hands} context={context} />}
			{view && view.hand.length > 0 && <Hand {...{ view, moment, context, list, refusal }} />}
		</div>
	);
}

/** The two lines of the header, as keys and params. */
export function header(
	view: View | null,
	{ busy, legal }: Pick<Moment, "busy" | "legal">,
	context: BoardContext,
): [UiText, UiText] {
	if (view === null) return [uiText("phase.before"), uiText("before")];
	const waits = busy && legal.length > 0;
	return [
		headline(view, context.seatName, context.say),
		waits ? uiText("busy") : instruction(view, context.seatName, legal),
	];
}

function Header({ view, moment, context, shownTrick, isBehind }: BoardProps & { view: View | null }) {
	const isShowing = isBehind && view !== null && shownTrick !== null;
	const [title, text] = isShowing
		? showing(shownTrick, numberOf(shownTrick, view), context)
		: header(view, moment, context);
	const asked = moment.legal.length > 0 && !moment.busy;
	const isMatch = view !== null && view.hands_to_play > 1;
	return (
		<BoardHeader title={context.say(title.key, title.params)} text={context.say(text.key, text.params)} isAsked={asked}>
			{isMatch && (
				<p class="br-note">{context.say("briscola.hands", { hand: view.hand_number, hands: view.hands_to_play })}</p>
			)}
			{view !== null && view.deals > 0 && view.phase === "bid" && (
				<p class="br-note br-again">{context.say("briscola.again")}</p>
			)}
		</BoardHeader>
	);
}

/** The header while the middle is still animating: what is seen there. */
function showing(
	{ cards, winner, taken }: ShownTrick,
	trick: number,
	{ seatName, say }: BoardContext,
): [UiText, UiText] {
	const last = cards.at(-1);
	const title = uiText("phase.trick", { trick, tricks: TRICKS });
	if (last === undefined) return [title, uiText("before")];
	const played = { name: seatName(last.player_id), card: theCard(last.card, say) };
	if (!taken || winner === null) return [title, { key: "event.briscola.trick.played", params: played }];
	const points = pointsIn({ cards, winner, taken });
	return [title, { key: "event.briscola.trick.won", params: { name: seatName(winner), points } }];
}

interface MiddleProps extends BoardProps {
	readonly view: View;
	readonly toHand: () => void;
}

/** The middle of the table: the result, a form, the cards, or whom the table waits for. */
function Middle({ view, moment, context, shownTrick, isBehind, toHand }: MiddleProps) {
	if (view.phase === "end" && !isBehind) {
		return (
			<div class="br-middle">
				<HandOver view={view} context={context} />
			</div>
		);
	}
	const asks = isAuction(moment.legal);
	return (
		<div class="br-middle">
			{shownTrick && shownTrick.cards.length > 0 ? (
				<Trick shownTrick={shownTrick} you={view.you} context={context} row={asks} />
			) : (
				!asks && <Empty view={view} context={context} />
			)}
			{asks && <Auction key={view.phase} view={view} moment={moment} context={context} toHand={toHand} />}
		</div>
	);
}

/** No card yet: whose turn it is. */
function Empty({ view, context }: { view: View; context: BoardContext }) {
	const { say, seatName } = context;
	const name = view.current_player_id === null ? "" : seatName(view.current_player_id);
	return (
		<div class="br-empty">
			{view.phase === "bid" && view.bid !== null && view.caller_id !== null && (
				<p>
					{say("briscola.highest", { name: seatName(view.caller_id) })}{" "}
					<strong class="br-highest-bid">{bidText(view.bid, say)}</strong>
				</p>
			)}
			<p>{say(`briscola.empty.${view.phase}`, { name })}</p>
		</div>
	);
}
