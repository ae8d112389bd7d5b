// The state of the connection to the table, and what to do if it is open elsewhere. It must not know: how it
// reconnects.
import type { ConnectionStatus } from "../net/table_connection.ts";
import type { TableSession } from "../state/table_session.ts";
import { say } from "../words/index.ts";

const GOOD: ReadonlySet<ConnectionStatus> = new Set(["connected"]);

export function ConnectionBadge({ status }: { status: ConnectionStatus }) {
	return (
		<span class={GOOD.has(status) ? "link good" : "link bad"} role="status">
			<span class="dot" aria-hidden="true" />
			{say(`link.${status}`)}
		</span>
	);
}

export function OpenedElsewhere({ session }: { session: TableSession }) {
	return (
		<div class="card notice" role="alert">
			<p>{say("link.elsewhere.why")}</p>
			<button type="button" class="primary" onClick={() => session.reclaim()}>
				{say("link.elsewhere.back")}
			</button>
		</div>
	);
}
