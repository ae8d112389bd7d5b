// Ids that nothing else on the page has. Preact's own `useId` counts anew for every root and every render of it, and a
// board is a root of its own beside the shell's. It must not know what they are for.

import { useState } from "preact/hooks";

let last = 0;

export function useUniqueId(): string {
	const [id] = useState(() => {
		last += 1;
		return `board-${last}`;
	});
	return id;
}
