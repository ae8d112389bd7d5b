// A part of the page brought into sight, when something has come of it that the reader must not miss. What he sees already
// stays where it is, and nothing glides for whoever wants nothing to move. It must not know: which part.

const REDUCED_MOTION = "(prefers-reduced-motion: reduce)";

export function scrollIntoViewIfHidden(element: HTMLElement | null): void {
	if (element === null || isVisible(element.getBoundingClientRect())) return;
	element.scrollIntoView({ block: "start", behavior: matchMedia(REDUCED_MOTION).matches ? "auto" : "smooth" });
}

/** Half of it, or of what the window can hold of it, is in the window. */
function isVisible({ top, bottom, height }: DOMRect): boolean {
	const shown = Math.min(bottom, innerHeight) - Math.max(top, 0);
	return shown * 2 >= Math.min(height, innerHeight);
}
