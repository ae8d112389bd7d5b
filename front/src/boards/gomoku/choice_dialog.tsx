// The choice of Swap 2: a dialog beside the board, which stays visible and usable. It offers what is legal. It must not
// know what a choice leads to. Esc returns to the board and chooses nothing.

import { useEffect, useRef } from "preact/hooks";
import { clockText } from "../../words/times.ts";
import type { BoardContext, Moment } from "../board.ts";
import { useTicker } from "../common/ticker.ts";
import { timeLeft } from "../common/time_left.ts";
import { useUniqueId } from "../common/unique_id.ts";
import { openingStones } from "./cells.ts";
import { OpeningStones } from "./legend.tsx";
import { StoneSign } from "./stone.tsx";
import type { Choice, Choose, Mark, View } from "./types.ts";

interface ChoiceProps {
	readonly view: View;
	readonly moment: Moment;
	readonly options: readonly Choose[];
	readonly context: BoardContext;
	readonly toBoard: () => void;
}

const MARKS: Readonly<Partial<Record<Choice, Mark>>> = { black: "X", white: "O" };

export function ChoiceDialog({ view, moment, options, context, toBoard }: ChoiceProps) {
	const dialog = useRef<HTMLDialogElement>(null);
	const title = useUniqueId();
	useFocus(dialog, toBoard);
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.key === "Tab" && dialog.current) keepFocus(dialog.current, event);
		if (event.key !== "Escape") return;
		event.preventDefault();
		toBoard();
	};
	return (
		<dialog class="gk-choice" ref={dialog} open tabIndex={-1} aria-labelledby={title} onKeyDown={onKeyDown}>
			<div class="gk-choice-head">
				<h3 id={title}>{context.say("gomoku.choice.title")}</h3>
				<TimeLeft moment={moment} context={context} />
			</div>
			<OpeningStones view={view} context={context} />
			<div class="gk-options">
				{options.map((option) => (
					<Option key={option.choice} option={option} view={view} busy={moment.busy} context={context} />
				))}
			</div>
			<p class="gk-escape">{context.say("gomoku.choice.escape")}</p>
		</dialog>
	);
}

interface OptionProps {
	readonly option: Choose;
	readonly view: View;
	readonly busy: boolean;
	readonly context: BoardContext;
}

function Option({ option, view, busy, context }: OptionProps) {
	const mark = MARKS[option.choice];
	return (
		<button
			type="button"
			class="gk-option"
			data-choice={option.choice}
			aria-disabled={busy}
			onClick={() => !busy && context.send(option)}
		>
			{mark ? <StoneSign mark={mark} /> : <TwoMore />}
			<span class="gk-option-words">
				<strong>{context.say(`gomoku.choice.${option.choice}`)}</strong>
				<small>{hint(view, mark, context)}</small>
			</span>
		</button>
	);
}

function hint(view: View, mark: Mark | undefined, context: BoardContext): string {
	if (!mark) return context.say("gomoku.choice.more", { other: context.seatName(1 - (view.toAct ?? 0)) });
	const stones = openingStones(view).filter((stone) => stone.mark === mark);
	return context.say("gomoku.choice.yours", { stones: stones.map(({ order }) => order).join(",\u00a0") });
}

function TwoMore() {
	return (
		<span class="gk-two">
			<StoneSign mark="X" />
			<StoneSign mark="O" />
		</span>
	);
}

function TimeLeft({ moment, context }: { moment: Moment; context: BoardContext }) {
	const { to_act } = moment.snapshot;
	const left = timeLeft(moment, ({ seats }) => seats.some((seat) => to_act.includes(seat)));
	useTicker(left !== null);
	if (left === null) return null;
	const time = clockText(left);
	return (
		<span
			class={`gk-time${left < 10_000 ? " gk-short" : ""}`}
			role="timer"
			aria-label={context.say("gomoku.time", { time })}
		>
			{time}
		</span>
	);
}

/** The dialog takes the focus, unless the user is busy elsewhere on the page, and returns it to the board. */
function useFocus(dialog: { current: HTMLDialogElement | null }, toBoard: () => void): void {
	const back = useRef(toBoard);
	back.current = toBoard;
	useEffect(() => {
		const here = dialog.current;
		const active = document.activeElement;
		if (active === null || active === document.body || here?.closest(".gomoku")?.contains(active)) {
			here?.focus({ preventScroll: true });
		}
		here?.scrollIntoView?.({ block: "nearest" });
		return () => {
			const now = document.activeElement;
			if (now === null || now === document.body || here?.contains(now)) back.current();
		};
	}, [dialog]);
}

/** Tab cycles inside the dialog; Esc is the way out. */
function keepFocus(dialog: HTMLElement, event: KeyboardEvent): void {
	const options = [...dialog.querySelectorAll<HTMLElement>("button")];
	const [first, last] = [options[0], options.at(-1)];
	const active = document.activeElement;
	const leaves = event.shiftKey ? active === first || active === dialog : active === last;
	if (!leaves) return;
	event.preventDefault();
	(event.shiftKey ? last : first)?.focus();
}
