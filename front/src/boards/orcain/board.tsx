// Orcain's duel and the panels around it, rendered from one moment. It must not know rules: `legal` says what may be
// confirmed, the view everything else.

import type { BoardContext, Moment } from "../board.ts";
import { Emblem } from "./emblems.tsx";
import { type HandControls, useHandControls } from "./hand_controls.ts";
import { Banners, Header } from "./header.tsx";
import { History } from "./history.tsx";
import { PlayingArea } from "./playing_area.tsx";
import { useRoundRecap } from "./round_recap.ts";
import { playedRounds, startHp, stepsShown } from "./rounds.ts";
import { graceNotice, type Own } from "./status.ts";
import { type CardId, nearSide, viewOf } from "./types.ts";

const CARDS: readonly CardId[] = ["attack", "defense", "heal", "counter"];
const NO_HAND: Own = { laid: 0, isOpen: false, hasActed: false };

interface BoardProps {
	readonly moment: Moment;
	/** The last round that the board has seen end. */
	readonly ended: number | null;
	readonly context: BoardContext;
}

export function OrcainBoard({ moment, ended, context }: BoardProps) {
	const view = viewOf(moment.view);
	const hand = useHandControls(moment, view, context);
	const [recap, dismissRecap] = useRoundRecap(ended, view?.roundIndex ?? 0);
	const start = startHp(moment.snapshot);
	const own = hand ?? NO_HAND;
	const grace = view && graceNotice(view);
	return (
		<div class="orcain">
			<Header view={view} own={own} moment={moment} context={context} />
			{view && (
				<>
					<Banners view={view} own={own} moment={moment} context={context} />
					<PlayingArea
						view={view}
						hand={hand && dismissing(hand, dismissRecap)}
						steps={stepsShown(view, start, recap)}
						context={context}
					/>
					{grace && <p class="oc-grace">{context.say(grace.key, grace.params)}</p>}
					<div class="oc-below">
						<History rounds={playedRounds(view, start)} near={nearSide(view)} context={context} />
						<Legend context={context} />
					</div>
				</>
			)}
		</div>
	);
}

/** A player who does something with the cards has seen enough of the last round. */
function dismissing(hand: HandControls, dismissRecap: () => void): HandControls {
	const after =
		<T extends unknown[]>(action: (...given: T) => void) =>
		(...given: T) => {
			dismissRecap();
			action(...given);
		};
	return {
		...hand,
		onCard: after(hand.onCard),
		onSlot: after(hand.onSlot),
		onDrop: after(hand.onDrop),
		onBack: after(hand.onBack),
		onClear: after(hand.onClear),
		onConfirm: after(hand.onConfirm),
	};
}

function Legend({ context }: { context: BoardContext }) {
	return (
		<section class="oc-legend" aria-label={context.say("orcain.does")}>
			<h3>{context.say("orcain.does")}</h3>
			<ul>
				{CARDS.map((card) => (
					<li key={card}>
						<Emblem card={card} />
						<span>
							<strong>{context.say(`orcain.card.${card}`)}</strong> <span>{context.say(`orcain.does.${card}`)}</span>
						</span>
					</li>
				))}
			</ul>
		</section>
	);
}
