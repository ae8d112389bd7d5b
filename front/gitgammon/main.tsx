// The static page of a GitGammon repository: a list of tables, or the one in the address (`#table-id`).
// It must not know rules, nor any server but the static host it came from.

import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { LANGUAGES, type Language } from "../src/words/languages.ts";
import "../src/theme.css";
import "../src/boards/backgammon/backgammon.css";
import "../src/boards/backgammon/panels.css";
import "./page.css";
import { heard, language, preferred, say, speak } from "./language.ts";
import { isTable } from "./table_index.ts";
import { TableList } from "./table_list.tsx";
import { TablePage } from "./table_page.tsx";

function here(): string | null {
	const id = decodeURIComponent(location.hash.slice(1));
	return isTable(id) ? id : null;
}

function Page() {
	const [table, setTable] = useState(here);
	useEffect(() => {
		const look = () => setTable(here());
		addEventListener("hashchange", look);
		look(); // the address may have changed since it was first looked at
		return () => removeEventListener("hashchange", look);
	}, []);
	return (
		<>
			<header class="gitgammon-top">
				<p class="gitgammon-brand">
					<a href="#/">{say("gitgammon.title")}</a> <small>{say("gitgammon.about")}</small>
				</p>
				<label>
					<span class="visually-hidden">{say("gitgammon.language")}</span>
					<select value={language.value} onChange={(event) => speak(event.currentTarget.value as Language)}>
						{Object.entries(LANGUAGES).map(([code, name]) => (
							<option key={code} value={code}>
								{name}
							</option>
						))}
					</select>
				</label>
			</header>
			<main>{table === null ? <TableList /> : <TablePage key={table} table={table} />}</main>
			<div class="visually-hidden" role="status" aria-live="polite">
				{heard.value}
			</div>
		</>
	);
}

speak(preferred());
const root = document.getElementById("gitgammon");
if (root !== null) render(<Page />, root);
