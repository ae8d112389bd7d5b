// "Nothing is here." It must not know: what was looked for.

import { say } from "../words/index.ts";
import { Page } from "./page.tsx";

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
