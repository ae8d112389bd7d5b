// The targets over the island: each a labelled button, one tab stop for all of them, walked by keys. It must not know
// what a target leads to: it says which one was chosen.

import { useRef, useState } from "preact/hooks";
import { isRepeatedClick, isRepeatedEnter } from "../common/repeated_input.ts";
import { useTouch } from "../common/touch.ts";
import { useUniqueId } from "../common/unique_id.ts";
import { between, endsOf, HEIGHT, type Point, slopeOf, TILES, VERTICES, WIDTH } from "./geometry.ts";
import { next } from "./keyboard.ts";
import { idOf, type Place } from "./targets.ts";

interface TargetButtonsProps {
	readonly places: readonly Place[];
	readonly label: string;
	readonly how: string;
	readonly isOff: boolean;
	readonly name: (place: Place) => string;
	/** The kind of piece that goes there, for styling. */
	readonly kind: string;
	/** The tapped place, which waits for the confirmation. */
	readonly armed: Place | null;
	/** A place was chosen; `sure` unless by a finger, which may have slipped. */
	readonly onSelect: (place: Place, sure: boolean) => void;
}

export function TargetButtons({ places, label, how, isOff, name, kind, armed, onSelect }: TargetButtonsProps) {
	const group = useRef<HTMLFieldSetElement>(null);
	const described = useUniqueId();
	const touch = useTouch();
	const [wanted, setWanted] = useState<Place | null>(null);
	if (places.length === 0) return null;
	const points = new Map([...places].sort(byPlace).map((place) => [place, pointOf(place)]));
	const stop = wanted !== null && points.has(wanted) ? wanted : [...points.keys()][0];
	const moveFocus = (event: KeyboardEvent, from: Place) => {
		if (event.altKey || event.metaKey || event.ctrlKey) return;
		const to = next(points, from, event.key);
		if (to === null) return;
		event.preventDefault();
		group.current?.querySelector<HTMLElement>(`[data-place="${to}"]`)?.focus();
	};
	const click = (event: MouseEvent, place: Place) => {
		const sure = !touch.hasClicked();
		if (!isOff && !isRepeatedClick(event)) onSelect(place, sure);
	};
	const press = (event: KeyboardEvent, place: Place) => {
		touch.press(event);
		if (isRepeatedEnter(event)) event.preventDefault();
		else moveFocus(event, place);
	};
	return (
		<fieldset class={`ct-places ct-for-${kind}`} ref={group} aria-describedby={described}>
			<legend class="visually-hidden">{label}</legend>
			{[...points].map(([place, at]) => (
				<button
					key={place}
					type="button"
					class={`ct-place ct-${place.slice(0, place.indexOf("-"))}${place === armed ? " ct-armed" : ""}`}
					data-place={place}
					style={styleOf(place, at)}
					tabIndex={place === stop ? 0 : -1}
					aria-label={name(place)}
					aria-disabled={isOff}
					onFocus={() => setWanted(place)}
					onPointerDown={touch.press}
					onClick={(event) => click(event, place)}
					onKeyDown={(event) => press(event, place)}
				/>
			))}
			<span id={described} class="visually-hidden">
				{how}
			</span>
		</fieldset>
	);
}

function pointOf(place: Place): Point {
	const id = idOf(place);
	if (place.startsWith("edge")) return between(...endsOf(id));
	return (place.startsWith("vertex") ? VERTICES[id] : TILES[id]) ?? { x: 0, y: 0 };
}

function styleOf(place: Place, { x, y }: Point) {
	const turn = place.startsWith("edge") ? `${slopeOf(idOf(place))}deg` : "0deg";
	return { left: `${(100 * x) / WIDTH}%`, top: `${(100 * y) / HEIGHT}%`, "--ct-turn": turn };
}

/** In reading order. */
function byPlace(one: Place, other: Place): number {
	const [a, b] = [pointOf(one), pointOf(other)];
	return Math.abs(a.y - b.y) > 2 ? a.y - b.y : a.x - b.x;
}
