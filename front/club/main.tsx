// Where a club's page begins: a list of tables, or one of them, as the address says (`#table-id`).
// It must not know rules, nor any server but the static host it came from.

import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { LANGUAGES, type Language } from "../src/words/languages.ts";
import "../src/theme.css";
import "../src/boards/backgammon/backgammon.css";
import "../src/boards/backgammon/panels.css";
import "./club.css";
import { List } from "./list.tsx";
import { heard, language, preferred, say, speak } from "./speaking.ts";
import { TablePage } from "./table.tsx";
import { isTable } from "./tables.ts";

function here(): string | null {
	const id = decodeURIComponent(location.hash.slice(1));
	return isTable(id) ? id : null;
}

function Club() {
	const [table, setTable] = useState(here);
	useEffect(() => {
		const look = () => setTable(here());
		addEventListener("hashchange", look);
		look(); // the address may have changed since it was first looked at
		return () => removeEventListener("hashchange", look);
	}, []);
	return (
		<>
			<header class="club-top">
				<p class="club-brand">
					<a href="#/">{say("club.title")}</a> <small>{say("club.about")}</small>
				</p>
				<label>
					<span class="visually-hidden">{say("club.language")}</span>
					<select value={language.value} onChange={(event) => speak(event.currentTarget.value as Language)}>
						{Object.entries(LANGUAGES).map(([code, name]) => (
							<option key={code} value={code}>
								{name}
							</option>
						))}
					</select>
				</label>
			</header>
			<main>{table === null ? <List /> : <TablePage key={table} table={table} />}</main>
			<div class="visually-hidden" role="status" aria-live="polite">
				{heard.value}
			</div>
		</>
	);
}

speak(preferred());
const root = document.getElementById("club");
if (root !== null) render(<Club />, root);
