// A link to the rules in a new tab, because leaving the table may cost the game. It must not know: any game.
import { BookIcon } from "../components/icons.tsx";
import { say } from "../words/index.ts";

export function RulesLink({ game }: { game: string }) {
	return (
		<a class="rules-link" href={`/rules/${game}`} target="_blank" rel="noopener">
			<BookIcon /> {say("rules")} <span class="visually-hidden">{say("rules.new_tab")}</span>
		</a>
	);
}
