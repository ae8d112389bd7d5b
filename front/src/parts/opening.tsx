// How the opening of a match went: what was done in it, in order. It must not know: what the actions mean.
import { isFields } from "../net/heard.ts";
import type { Match } from "../web.ts";
import { say } from "../words/index.ts";
import { humanise } from "../words/names.ts";

type Fields = Readonly<Record<string, unknown>>;

export function Opening({ history, match }: { history: Fields; match: Match }) {
	const actions = Array.isArray(history.actions) ? history.actions.filter(isFields) : [];
	const assigned = isFields(history.finalAssignment) ? history.finalAssignment : {};
	return (
		<section class="card">
			<h2>{say("match.opening")}</h2>
			<ol class="opening">
				{actions.map((each, index) => (
					<li key={index}>
						<strong>{who(each.playerId, match)}</strong> {what(each)}
					</li>
				))}
			</ol>
			<dl class="facts-list">
				{Object.entries(assigned).map(([key, value]) => (
					<div key={key}>
						<dt>{humanise(key.replace(/Id$/, ""))}</dt>
						<dd>{who(value, match)}</dd>
					</div>
				))}
			</dl>
		</section>
	);
}

/** A name or a seat's title, as whoever it was is called. */
function who(id: unknown, match: Match): string {
	const seat = match.seats.find((each) => each.player?.name === id || each.title === id);
	return seat?.player?.nickname ?? String(id);
}

function what(action: Fields): string {
	const data = isFields(action.data) ? action.data : {};
	const values = Object.values(data).filter((each) => each !== null && each !== undefined);
	return `${humanise(String(action.type))}: ${values.map((each) => (typeof each === "string" ? humanise(each) : String(each))).join(", ")}`;
}
