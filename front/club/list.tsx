// All tables of the club. It must not know what is played at them.

import { useEffect, useState } from "preact/hooks";
import { say } from "./speaking.ts";
import { isTable, type Listed, listTables } from "./tables.ts";

export function List() {
	const [tables, setTables] = useState<readonly Listed[] | null | undefined>(undefined);
	useEffect(() => {
		void listTables().then(setTables);
	}, []);
	return (
		<section>
			<h1>{say("club.tables")}</h1>
			{tables === undefined && <p role="status">{say("club.loading")}</p>}
			{tables === null && <ByName />}
			{tables?.length === 0 && <p>{say("club.tables.none")}</p>}
			<ul class="club-list">
				{tables?.map((each) => (
					<li key={each.id}>
						<a class="card" href={`#${each.id}`}>
							<strong>{each.players ? `${each.players.white} – ${each.players.black}` : each.id}</strong>
							<span>{standing(each)}</span>
							{each.players && <small>{each.id}</small>}
						</a>
					</li>
				))}
			</ul>
		</section>
	);
}

function standing({ status, winner, activePlayer }: Listed): string {
	if (status === "completed" && winner) return say(`club.listed.won.${winner}`);
	return status === "playing" && activePlayer ? say(`club.listed.turn.${activePlayer}`) : "";
}

function ByName() {
	const [id, setId] = useState("");
	const open = (event: Event) => {
		event.preventDefault();
		if (isTable(id.trim())) location.hash = id.trim();
	};
	return (
		<form onSubmit={open} class="club-open">
			<p>{say("club.tables.unknown")}</p>
			<label for="table-name" class="visually-hidden">
				{say("club.tables.name")}
			</label>
			<input
				id="table-name"
				value={id}
				placeholder="anna-vs-bruno-2026-01-31"
				onInput={(event) => setId(event.currentTarget.value)}
			/>
			<button type="submit" class="primary">
				{say("club.tables.open")}
			</button>
		</form>
	);
}
