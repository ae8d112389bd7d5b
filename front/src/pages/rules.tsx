// How to play a game: the guide in the user's language, if there is one, and the rule book. It must not know: any game.
import { Load } from "../components/load.tsx";
import { Page } from "../components/page.tsx";
import type { Rules } from "../web.ts";
import { language, say } from "../words/index.ts";
import { gameName } from "../words/names.ts";

export function RulesPage({ game }: { game: string }) {
	const title = say("rules.title", { game: gameName(game) });
	return (
		<Load<Rules> path={`rules/${encodeURIComponent(game)}?language=${language.value}`} title={title}>
			{(rules) => (rules.guide === null ? <Book title={title} html={rules.html} /> : <Both title={title} {...rules} />)}
		</Load>
	);
}

// The server makes both from Markdown, with HTML escaped: no foreign markup gets here.

function Both({ title, guide, html }: { title: string; guide: string | null; html: string }) {
	return (
		<Page title={title}>
			<article class="card prose" dangerouslySetInnerHTML={{ __html: guide ?? "" }} />
			<details class="card">
				<summary>{say("rules.whole")}</summary>
				<article class="prose" lang="en" dangerouslySetInnerHTML={{ __html: html }} />
			</details>
		</Page>
	);
}

function Book({ title, html }: { title: string; html: string }) {
	return (
		<Page title={title} lead={language.value === "en" ? undefined : say("rules.english")}>
			<article class="card prose" lang="en" dangerouslySetInnerHTML={{ __html: html }} />
		</Page>
	);
}
