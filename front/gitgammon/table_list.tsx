// All tables of the repository. It must not know what is played at them.

import { useEffect, useState } from "preact/hooks";
import { say } from "./language.ts";
import { isTable, listTables, type TableSummary } from "./table_index.ts";

export function TableList() {
	const [tables, setTables] = useState<readonly TableSummary[] | null | undefined>(undefined);
	useEffect(() => {
		void listTables().then(setTables);
	}, []);
	return (
		<section>
			<h1>{say("gitgammon.tables")}</h1>
			{tables === undefined && <p role="status">{say("gitgammon.loading")}</p>}
			{tables === null && <ByName />}
			{tables?.length === 0 && <p>{say("gitgammon.tables.none")}</p>}
			<ul class="gitgammon-list">
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

function standing({ status, winner, activePlayer }: TableSummary): string {
	if (status === "completed" && winner) return say(`gitgammon.listed.won.${winner}`);
	return status === "playing" && activePlayer ? say(`gitgammon.listed.turn.${activePlayer}`) : "";
}

function ByName() {
	const [id, setId] = useState("");
	const open = (event: Event) => {
		event.preventDefault();
		if (isTable(id.trim())) location.hash = id.trim();
	};
	return (
		<form onSubmit={open} class="gitgammon-open">
			<p>{say("gitgammon.tables.unknown")}</p>
			<label for="table-name" class="visually-hidden">
				{say("gitgammon.tables.name")}
			</label>
			<input
				id="table-name"
				value={id}
				placeholder="anna-vs-bruno-2026-01-31"
				onInput={(event) => setId(event.currentTarget.value)}
			/>
			<button type="submit" class="primary">
				{say("gitgammon.tables.open")}
			</button>
		</form>
	);
}
