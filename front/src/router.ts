// The router: the current path and how to change it. Links are plain <a href>; clicks on our own are handled here. It
// must not know: which pages there are.
import { signal } from "@preact/signals";

export const path = signal(location.pathname);
/** How many navigations there were: the first page does not take the focus. */
export const navigations = signal(0);
/** Blocks navigation while it is set; it is called with the target. */
let blocker: ((to: string) => void) | null = null;
const HARD = /^\/(api|accounts|assets|admin|docs)(\/|$)/;

export function go(to: string): void {
	if (to === location.pathname) return;
	if (blocker !== null) {
		blocker(to);
		return;
	}
	history.pushState(null, "", to);
	arrive();
	scrollTo(0, 0);
}

/** Block navigation until the returned function is called: `ask` gets every attempted target. */
export function blockNavigation(ask: (to: string) => void): () => void {
	blocker = ask;
	return () => {
		if (blocker === ask) blocker = null;
	};
}

/** The values of `:name` in the pattern; null if the path does not match. */
export function match(pattern: string, given: string): Record<string, string> | null {
	const [wanted, found] = [parts(pattern), parts(given)];
	if (wanted.length !== found.length) return null;
	const params: Record<string, string> = {};
	for (const [index, each] of wanted.entries()) {
		const value = found[index] ?? "";
		if (each.startsWith(":")) params[each.slice(1)] = value;
		else if (each !== value) return null;
	}
	return params;
}

export function startRouter(): void {
	addEventListener("popstate", onPopState);
	document.addEventListener("click", (event) => {
		const link = event.target instanceof Element ? event.target.closest("a") : null;
		if (link === null || !isOurs(link, event)) return;
		event.preventDefault();
		go(link.pathname);
	});
}

/** Back and forward have already changed the URL: restore it if navigation is blocked. */
function onPopState(): void {
	const to = location.pathname;
	if (blocker === null || to === path.value) {
		arrive();
		return;
	}
	history.pushState(null, "", path.value);
	blocker(to);
}

function arrive(): void {
	path.value = location.pathname;
	navigations.value += 1;
}

function isOurs(link: HTMLAnchorElement, event: MouseEvent): boolean {
	if (event.defaultPrevented || event.button !== 0) return false;
	if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
	if (link.target !== "" || link.hasAttribute("download") || link.origin !== location.origin) return false;
	return link.hash === "" && !HARD.test(link.pathname);
}

function parts(given: string): string[] {
	return given
		.split("/")
		.filter((each) => each !== "")
		.map((each) => {
			try {
				return decodeURIComponent(each);
			} catch {
				return each;
			}
		});
}
