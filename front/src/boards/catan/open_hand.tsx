// A player's cards when they are open: at the end, and in replays. It must not know why they are.

import type { Say } from "../board.ts";
import { Chips, DevelopmentFace } from "./cards.tsx";
import { DEVELOPMENTS, sum, type View } from "./types.ts";

export function OpenHand({ view, seat, say }: { view: View; seat: 0 | 1; say: Say }) {
	const { resources, dev_cards: old, new_dev_cards: fresh } = view.players[seat];
	const cards = DEVELOPMENTS.map((card, kind) => ({ card, count: (old?.[kind] ?? 0) + (fresh?.[kind] ?? 0) }));
	if (sum(resources ?? []) + sum(cards.map(({ count }) => count)) === 0) return <span>{say("catan.end.nothing")}</span>;
	return (
		<div class="ct-held">
			<Chips hand={resources ?? []} say={say} />
			{cards
				.filter(({ count }) => count > 0)
				.map(({ card, count }) => (
					<span key={card} class="ct-held-dev">
						<DevelopmentFace card={card} /> {say("catan.cards", { count, card: say(`catan.dev.${card}`) })}
					</span>
				))}
		</div>
	);
}
