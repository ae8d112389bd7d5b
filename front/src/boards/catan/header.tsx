// The header above the island, with the dice of this turn. It must not know more than `status.ts`.

import type { BoardContext } from "../board.ts";
import { BoardHeader } from "../common/header.tsx";
import type { UiText } from "../common/ui_text.ts";
import { ActionButton } from "./action_button.tsx";
import { Die, Sign } from "./pieces.tsx";
import { headline, instruction } from "./status.ts";
import { type Intent, isCardForm } from "./targets.ts";
import { type Act, isToAct, sum, uiText, type View } from "./types.ts";

interface HeaderProps {
	readonly view: View | null;
	readonly legal: readonly Act[];
	readonly busy: boolean;
	readonly intent: Intent | null;
	readonly sentence: string;
	readonly context: BoardContext;
	readonly onCancel: () => void;
}

/** The two lines of the header, as keys and params. */
export function header(
	view: View | null,
	legal: readonly Act[],
	busy: boolean,
	intent: Intent | null,
	{ seatName }: Pick<BoardContext, "seatName">,
): [UiText, UiText] {
	const waits = busy && legal.length > 0;
	return [headline(view, seatName), waits ? uiText("busy") : instruction(view, seatName, legal, intent)];
}

export function Header({ view, legal, busy, intent, sentence, context, onCancel }: HeaderProps) {
	const { say } = context;
	const [title, text] = header(view, legal, busy, intent, context);
	const sign = view?.result ? view.result.winner : (view?.to_act[0] ?? view?.current ?? null);
	const asked = view !== null && isToAct(view) && !busy;
	return (
		<BoardHeader
			title={say(title.key, title.params)}
			text={say(text.key, text.params)}
			isAsked={asked}
			sign={sign !== null && sign !== undefined && <Sign seat={sign} />}
		>
			{intent !== null && !isCardForm(intent) && (
				<ActionButton kind="ct-cancel" onPress={onCancel}>
					{say("catan.cancel")}
				</ActionButton>
			)}
			{view?.dice && <Dice dice={view.dice} label={say("catan.dice", { sum: sum(view.dice) })} />}
			<p class="ct-sentence">{sentence}</p>
		</BoardHeader>
	);
}

function Dice({ dice: [red, yellow], label }: { dice: readonly [number, number]; label: string }) {
	return (
		<div class="ct-dice" role="img" aria-label={label}>
			<Die value={red} kind="red" />
			<Die value={yellow} kind="yellow" />
			<strong aria-hidden="true">{red + yellow}</strong>
		</div>
	);
}
