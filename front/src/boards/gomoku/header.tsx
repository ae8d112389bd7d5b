// The header of the board. It must not know more than `status.ts` says.

import type { BoardContext } from "../board.ts";
import { BoardHeader } from "../common/header.tsx";
import type { UiText } from "../common/ui_text.ts";
import { headline, instruction, roleOf, type Step, signMark, track } from "./status.ts";
import { StoneSign } from "./stone.tsx";
import { uiText, type View } from "./types.ts";

interface HeaderProps {
	readonly view: View | null;
	readonly busy: boolean;
	readonly context: BoardContext;
}

/** The two lines of the header, as keys and params. */
export function header(view: View | null, busy: boolean, name: (seat: number) => string): [UiText, UiText] {
	if (view === null) return [uiText("phase.before"), uiText("before")];
	const waits = busy && view.result === null && roleOf(view) === "actor";
	return [headline(view, name), waits ? uiText("busy") : instruction(view, name)];
}

export function Header({ view, busy, context }: HeaderProps) {
	const [title, text] = header(view, busy, context.seatName);
	const mark = view && signMark(view);
	const acts = view !== null && view.result === null && roleOf(view) === "actor" && !busy;
	return (
		<BoardHeader
			title={context.say(title.key, title.params)}
			text={context.say(text.key, text.params)}
			isAsked={acts}
			sign={mark && <StoneSign mark={mark} />}
		>
			{view && view.gamePhase === "swap2" && <Track steps={track(view)} context={context} />}
		</BoardHeader>
	);
}

function Track({ steps, context }: { steps: readonly Step[]; context: BoardContext }) {
	return (
		<ol class="gk-track" aria-label={context.say("gomoku.track")}>
			{steps.map(({ stage, state }) => (
				<li key={stage} class={`gk-step gk-${state}`} aria-current={state === "now" ? "step" : undefined}>
					{context.say(`gomoku.step.${stage}`)}
					{(state === "done" || state === "skipped") && (
						<span class="visually-hidden">, {context.say(`gomoku.step.${state}`)}</span>
					)}
				</li>
			))}
		</ol>
	);
}
