// A form beside the island, sent when its answer is chosen, and the parts of such forms. It must not know what is
// asked.

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Say } from "../board.ts";
import { useUniqueId } from "../common/unique_id.ts";
import { Chip } from "./cards.tsx";
import { RESOURCES, type Resource } from "./types.ts";

interface PanelProps {
	readonly title: string;
	/** The button's label; null while there is nothing to send. */
	readonly answer: string | null;
	readonly hint: string;
	readonly isOff: boolean;
	/** Given if the form may be left without an answer. */
	readonly cancel?: { readonly text: string; readonly onCancel: () => void };
	readonly onSubmit: () => void;
	readonly children: ComponentChildren;
}

export function Panel({ title, answer, hint, isOff, cancel, onSubmit, children }: PanelProps) {
	const form = useRef<HTMLFormElement>(null);
	const heading = useUniqueId();
	useEffect(() => takeFocus(form.current), []);
	const send = (event: Event) => {
		event.preventDefault();
		if (!isOff && answer !== null) onSubmit();
	};
	return (
		<form class="ct-panel" ref={form} tabIndex={-1} aria-labelledby={heading} onSubmit={send}>
			<h3 id={heading}>{title}</h3>
			{children}
			<div class="ct-answers">
				{cancel && (
					<button type="button" onClick={cancel.onCancel}>
						{cancel.text}
					</button>
				)}
				<button type="submit" class="primary" aria-disabled={isOff || answer === null}>
					{answer ?? hint}
				</button>
			</div>
		</form>
	);
}

/** Unless the user is busy elsewhere on the page. */
function takeFocus(form: HTMLFormElement | null): void {
	const active = document.activeElement;
	if (active !== null && active !== document.body && active.closest(".catan") === null) return;
	form?.focus({ preventScroll: true });
	form?.scrollIntoView({ block: "nearest" });
}

interface PickProps {
	readonly legend: string;
	readonly options: readonly Resource[];
	readonly chosen: Resource | null;
	readonly say: Say;
	/** A note beside an option's name. */
	readonly note?: (resource: Resource) => string;
	readonly onChoose: (resource: Resource) => void;
}

/** One of the resources offered. */
export function Pick({ legend, options, chosen, say, note, onChoose }: PickProps) {
	const group = useUniqueId();
	return (
		<fieldset class="ct-pick">
			<legend>{legend}</legend>
			{options.map((resource) => (
				<label key={resource} class="ct-option">
					<input type="radio" name={group} checked={resource === chosen} onChange={() => onChoose(resource)} />
					<Chip resource={resource} />
					<span>{say(`catan.card.${resource}`)}</span>
					{note && <small>{note(resource)}</small>}
				</label>
			))}
		</fieldset>
	);
}

interface CountsProps {
	readonly legend: string;
	readonly counts: readonly number[];
	/** The number held, if it is known. */
	readonly held?: readonly number[];
	/** The most that can be chosen of each. */
	readonly most: (kind: number) => number;
	readonly say: Say;
	readonly onChange: (counts: readonly number[]) => void;
}

/** A count of each resource, changed one at a time. */
export function Counts({ legend, counts, held, most, say, onChange }: CountsProps) {
	const put = (kind: number, count: number) => onChange(counts.map((each, nth) => (nth === kind ? count : each)));
	return (
		<fieldset class="ct-counts">
			<legend>{legend}</legend>
			{RESOURCES.map((resource, kind) => {
				const count = counts[kind] ?? 0;
				const card = say(`catan.card.${resource}`);
				return (
					<div key={resource} class="ct-stepper">
						<Chip resource={resource} />
						<output aria-label={card}>
							{count}
							{held && <small>/{held[kind]}</small>}
						</output>
						<button
							type="button"
							aria-label={say("catan.more", { card })}
							aria-disabled={count >= most(kind)}
							onClick={() => count < most(kind) && put(kind, count + 1)}
						>
							+
						</button>
						<button
							type="button"
							aria-label={say("catan.less", { card })}
							aria-disabled={count === 0}
							onClick={() => count > 0 && put(kind, count - 1)}
						>
							−
						</button>
					</div>
				);
			})}
		</fieldset>
	);
}
