// Whether the board is turned to fill a narrow screen. It must not know what is drawn.

import { useEffect, useState } from "preact/hooks";

const NARROW = "(max-width: 36rem) and (orientation: portrait)";

export function useIsTurned(): boolean {
	const [isTurned, setTurned] = useState(() => globalThis.matchMedia?.(NARROW).matches ?? false);
	useEffect(() => {
		const media = globalThis.matchMedia?.(NARROW);
		const look = () => setTurned(media?.matches ?? false);
		media?.addEventListener("change", look);
		return () => media?.removeEventListener("change", look);
	}, []);
	return isTurned;
}
