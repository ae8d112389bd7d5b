// A form in the middle of the table, with its time limit, sent when an answer is chosen. It takes the focus, unless the
// user is busy elsewhere, and returns it to the hand. It must not know what is asked.

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { BoardContext, Moment } from "../board.ts";
import { useUniqueId } from "../common/unique_id.ts";
import { Clock } from "./seats.tsx";

export interface FormProps {
	readonly moment: Moment;
	readonly context: BoardContext;
	readonly toHand: () => void;
}

interface PanelProps extends FormProps {
	readonly title: string;
	readonly onSubmit: () => void;
	readonly children: ComponentChildren;
}

export function Panel({ moment, context, toHand, title, onSubmit, children }: PanelProps) {
	const form = useRef<HTMLFormElement>(null);
	const heading = useUniqueId();
	useFocus(form, toHand);
	const send = (event: Event) => {
		event.preventDefault();
		if (!moment.busy) onSubmit();
	};
	return (
		<form class="br-panel" ref={form} tabIndex={-1} aria-labelledby={heading} onSubmit={send}>
			<div class="br-panel-head">
				<h3 id={heading}>{title}</h3>
				{moment.snapshot.you !== null && <Clock seat={moment.snapshot.you} moment={moment} say={context.say} />}
			</div>
			{children}
		</form>
	);
}

function useFocus(form: { current: HTMLFormElement | null }, toHand: () => void): void {
	const back = useRef(toHand);
	back.current = toHand;
	useEffect(() => {
		const here = form.current;
		if (isNowhere(document.activeElement)) here?.focus({ preventScroll: true });
		return () => {
			const now = document.activeElement;
			if (isNowhere(now) || here?.contains(now)) back.current();
		};
	}, [form]);
}

function isNowhere(active: Element | null): boolean {
	return active === null || active === document.body;
}
