// Everybody's cards, open, for replays. It must not know rules: the view says whose they are.

import type { BoardContext } from "../board.ts";
import { Face } from "./card.tsx";
import { cardName } from "./cards.ts";
import type { Card } from "./types.ts";

export function OpenHands({ hands, context }: { hands: readonly (readonly Card[])[]; context: BoardContext }) {
	const { say, seatName } = context;
	return (
		<section class="br-hands" aria-label={say("briscola.hands.all")}>
			{hands.map((hand, seat) => (
				<div key={seat} class="br-open-hand">
					<strong class="br-name">{seatName(seat)}</strong>
					<ul aria-label={seatName(seat)}>
						{hand.map((card) => (
							<li key={card.card_id}>
								<span class="visually-hidden">{cardName(card, say)}</span>
								<Face card={card} say={say} />
							</li>
						))}
					</ul>
					{hand.length === 0 && <small>{say("briscola.hands.none")}</small>}
				</div>
			))}
		</section>
	);
}
