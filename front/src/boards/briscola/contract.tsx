// The contract: who calls, for how many points, which card, what is trump, and who the partner is. It must not know
// more than the view: secrets are not in it.

import type { BoardContext, Say } from "../board.ts";
import { Face, HalfCalled } from "./card.tsx";
import { theCard } from "./cards.ts";
import { partnerText } from "./status.ts";
import { SuitSign } from "./suits.tsx";
import type { View } from "./types.ts";

export function Contract({ view, context }: { view: View; context: BoardContext }) {
	const { say, seatName } = context;
	if (view.caller_id === null || view.phase === "bid" || view.phase === "ready") return null;
	const partner = partnerText(view, seatName);
	return (
		<section class="br-contract" aria-label={say("briscola.contract")}>
			<CalledCard view={view} say={say} />
			<div class="br-terms">
				<p class="br-terms-who">
					{say("briscola.contract.calls", { name: seatName(view.caller_id), points: view.contract ?? 0 })}
				</p>
				<p>{calledText(view, say)}</p>
				{view.trump_suit !== null && (
					<p class="br-trump">
						<SuitSign suit={view.trump_suit} />
						{say("briscola.contract.trump", { suit: say(`briscola.suit.${view.trump_suit}`) })}
					</p>
				)}
				{partner && (
					<p class={view.you_are_partner && view.partner_id === null ? "br-private" : "br-known"}>
						{say(partner.key, partner.params)}
					</p>
				)}
			</div>
		</section>
	);
}

function CalledCard({ view, say }: { view: View; say: Say }) {
	if (view.partner_rank === null) return null;
	return (
		<span class="br-called">
			{view.called ? <Face card={view.called} say={say} /> : <HalfCalled rank={view.partner_rank} say={say} />}
		</span>
	);
}

function calledText(view: View, say: Say): string {
	if (view.called !== null) return say("briscola.contract.card", { card: theCard(view.called, say) });
	if (view.partner_rank === null) return say("briscola.contract.none");
	return say("briscola.contract.rank", { rank: say(`briscola.a.${view.partner_rank}`) });
}
