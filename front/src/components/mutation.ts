// Something a click does at the server: once at a time, and what goes wrong is said.
// It must not know: what it is.
import { useState } from "preact/hooks";
import { showError } from "../state/alerts.ts";

/** Whether something is under way, and how to start it. Without `onError` the reader is alarmed. */
export function useMutation(
	onError: (error: unknown) => void = showError,
): [boolean, (run: () => Promise<unknown>) => void] {
	const [isBusy, setBusy] = useState(false);
	const start = (run: () => Promise<unknown>) => {
		if (isBusy) return;
		setBusy(true);
		run()
			.catch(onError)
			.finally(() => setBusy(false));
	};
	return [isBusy, start];
}
