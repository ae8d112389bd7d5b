// What has happened at a table, and what was said there, in order of time. It must not know: any game.
import { useEffect, useRef } from "preact/hooks";
import type { TableEvent } from "../net/types.ts";
import type { Session } from "../state/session.ts";
import type { Said } from "../web.ts";
import { known, say, tell } from "../words/index.ts";
import { humanise, phraseText } from "../words/names.ts";
import { hourText } from "../words/times.ts";
import { aroundOf } from "./board_host.tsx";
import { seatName } from "./names.ts";

export interface Heard {
	readonly at: number;
	readonly said: Said;
}

interface Line {
	readonly at: number;
	readonly key: string;
	readonly text: string;
	readonly who?: string;
}

export function Log({ session, game, heard }: { session: Session; game: string; heard: readonly Heard[] }) {
	const list = useRef<HTMLOListElement>(null);
	const lines = linesOf(session, game, heard);
	const count = lines.length;
	useEffect(() => {
		const element = list.current;
		if (element !== null) element.scrollTop = element.scrollHeight;
	}, [count]);
	return (
		<section class="card log">
			<h2>{say("table.log")}</h2>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
			<ol ref={list} tabIndex={0} aria-label={say("table.log")}>
				{lines.map((each) => (
					<li key={each.key} class={each.who === undefined ? undefined : "said"}>
						{each.at > 0 && <time>{hourText(each.at)}</time>}
						<span>
							{each.who !== undefined && <strong>{each.who}: </strong>}
							{each.text}
						</span>
					</li>
				))}
			</ol>
			{count === 0 && <p class="empty">{say("table.log.empty")}</p>}
		</section>
	);
}

function linesOf(session: Session, game: string, heard: readonly Heard[]): Line[] {
	const every = session.events.value.flatMap((event): Line[] => {
		const text = lineText(session, game, event);
		return text === null || text === "" ? [] : [{ at: event.ts ?? 0, key: `e${event.seq}`, text }];
	});
	// That somebody goes or comes, the table and the game may both tell: it is read once.
	const told = every.filter(({ text, at }, index) => text !== every[index - 1]?.text || at !== every[index - 1]?.at);
	const spoken = heard.map(({ at, said }, index): Line => {
		return { at, key: `s${index}`, text: phraseText(said.phrase), who: said.sender.nickname };
	});
	return [...told, ...spoken].sort((one, other) => one.at - other.at);
}

/** The game's own words, else the shell's, else the bare name of what happened; nothing for what is hidden. */
export function lineText(session: Session, game: string, event: TableEvent): string | null {
	if (event.type === "event.hidden") return null;
	const snapshot = session.shown.value?.snapshot ?? null;
	const own = session.board.lines?.(event, aroundOf(session, game), snapshot) ?? null;
	if (own !== null) return own;
	const params = paramsOf(event, (seat) => seatName(snapshot, seat));
	const key = known(`event.${game}.${event.type}`, `event.${event.type}`);
	if (key !== undefined) return tell(key, params);
	return params.name === undefined ? humanise(event.type) : `${params.name}: ${humanise(event.type)}`;
}

function paramsOf(event: TableEvent, name: (seat: number) => string): Record<string, string | number> {
	const params: Record<string, string | number> = {};
	for (const [field, value] of Object.entries(event.payload)) {
		if (typeof value === "string" || typeof value === "number") params[field] = value;
	}
	const seat = event.payload.player_id ?? event.payload.seat;
	if (typeof seat === "number") params.name = name(seat);
	return params;
}
