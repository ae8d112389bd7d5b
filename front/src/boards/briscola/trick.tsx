// The cards in the middle of the table: whose, who led, who is winning, and their points; and the last trick again. It
// must not know rules: the view says who is winning.

import { useState } from "preact/hooks";
import type { BoardContext, Say } from "../board.ts";
import { useUniqueId } from "../common/unique_id.ts";
import { Back, Face } from "./card.tsx";
import { cardName } from "./cards.ts";
import { placeOf } from "./seats.tsx";
import { lastTrick, pointsIn, type ShownTrick, takenTrick } from "./shown_trick.ts";
import type { PlayedCard, View } from "./types.ts";

/** The number of cards in a trick. */
const HANDS = 5;

interface TrickProps {
	readonly shownTrick: ShownTrick;
	readonly you: number | null;
	readonly context: BoardContext;
	/** In a row in order of play, instead of each in front of its player. */
	readonly row?: boolean;
}

export function Trick({ shownTrick, you, context, row = false }: TrickProps) {
	const { say, seatName } = context;
	return (
		<div class={`br-trick${row ? " br-row" : ""}${shownTrick.taken ? " br-taken" : ""}`}>
			<ol class="br-laid" aria-label={say(shownTrick.taken ? "briscola.trick.last" : "briscola.trick")}>
				{shownTrick.cards.map((played, place) => (
					<Laid
						key={played.card.card_id}
						played={played}
						at={placeOf(played.player_id, you)}
						led={place === 0}
						wins={played.player_id === shownTrick.winner}
						taken={shownTrick.taken}
						context={context}
					/>
				))}
				{Array.from({ length: HANDS - shownTrick.cards.length }, (_, slot) => (
					<li key={`slot ${slot}`} class="br-slot" aria-hidden="true" />
				))}
			</ol>
			{shownTrick.cards.length > 0 && <p class="br-sum">{sum(shownTrick, say, seatName)}</p>}
		</div>
	);
}

interface LaidProps {
	readonly played: PlayedCard;
	readonly at: number;
	readonly led: boolean;
	readonly wins: boolean;
	readonly taken: boolean;
	readonly context: BoardContext;
}

function Laid({ played: { card, player_id }, at, led, wins, taken, context: { say, seatName } }: LaidProps) {
	return (
		<li class={`br-card br-from-${at}${wins ? " br-wins" : ""}`}>
			<span class="visually-hidden">{cardName(card, say)}, </span>
			<Face card={card} say={say} />
			<span class="br-whose">{seatName(player_id)}</span>
			{led && <span class="br-tag br-led">{say("briscola.trick.led")}</span>}
			{wins && <span class="br-tag br-winning">{say(taken ? "briscola.trick.took" : "briscola.trick.wins")}</span>}
		</li>
	);
}

/** The points of the trick, and who has taken it. */
function sum(shownTrick: ShownTrick, say: Say, name: (seat: number) => string): string {
	const points = pointsIn(shownTrick);
	if (!shownTrick.taken || shownTrick.winner === null) return say("briscola.trick.sum", { points });
	return say("briscola.trick.taken", { points, name: name(shownTrick.winner) });
}

/** The last trick may be looked at again, as at any table. */
export function LastTrick({ view, context }: { view: View; context: BoardContext }) {
	const [isOpen, setOpen] = useState(false);
	const panel = useUniqueId();
	const last = lastTrick(view);
	if (last === null) return null;
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.key === "Escape" && isOpen) setOpen(false);
	};
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: Escape is heard wherever the focus is in it
		<div class="br-last" onKeyDown={onKeyDown}>
			<button
				type="button"
				class="br-last-button"
				aria-expanded={isOpen}
				aria-controls={panel}
				onClick={() => setOpen(!isOpen)}
			>
				<span class="br-pile">
					<Back />
				</span>
				{context.say("briscola.trick.last")}
			</button>
			<div id={panel} class="br-panel br-last-panel" hidden={!isOpen}>
				<Trick shownTrick={takenTrick(last)} you={view.you} context={context} row />
			</div>
		</div>
	);
}
