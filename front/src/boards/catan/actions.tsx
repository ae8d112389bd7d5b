// What the reader may do now, as buttons: roll, build, buy, trade, end the turn, with the prices and what they lack. It
// must not know rules: a button is on if `legal` has something behind it.

import type { BoardContext, Say } from "../board.ts";
import { ActionButton } from "./action_button.tsx";
import { Chip } from "./cards.tsx";
import { handName } from "./labels.ts";
import { City, colourOf, Settlement } from "./pieces.tsx";
import type { Intent } from "./targets.ts";
import { type Act, type Building, type Hand, PIECES, type PlayerView, PRICES, RESOURCES } from "./types.ts";

const BUILDINGS = ["road", "settlement", "city", "development"] as const;
const TRADES = ["bank", "offer"] as const;

interface ActionsProps {
	readonly legal: readonly Act[];
	readonly offered: ReadonlySet<Intent>;
	readonly intent: Intent | null;
	readonly player: PlayerView;
	readonly seat: number;
	readonly deck: number;
	readonly offersLeft: number;
	readonly busy: boolean;
	readonly context: BoardContext;
	readonly onChoose: (intent: Intent) => void;
	readonly onSend: (act: Act) => void;
}

export function Actions(props: ActionsProps) {
	const { legal, offered, intent, busy, context, offersLeft, onChoose, onSend } = props;
	const { say } = context;
	const main = legal.find(({ type }) => type === "ROLL_DICE" || type === "END_TURN");
	return (
		<div class="ct-actions">
			<ul class="ct-buildings" aria-label={say("catan.costs")}>
				{BUILDINGS.map((building) => (
					<li key={building}>
						<Build building={building} {...props} />
					</li>
				))}
			</ul>
			<div class="ct-trades">
				{TRADES.map((form) => (
					<ActionButton
						key={form}
						action={form}
						isOff={busy || !offered.has(form)}
						isChosen={intent === form}
						onPress={() => onChoose(form)}
					>
						{say(`catan.do.${form}`)}
						{form === "offer" && <small>{say("catan.offers", { count: offersLeft })}</small>}
					</ActionButton>
				))}
				<ActionButton
					kind="primary ct-main"
					action={main?.type === "ROLL_DICE" ? "roll" : "end"}
					isOff={busy || main === undefined}
					onPress={() => main && onSend(main)}
				>
					{say(main?.type === "ROLL_DICE" ? "catan.do.roll" : "catan.do.end")}
				</ActionButton>
			</div>
		</div>
	);
}

function Build(props: ActionsProps & { building: Building }) {
	const { building, legal, offered, intent, player, seat, deck, busy, context, onChoose, onSend } = props;
	const { say } = context;
	const purchase = building === "development" ? legal.find(({ type }) => type === "BUY_DEVELOPMENT") : undefined;
	const can = building === "development" ? purchase !== undefined : offered.has(building);
	const left = leftOf(building, player, deck);
	return (
		<ActionButton
			kind="ct-build"
			action={building}
			isOff={busy || !can}
			isChosen={building === "development" ? undefined : intent === building}
			onPress={() => (building === "development" ? purchase && onSend(purchase) : onChoose(building))}
		>
			<Sketch building={building} seat={seat} />
			<span class="ct-build-name">{say(`catan.${building}`)}</span>
			<Price price={PRICES[building]} hand={player.resources ?? [0, 0, 0, 0, 0]} say={say} />
			<span class="ct-left" title={say("catan.left", { count: left })}>
				<span aria-hidden="true">×{left}</span>
				<span class="visually-hidden">{say("catan.left", { count: left })}</span>
			</span>
		</ActionButton>
	);
}

function leftOf(building: Building, player: PlayerView, deck: number): number {
	switch (building) {
		case "road":
			return PIECES.road - player.roads.length;
		case "settlement":
			return PIECES.settlement - player.settlements.length;
		case "city":
			return PIECES.city - player.cities.length;
		case "development":
			return deck;
	}
}

/** A chip for each card of the price; pale if the hand lacks it. */
function Price({ price, hand, say }: { price: Hand; hand: readonly number[]; say: Say }) {
	return (
		<span class="ct-price">
			{RESOURCES.flatMap((resource, kind) =>
				Array.from({ length: price[kind] ?? 0 }, (_, nth) => (
					<Chip key={`${resource}-${nth}`} resource={resource} missing={nth >= (hand[kind] ?? 0)} />
				)),
			)}
			<span class="visually-hidden">{handName(price, say)}</span>
		</span>
	);
}

function Sketch({ building, seat }: { building: Building; seat: number }) {
	return (
		<svg class="ct-sketch" viewBox="-24 -27 48 46" aria-hidden="true">
			{building === "settlement" && <Settlement seat={seat} />}
			{building === "city" && <City seat={seat} />}
			{building === "road" && (
				<g class={`ct-road ct-${colourOf(seat)}`} transform="translate(0 -2) rotate(-28)">
					<rect class="ct-body" x="-21" y="-5.500" width="42" height="11" rx="3" />
				</g>
			)}
			{building === "development" && (
				<g class="ct-sketch-card" transform="translate(0 -4)">
					<rect x="-14" y="-20" width="28" height="38" rx="4" />
					<path d="M0-12 4-2l10 1-7.500 6 2.500 10L0 9.500-9 15-6.500 5-14-1l10-1Z" transform="scale(0.800)" />
				</g>
			)}
		</svg>
	);
}
