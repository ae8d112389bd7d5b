// Forms for cards: trades with bank and ports, offers to the other player, Year of Plenty, Monopoly. They must not know
// rules: they send what `legal` lists, except offers, which it does not list in full.

import { useState } from "preact/hooks";
import type { BoardContext, Say } from "../board.ts";
import { handName } from "./labels.ts";
import { Counts, Panel, Pick } from "./panel.tsx";
import type { CardForm } from "./targets.ts";
import { type Act, handOf, NONE, named, RESOURCES, type Resource, type Resources, sum, type View } from "./types.ts";

export interface PromptProps {
	readonly view: View;
	readonly legal: readonly Act[];
	readonly busy: boolean;
	readonly context: BoardContext;
	readonly onSend: (act: Act) => void;
}

interface CardFormProps extends PromptProps {
	readonly onCancel: () => void;
}

export function CardForms({ form, ...props }: CardFormProps & { form: CardForm }) {
	switch (form) {
		case "bank":
			return <BankForm {...props} />;
		case "offer":
			return <OfferForm {...props} />;
		case "plenty":
			return <PlentyForm {...props} />;
		case "monopoly":
			return <MonopolyForm {...props} />;
	}
}

/** Several cards of one kind for one of another, at the rates of the bank and the ports. */
function BankForm({ legal, busy, context: { say }, onSend, onCancel }: CardFormProps) {
	const [give, setGive] = useState<Resource | null>(null);
	const [receive, setReceive] = useState<Resource | null>(null);
	const trades = legal.filter((act) => act.type === "TRADE_BANK" || act.type === "TRADE_PORT");
	const gives = RESOURCES.filter((each) => trades.some((trade) => each in trade.give));
	const given = give !== null && gives.includes(give) ? give : (gives[0] ?? null);
	const open = trades.filter((trade) => given !== null && given in trade.give);
	const chosen = open.find((trade) => receive !== null && receive in trade.receive);
	const rate = (resource: Resource) => `${trades.find((trade) => resource in trade.give)?.give[resource] ?? 0}:1`;
	return (
		<Panel
			title={say("catan.bank.title")}
			isOff={busy}
			cancel={{ text: say("catan.cancel"), onCancel }}
			hint={say("catan.bank.hint")}
			answer={chosen ? say("catan.bank.do", traded(chosen.give, chosen.receive, say)) : null}
			onSubmit={() => chosen && onSend(chosen)}
		>
			<Pick legend={say("catan.give")} options={gives} chosen={given} say={say} note={rate} onChoose={setGive} />
			<Pick
				legend={say("catan.receive")}
				options={RESOURCES.filter((each) => open.some((trade) => each in trade.receive))}
				chosen={chosen ? receive : null}
				say={say}
				onChoose={setReceive}
			/>
		</Panel>
	);
}

function traded(give: Resources, receive: Resources, say: Say): { give: string; receive: string } {
	return { give: handName(handOf(give), say), receive: handName(handOf(receive), say) };
}

/** Any cards for any others; the table says whether the offer is valid. */
function OfferForm({ view, legal, busy, context: { say, seatName }, onSend, onCancel }: CardFormProps) {
	const [give, setGive] = useState<readonly number[]>(NONE);
	const [want, setWant] = useState<readonly number[]>(NONE);
	const listed = legal.find((act) => act.type === "TRADE_PLAYER");
	if (listed === undefined) return null;
	const own = view.players[view.you === 1 ? 1 : 0].resources ?? NONE;
	const theirs = view.players[listed.partner === 1 ? 1 : 0].resource_count;
	const isWhole = sum(give) > 0 && sum(want) > 0;
	const offer: Act = { type: "TRADE_PLAYER", partner: listed.partner, offer: named(give), request: named(want) };
	return (
		<Panel
			title={say("catan.offer.title", { name: seatName(listed.partner) })}
			isOff={busy}
			cancel={{ text: say("catan.cancel"), onCancel }}
			hint={say("catan.offer.hint")}
			answer={isWhole ? say("catan.offer.do", { give: handName(give, say), receive: handName(want, say) }) : null}
			onSubmit={() => onSend(offer)}
		>
			<Counts
				legend={say("catan.give")}
				counts={give}
				held={own}
				most={(kind) => own[kind] ?? 0}
				say={say}
				onChange={setGive}
			/>
			<Counts
				legend={say("catan.receive")}
				counts={want}
				most={(kind) => theirs - sum(want) + (want[kind] ?? 0)}
				say={say}
				onChange={setWant}
			/>
		</Panel>
	);
}

/** Two cards, one after the other: the second from those that go with the first. */
function PlentyForm({ legal, busy, context: { say }, onSend, onCancel }: CardFormProps) {
	const [first, setFirst] = useState<Resource | null>(null);
	const [second, setSecond] = useState<Resource | null>(null);
	const plays = legal.flatMap((act) =>
		act.type === "PLAY_PROGRESS" && act.card === "YEAR_OF_PLENTY" ? [{ act, cards: act.resources ?? {} }] : [],
	);
	const withFirst = first === null ? [] : plays.filter(({ cards }) => first in cards);
	const chosen = withFirst.find(({ cards }) => second !== null && restOf(cards, first) === second);
	return (
		<Panel
			title={say("catan.dev.YEAR_OF_PLENTY")}
			isOff={busy}
			cancel={{ text: say("catan.cancel"), onCancel }}
			hint={say("catan.plenty.hint")}
			answer={chosen ? say("catan.plenty.do", { cards: handName(handOf(chosen.cards), say) }) : null}
			onSubmit={() => chosen && onSend(chosen.act)}
		>
			<Pick
				legend={say("catan.plenty.first")}
				options={RESOURCES.filter((each) => plays.some(({ cards }) => each in cards))}
				chosen={first}
				say={say}
				onChoose={setFirst}
			/>
			{first !== null && (
				<Pick
					legend={say("catan.plenty.second")}
					options={RESOURCES.filter((each) => withFirst.some(({ cards }) => restOf(cards, first) === each))}
					chosen={chosen ? second : null}
					say={say}
					onChoose={setSecond}
				/>
			)}
		</Panel>
	);
}

/** The other of two cards; the same, if both are of one kind. */
function restOf(cards: Resources, first: Resource | null): Resource | undefined {
	return RESOURCES.find((each) => (cards[each] ?? 0) - (each === first ? 1 : 0) > 0);
}

function MonopolyForm({ legal, busy, context: { say }, onSend, onCancel }: CardFormProps) {
	const [wanted, setWanted] = useState<Resource | null>(null);
	const plays = legal.filter((act) => act.type === "PLAY_PROGRESS").filter(({ card }) => card === "MONOPOLY");
	const chosen = plays.find(({ resource }) => resource === wanted);
	return (
		<Panel
			title={say("catan.dev.MONOPOLY")}
			isOff={busy}
			cancel={{ text: say("catan.cancel"), onCancel }}
			hint={say("catan.monopoly.hint")}
			answer={chosen ? say("catan.monopoly.do", { card: say(`catan.card.${chosen.resource}`) }) : null}
			onSubmit={() => chosen && onSend(chosen)}
		>
			<Pick
				legend={say("catan.monopoly.which")}
				options={RESOURCES.filter((each) => plays.some(({ resource }) => resource === each))}
				chosen={wanted}
				say={say}
				onChoose={setWanted}
			/>
		</Panel>
	);
}
