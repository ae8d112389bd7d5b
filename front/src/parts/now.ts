// The time, as something that changes: a component that reads it is drawn again. It runs only while it is read.
// It must not know: what is measured.
import { useEffect, useState } from "preact/hooks";

export function useNow(everyMs = 1000): number {
	const [now, set] = useState(() => Date.now());
	useEffect(() => {
		const timer = setInterval(() => set(Date.now()), everyMs);
		return () => clearInterval(timer);
	}, [everyMs]);
	return now;
}
