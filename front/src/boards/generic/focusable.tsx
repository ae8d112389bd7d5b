// Things that can be touched, with a mouse, a finger or the keyboard: one tab stop for a part, arrow keys within it,
// Enter and Space touch, Escape takes back. It must not know any game, nor what a touch leads to.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { neighbour, type Place, type Thing } from "./spots.ts";

export interface Touching {
	/** What has been touched so far. */
	readonly touched: readonly string[];
	/** What may be touched next. */
	readonly next: ReadonlySet<string>;
	/** What the game marks, such as the last move. */
	readonly last: ReadonlySet<string>;
	readonly nameOf: (thing: Thing) => string;
	readonly touch: (id: string) => void;
	readonly cancel: () => void;
}

/** What the element of a thing needs to be touched and focused. */
export interface Spotting {
	readonly attributes: (thing: Thing) => Record<string, string | number | boolean | undefined>;
	readonly classOf: (id: string | undefined) => string;
}

interface FocusableProps {
	readonly places: readonly Place[];
	readonly touching: Touching;
	readonly children: (spotting: Spotting) => ComponentChildren;
}

export function Focusable({ places, touching, children }: FocusableProps) {
	const [wanted, setWanted] = useState<string | null>(null);
	const cursor = cursorOf(places, touching.next, wanted);
	const onKeyDown = (event: KeyboardEvent) => {
		const here = places.find(({ id }) => id === idOf(event.target));
		if (here === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
		if (event.key === "Enter" || event.key === " ") touching.touch(here.id);
		else if (event.key === "Escape") touching.cancel();
		else {
			const to = neighbour(places, here, event.key);
			if (to === null) return;
			elementOf(event.currentTarget as Element, to.id)?.focus();
		}
		event.preventDefault();
	};
	const onClick = (event: MouseEvent) => {
		const id = idOf(event.target);
		if (id === null) touching.cancel();
		else touching.touch(id);
	};
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: the things in it are buttons; their events come up to here
		<div
			class="sc-focusable"
			onKeyDown={onKeyDown}
			onClick={onClick}
			onFocusIn={(event) => setWanted(idOf(event.target))}
		>
			{children(spotting(touching, cursor))}
		</div>
	);
}

/** The tab stop: the last focused thing, else the first that can be touched, else the first. */
function cursorOf(places: readonly Place[], next: ReadonlySet<string>, wanted: string | null): string | null {
	const found = places.find(({ id }) => id === wanted) ?? places.find(({ id }) => next.has(id)) ?? places[0];
	return found?.id ?? null;
}

function spotting(touching: Touching, cursor: string | null): Spotting {
	const { touched, next, last, nameOf } = touching;
	const attributes = (thing: Thing) => {
		if (!thing.id) return { role: "img", "aria-label": nameOf(thing) };
		return {
			role: "button",
			"data-id": thing.id,
			tabindex: thing.id === cursor ? 0 : -1,
			"aria-label": nameOf(thing),
			"aria-disabled": !next.has(thing.id) && !touched.includes(thing.id),
			"aria-pressed": touched.includes(thing.id),
		};
	};
	const classOf = (id: string | undefined) => {
		if (!id) return "sc-thing";
		const states = [next.has(id) && "sc-next", touched.includes(id) && "sc-touched", last.has(id) && "sc-last"];
		return ["sc-thing", ...states].filter(Boolean).join(" ");
	};
	return { attributes, classOf };
}

function idOf(target: EventTarget | null): string | null {
	const element = target instanceof Element ? target.closest("[data-id]") : null;
	return element?.getAttribute("data-id") ?? null;
}

function elementOf(part: Element, id: string): SVGElement | null {
	return (
		[...part.querySelectorAll<SVGElement>("[data-id]")].find((each) => each.getAttribute("data-id") === id) ?? null
	);
}
