// A game's rule book, as its author wrote it. It must not know: any game.
import { Load } from "../parts/load.tsx";
import { Page } from "../parts/page.tsx";
import type { Rules } from "../web.ts";
import { language, say } from "../words/index.ts";
import { gameName } from "../words/names.ts";

export function RulesPage({ game }: { game: string }) {
	const title = say("rules.title", { game: gameName(game) });
	return (
		<Load<Rules> path={`rules/${encodeURIComponent(game)}`} title={title}>
			{({ html }) => (
				<Page title={title} lead={language.value === "en" ? undefined : say("rules.english")}>
					{/* The server makes it of Markdown, in which HTML is text: nobody else's markup comes here. */}
					<article class="card prose" lang="en" dangerouslySetInnerHTML={{ __html: html }} />
				</Page>
			)}
		</Load>
	);
}
