// Whether the line to the table is there; and what to do if it is open elsewhere. It must not know: how it comes back.
import type { Link } from "../net/table.ts";
import type { Session } from "../state/session.ts";
import { say } from "../words/index.ts";

const GOOD: ReadonlySet<Link> = new Set(["connected"]);

export function LinkBadge({ link }: { link: Link }) {
	return (
		<span class={GOOD.has(link) ? "link good" : "link bad"} role="status">
			<span class="dot" aria-hidden="true" />
			{say(`link.${link}`)}
		</span>
	);
}

export function Elsewhere({ session }: { session: Session }) {
	return (
		<div class="card notice" role="alert">
			<p>{say("link.elsewhere.why")}</p>
			<button type="button" class="primary" onClick={() => session.takeBack()}>
				{say("link.elsewhere.back")}
			</button>
		</div>
	);
}
