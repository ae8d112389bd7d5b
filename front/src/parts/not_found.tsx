// Nothing is here. It must not know: what was looked for.
import { Page } from "./page.tsx";
import { say } from "../words/index.ts";

export function NotFound() {
	return (
		<Page title={say("missing.title")} lead={say("missing.lead")}>
			<p>
				<a class="button primary" href="/">
					{say("result.lobby")}
				</a>
			</p>
		</Page>
	);
}
