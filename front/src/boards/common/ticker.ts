// Renders a clock between two moments. It must not know what is measured.

import { useEffect, useState } from "preact/hooks";

const TICK_MS = 200;

/** While it runs, the component renders every tick and reads the time again. */
export function useTicker(runs: boolean): void {
	const [, tick] = useState(0);
	useEffect(() => {
		if (!runs) return undefined;
		const ticking = setInterval(() => tick((count) => count + 1), TICK_MS);
		return () => clearInterval(ticking);
	}, [runs]);
}
