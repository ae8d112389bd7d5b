// Catan's table from one moment: the island, the players, the reader's cards and actions. It must not know rules:
// `legal` says what may be done, the view everything else.

import { useRef } from "preact/hooks";
import type { BoardContext, Moment } from "../board.ts";
import { Actions } from "./actions.tsx";
import { Bank, Rolls } from "./bank.tsx";
import { CardForms } from "./card_forms.tsx";
import { useFocusRecovery } from "./focus.ts";
import { OwnCards } from "./hand.tsx";
import { Header } from "./header.tsx";
import { type Targeting, useIntent } from "./intent.ts";
import { Island } from "./island.tsx";
import { Players } from "./players.tsx";
import { Prompts } from "./prompts.tsx";
import type { Recent } from "./recent_events.ts";
import { Result } from "./result.tsx";
import { isCardForm } from "./targets.ts";
import { legalOf, type View, viewOf } from "./types.ts";

interface BoardProps {
	readonly moment: Moment;
	readonly context: BoardContext;
	readonly recent: Recent;
}

export function CatanBoard({ moment, context, recent }: BoardProps) {
	const root = useRef<HTMLElement>(null);
	const view = viewOf(moment.view);
	const legal = legalOf(moment);
	const targeting = useIntent(legal, (act) => context.send({ ...act }));
	useFocusRecovery(root);
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.key !== "Escape" || targeting.intent === null) return;
		targeting.cancel();
		context.announce(context.say("catan.cancelled"));
	};
	return (
		<section class="catan" ref={root} aria-label={context.say("catan.table")} onKeyDown={onKeyDown}>
			<Header
				view={view}
				legal={legal}
				busy={moment.busy}
				intent={targeting.intent}
				sentence={recent.sentence}
				context={context}
				onCancel={targeting.cancel}
			/>
			{view && (
				<div class="ct-table">
					<Island view={view} targeting={targeting} busy={moment.busy} fresh={recent.fresh} context={context} />
					<Players view={view} moment={moment} context={context} gains={recent.gains} />
					{view.result ? <Result view={view} context={context} /> : <Dock {...{ view, moment, context, targeting }} />}
					<div class="ct-beside">
						<Bank view={view} context={context} />
						<Rolls view={view} context={context} />
					</div>
				</div>
			)}
		</section>
	);
}

interface DockProps extends Omit<BoardProps, "recent"> {
	readonly view: View;
	readonly targeting: Targeting;
}

/** The reader's own side of the table. Spectators have none. */
function Dock({ view, moment, context, targeting }: DockProps) {
	if (view.you === null) return null;
	const seat = view.you === 1 ? 1 : 0;
	const legal = legalOf(moment);
	const { offered, intent, choose, send } = targeting;
	const shared = { legal, busy: moment.busy, context, onSend: send };
	const isDemanded = legal.some(({ type }) => type === "DISCARD" || type === "TRADE_DECLINE");
	return (
		<div class="ct-dock">
			<OwnCards player={view.players[seat]} {...{ context, offered, intent, busy: moment.busy, onChoose: choose }} />
			{isDemanded && <Prompts view={view} {...shared} />}
			{isCardForm(intent) && (
				<CardForms key={intent} form={intent} view={view} {...shared} onCancel={targeting.cancel} />
			)}
			{!isDemanded && !isCardForm(intent) && (
				<Actions
					{...shared}
					{...{ offered, intent, seat, onChoose: choose }}
					player={view.players[seat]}
					deck={view.deck}
					offersLeft={view.offers_left}
				/>
			)}
		</div>
	);
}
