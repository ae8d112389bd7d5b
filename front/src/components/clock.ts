// The time as a hook: a component that uses it renders again on every tick, and only while it is mounted.
// `useServerNow` is for the server's deadlines. It must not know: what is measured.
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

/** The server's time now, not at the last tick: the countdown may have begun since. */
export function useServerNow(everyMs = 1000): number {
	useNow(everyMs);
	return serverNow();
}
