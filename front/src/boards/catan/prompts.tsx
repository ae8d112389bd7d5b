// What the table asks of the reader even in another's turn: to answer an offer, or to discard. It must not know rules:
// `legal` lists the answers.

import { useEffect, useRef, useState } from "preact/hooks";
import { ActionButton } from "./action_button.tsx";
import type { PromptProps } from "./card_forms.tsx";
import { Chips } from "./cards.tsx";
import { Counts, Panel } from "./panel.tsx";
import { type Act, NONE, RESOURCES, type Resource, sum } from "./types.ts";

export function Prompts(props: PromptProps) {
	return props.view.phase === "DISCARD" ? <DiscardForm {...props} /> : <OfferAnswer {...props} />;
}

function OfferAnswer({ view, legal, busy, context: { say, seatName }, onSend }: PromptProps) {
	const answers = legal.filter(({ type }) => type === "TRADE_ACCEPT" || type === "TRADE_DECLINE");
	if (view.offer === null) return null;
	return (
		<section class="ct-panel ct-answer" aria-label={say("catan.answer.title", { name: seatName(view.current) })}>
			<h3>{say("catan.answer.title", { name: seatName(view.current) })}</h3>
			<p class="ct-exchange">
				<span>
					{say("catan.receive")} <Chips hand={view.offer.give} say={say} />
				</span>
				<span>
					{say("catan.give")} <Chips hand={view.offer.receive} say={say} />
				</span>
			</p>
			<div class="ct-answers">
				{answers.map((act) => (
					<ActionButton
						key={act.type}
						kind={act.type === "TRADE_ACCEPT" ? "primary" : ""}
						action={act.type === "TRADE_ACCEPT" ? "accept" : "decline"}
						isOff={busy}
						onPress={() => onSend(act)}
					>
						{say(act.type === "TRADE_ACCEPT" ? "catan.do.accept" : "catan.do.decline")}
					</ActionButton>
				))}
			</div>
		</section>
	);
}

/** All cards are chosen first; then they are sent one by one, as the table takes them. */
function DiscardForm({ view, legal, busy, context: { say }, onSend }: PromptProps) {
	const [chosen, setChosen] = useState<readonly number[]>(NONE);
	const seat = view.you === 1 ? 1 : 0;
	const owed = view.owes[seat];
	const send = useOneByOne(legal, owed, busy, onSend);
	const own = view.players[seat].resources ?? NONE;
	const left = Math.max(0, owed - sum(chosen));
	return (
		<Panel
			title={say("catan.discard.title", { count: owed })}
			isOff={busy}
			hint={say("catan.discard.hint", { count: left })}
			answer={left === 0 ? say("catan.discard.do") : null}
			onSubmit={() => send(RESOURCES.flatMap((card, kind) => Array<Resource>(chosen[kind] ?? 0).fill(card)))}
		>
			<Counts
				legend={say("catan.discard.which")}
				counts={chosen}
				held={own}
				most={(kind) => Math.min(own[kind] ?? 0, (chosen[kind] ?? 0) + left)}
				say={say}
				onChange={setChosen}
			/>
		</Panel>
	);
}

/** Sends the next of these cards whenever one less is owed; given the cards again, it starts again. */
function useOneByOne(legal: readonly Act[], owed: number, busy: boolean, onSend: (act: Act) => void) {
	const [cards, setCards] = useState<readonly Resource[]>([]);
	const asked = useRef<number | null>(null);
	useEffect(() => {
		const card = cards[cards.length - owed];
		const next = legal.find((act) => act.type === "DISCARD" && act.resource === card);
		if (busy || next === undefined || asked.current === owed) return;
		asked.current = owed;
		onSend(next);
	}, [cards, owed, busy]);
	return (chosen: readonly Resource[]) => {
		asked.current = null;
		setCards(chosen);
	};
}
