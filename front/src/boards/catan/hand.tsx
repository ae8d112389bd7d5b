// The reader's own cards: resources, and development cards with what can be played now. It must not know rules: a card
// can be played if what it leads to is offered.

import type { BoardContext } from "../board.ts";
import { ActionButton } from "./action_button.tsx";
import { DevelopmentFace, ResourceCard } from "./cards.tsx";
import type { Intent } from "./targets.ts";
import { DEVELOPMENTS, type Development, type PlayerView, RESOURCES } from "./types.ts";

const INTENTS: Readonly<Partial<Record<Development, Intent>>> = {
	KNIGHT: "knight",
	ROAD_BUILDING: "roads",
	YEAR_OF_PLENTY: "plenty",
	MONOPOLY: "monopoly",
};

interface HandProps {
	readonly player: PlayerView;
	readonly context: BoardContext;
	readonly offered: ReadonlySet<Intent>;
	readonly intent: Intent | null;
	readonly busy: boolean;
	readonly onChoose: (intent: Intent) => void;
}

export function OwnCards(props: HandProps) {
	const { say } = props.context;
	const resources = props.player.resources ?? [];
	return (
		<section class="ct-hand" aria-label={say("catan.hand")}>
			<ul class="ct-resources">
				{RESOURCES.map((resource, kind) => (
					<li key={resource}>
						<ResourceCard resource={resource} count={resources[kind] ?? 0} say={say} />
					</li>
				))}
			</ul>
			<Developments {...props} />
		</section>
	);
}

function Developments({ player, context, offered, intent, busy, onChoose }: HandProps) {
	const { say } = context;
	const held = DEVELOPMENTS.map((card, kind) => ({
		card,
		old: player.dev_cards?.[kind] ?? 0,
		fresh: player.new_dev_cards?.[kind] ?? 0,
	})).filter(({ old, fresh }) => old + fresh > 0);
	if (held.length === 0) return null;
	return (
		<ul class="ct-devs" aria-label={say("catan.devs")}>
			{held.map(({ card, old, fresh }) => {
				const leads = INTENTS[card];
				const can = leads !== undefined && offered.has(leads);
				const name = say(`catan.dev.${card}`);
				const face = (
					<>
						<DevelopmentFace card={card} />
						<span class="ct-card-name">{name}</span>
						{old > 1 && <span class="ct-count">{old}</span>}
						{fresh > 0 && (
							<span class="ct-new" title={say("catan.dev.new", { count: fresh })}>
								<span aria-hidden="true">+{fresh}</span>
								<span class="visually-hidden">{say("catan.dev.new", { count: fresh })}</span>
							</span>
						)}
					</>
				);
				return (
					<li key={card} data-card={card}>
						{can && leads ? (
							<ActionButton
								kind="ct-dev ct-playable"
								action={leads}
								isChosen={intent === leads}
								isOff={busy}
								onPress={() => onChoose(leads)}
							>
								{face}
							</ActionButton>
						) : (
							<span class="ct-dev">{face}</span>
						)}
					</li>
				);
			})}
		</ul>
	);
}
