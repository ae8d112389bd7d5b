// Ids that nothing else on the page has. It must not know what they are for.

import { useState } from "preact/hooks";

let last = 0;

export function useOwnId(): string {
	const [id] = useState(() => {
		last += 1;
		return `br-${last}`;
	});
	return id;
}
