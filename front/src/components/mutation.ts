// A request that changes something at the server, started by a click: one at a time, with its errors shown. It must not
// know: what it changes.
import { useState } from "preact/hooks";
import { showError } from "../state/alerts.ts";

/** Whether a request is under way, and how to start one. Without `onError` an alert is shown. */
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
