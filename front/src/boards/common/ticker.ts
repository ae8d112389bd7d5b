// Time that is looked at: between two moments nothing is told, and yet it runs. It must not know what is measured.

import { useEffect, useState } from "preact/hooks";

const TICK_MS = 200;

/** While it runs, whoever uses this is drawn again and again, and reads the time anew. */
export function useTicker(runs: boolean): void {
	const [, tick] = useState(0);
	useEffect(() => {
		if (!runs) return undefined;
		const ticking = setInterval(() => tick((count) => count + 1), TICK_MS);
		return () => clearInterval(ticking);
	}, [runs]);
}
