// The server is unreachable; try again every few seconds, and at a click. It must not know: why.
import { useEffect, useState } from "preact/hooks";
import { Page } from "../components/page.tsx";
import { start } from "../state/app_state.ts";
import { say } from "../words/index.ts";

const REFRESH_MS = 10_000;

export function UnreachablePage({ why }: { why: string }) {
	const [isBusy, setBusy] = useState(false);
	const retry = () => {
		setBusy(true);
		void start().finally(() => setBusy(false));
	};
	useEffect(() => {
		const timer = setInterval(retry, REFRESH_MS);
		return () => clearInterval(timer);
	}, []);
	return (
		<Page title={say("down.title")} lead={why || undefined}>
			<p>{say("down.how")}</p>
			<button type="button" class="primary" disabled={isBusy} onClick={retry}>
				{say("down.retry")}
			</button>
		</Page>
	);
}
