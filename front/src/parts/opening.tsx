// How the opening of a match went: what was done in it, in order. What a cell is called, the game's board knows.
// It must not know: what the actions mean.
import { useEffect, useState } from "preact/hooks";
import { type BoardModule, boardFor } from "../boards/index.ts";
import { isFields } from "../net/heard.ts";
import type { Match } from "../web.ts";
import { say } from "../words/index.ts";
import { humanise } from "../words/names.ts";

type Fields = Readonly<Record<string, unknown>>;
type CellName = (x: number, y: number) => string | null;

export function Opening({ history, match }: { history: Fields; match: Match }) {
	const actions = Array.isArray(history.actions) ? history.actions.filter(isFields) : [];
	const assigned = isFields(history.finalAssignment) ? history.finalAssignment : {};
	const cellName = useCellName(match);
	return (
		<section class="card">
			<h2>{say("match.opening")}</h2>
			<ol class="opening">
				{actions.map((each, index) => (
					<li key={index}>
						<strong>{who(each.playerId, match)}</strong> {what(each, cellName)}
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

/** Until the board is there, and where it has no names for cells, a cell is its numbers. */
function useCellName(match: Match): CellName {
	const [board, setBoard] = useState<BoardModule | null>(null);
	useEffect(() => {
		let isHere = true;
		boardFor(match.game).then(
			(found) => isHere && setBoard(found),
			() => {},
		);
		return () => {
			isHere = false;
		};
	}, [match.game]);
	return (x, y) => board?.cellName?.(match.config, x, y) ?? null;
}

/** A name or a seat's title, as whoever it was is called. */
function who(id: unknown, match: Match): string {
	const seat = match.seats.find((each) => each.player?.name === id || each.title === id);
	return seat?.player?.nickname ?? String(id);
}

function what(action: Fields, cellName: CellName): string {
	const { x, y, ...others } = isFields(action.data) ? action.data : {};
	const cell = typeof x === "number" && typeof y === "number" ? cellName(x, y) : null;
	const values = [...(cell === null ? [x, y] : []), ...Object.values(others)].filter((each) => each != null);
	const words = values.map((each) => (typeof each === "string" ? humanise(each) : String(each)));
	return `${humanise(String(action.type))}: ${[...(cell === null ? [] : [cell]), ...words].join(", ")}`;
}
