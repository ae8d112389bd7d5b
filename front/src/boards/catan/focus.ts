// Keeps the focus at the table: when a move removes the focused element, the next thing to do gets it. It must not know
// what that is for.

import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

const NEXT = ['.ct-place[tabindex="0"]', '[data-action="roll"]', ".ct-actions button", ".board-title"];

export function useFocusRecovery(root: RefObject<HTMLElement | null>): void {
	const last = useRef<Element | null>(null);
	useEffect(() => {
		const table = root.current;
		const keep = ({ target }: FocusEvent) => {
			last.current = target as Element;
		};
		table?.addEventListener("focusin", keep);
		return () => table?.removeEventListener("focusin", keep);
	}, [root]);
	useEffect(() => {
		const active = document.activeElement;
		if (last.current === null || last.current.isConnected || (active !== null && active !== document.body)) return;
		last.current = null;
		const next = NEXT.map((each) => root.current?.querySelector<HTMLElement>(each)).find((each) => each);
		next?.focus({ preventScroll: true });
	});
}
