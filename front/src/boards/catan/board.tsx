// Catan's table from one moment: the island, the players, the reader's cards and what he can do.
// It must not know rules: what may be done is what `legal` lists, everything else is what the view says.

import { useRef } from "preact/hooks";
import type { BoardContext, Moment } from "../board.ts";
import { isDealing } from "./aims.ts";
import { Dealings } from "./dealings.tsx";
import { Deeds } from "./deeds.tsx";
import { Demands } from "./demands.tsx";
import { Ending } from "./ending.tsx";
import { useKeptFocus } from "./focus.ts";
import { OwnCards } from "./hand.tsx";
import { Header } from "./header.tsx";
import { type Aiming, useIntent } from "./intent.ts";
import { Island } from "./island.tsx";
import { Plates } from "./plates.tsx";
import type { Recent } from "./recent.ts";
import { Bank, Rolls } from "./stock.tsx";
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
	const aiming = useIntent(legal, (act) => context.send({ ...act }));
	useKeptFocus(root);
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.key !== "Escape" || aiming.intent === null) return;
		aiming.cancel();
		context.announce(context.say("catan.cancelled"));
	};
	return (
		<section class="catan" ref={root} aria-label={context.say("catan.table")} onKeyDown={onKeyDown}>
			<Header
				view={view}
				legal={legal}
				busy={moment.busy}
				intent={aiming.intent}
				sentence={recent.sentence}
				context={context}
				onCancel={aiming.cancel}
			/>
			{view && (
				<div class="ct-table">
					<Island view={view} aiming={aiming} busy={moment.busy} fresh={recent.fresh} context={context} />
					<Plates view={view} moment={moment} context={context} gains={recent.gains} />
					{view.result ? <Ending view={view} context={context} /> : <Dock {...{ view, moment, context, aiming }} />}
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
	readonly aiming: Aiming;
}

/** The reader's own side of the table. Who only looks on has none. */
function Dock({ view, moment, context, aiming }: DockProps) {
	if (view.you === null) return null;
	const seat = view.you === 1 ? 1 : 0;
	const legal = legalOf(moment);
	const { offered, intent, choose, send } = aiming;
	const shared = { legal, busy: moment.busy, context, onSend: send };
	const isDemanded = legal.some(({ type }) => type === "DISCARD" || type === "TRADE_DECLINE");
	return (
		<div class="ct-dock">
			<OwnCards player={view.players[seat]} {...{ context, offered, intent, busy: moment.busy, onChoose: choose }} />
			{isDemanded && <Demands view={view} {...shared} />}
			{isDealing(intent) && <Dealings key={intent} dealing={intent} view={view} {...shared} onCancel={aiming.cancel} />}
			{!isDemanded && !isDealing(intent) && (
				<Deeds
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
