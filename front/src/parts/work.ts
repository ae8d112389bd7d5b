// Something a click does at the server: once at a time, and what goes wrong is said.
// It must not know: what it is.
import { useState } from "preact/hooks";
import { showError } from "../state/alerts.ts";

/** Whether something is under way, and how to start it. Without `onError` the reader is alarmed. */
export function useWork(
	onError: (error: unknown) => void = showError,
): [boolean, (work: () => Promise<unknown>) => void] {
	const [isBusy, setBusy] = useState(false);
	const start = (work: () => Promise<unknown>) => {
		if (isBusy) return;
		setBusy(true);
		work()
			.catch(onError)
			.finally(() => setBusy(false));
	};
	return [isBusy, start];
}
