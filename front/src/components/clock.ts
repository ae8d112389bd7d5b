// The time, as something that changes: a component that reads it is drawn again. It runs only while it is read.
// `useServerNow` is for what the server has said to happen at a time. It must not know: what is measured.
import { useEffect, useState } from "preact/hooks";
import { serverNow } from "../net/server_clock.ts";

export function useNow(everyMs = 1000): number {
	const [now, set] = useState(() => Date.now());
	useEffect(() => {
		const timer = setInterval(() => set(Date.now()), everyMs);
		return () => clearInterval(timer);
	}, [everyMs]);
	return now;
}

/** The server's, as it is now and not at the last tick: what is counted may have begun since. */
export function useServerNow(everyMs = 1000): number {
	useNow(everyMs);
	return serverNow();
}
