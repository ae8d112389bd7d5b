// Scrolls a part of the page into view, when something happened there that the user must not miss. What is visible
// already stays where it is, and nothing glides if the user prefers reduced motion. It must not know: which part.

const REDUCED_MOTION = "(prefers-reduced-motion: reduce)";

export function scrollIntoViewIfHidden(element: HTMLElement | null): void {
	if (element === null || isVisible(element.getBoundingClientRect())) return;
	element.scrollIntoView({ block: "start", behavior: matchMedia(REDUCED_MOTION).matches ? "auto" : "smooth" });
}

/** At least half of it, or half a window of it, is visible. */
function isVisible({ top, bottom, height }: DOMRect): boolean {
	const shown = Math.min(bottom, innerHeight) - Math.max(top, 0);
	return shown * 2 >= Math.min(height, innerHeight);
}
