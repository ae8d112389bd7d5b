// Ids unique on the page. Preact's own `useId` starts again for every root, and a board is a root beside the shell's.
// It must not know what they are for.

import { useState } from "preact/hooks";

let last = 0;

export function useUniqueId(): string {
	const [id] = useState(() => {
		last += 1;
		return `board-${last}`;
	});
	return id;
}
