// What happened and was said at a table, in order of time. It must not know: any game.
import { useEffect, useRef } from "preact/hooks";
import type { TableSession } from "../state/table_session.ts";
import type { PhraseSaid } from "../web.ts";
import { say } from "../words/index.ts";
import { phraseText } from "../words/names.ts";
import { hourText } from "../words/times.ts";
import { contextOf } from "./board_mount.tsx";
import { logLine } from "./log_lines.ts";

export interface ChatMessage {
	readonly at: number;
	readonly said: PhraseSaid;
}

interface Line {
	readonly at: number;
	readonly key: string;
	readonly text: string;
	readonly who?: string;
}

export function Log({ session, game, chat }: { session: TableSession; game: string; chat: readonly ChatMessage[] }) {
	const list = useRef<HTMLOListElement>(null);
	const lines = linesOf(session, game, chat);
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

function linesOf(session: TableSession, game: string, chat: readonly ChatMessage[]): Line[] {
	const every = session.events.value.flatMap((event): Line[] => {
		const snapshot = session.shown.value?.snapshot ?? null;
		const text = logLine(event, session.board, contextOf(session, game), snapshot);
		return text === null || text === "" ? [] : [{ at: event.ts ?? 0, key: `e${event.seq}`, text }];
	});
	// Both the table and the game may report that somebody leaves or returns: show it once.
	const told = every.filter(({ text, at }, index) => text !== every[index - 1]?.text || at !== every[index - 1]?.at);
	const spoken = chat.map(({ at, said }, index): Line => {
		return { at, key: `s${index}`, text: phraseText(said.phrase), who: said.sender.nickname };
	});
	return [...told, ...spoken].sort((one, other) => one.at - other.at);
}
