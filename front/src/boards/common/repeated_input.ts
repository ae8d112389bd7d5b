// Input that is repeated by accident: by then something else may be under the pointer or have the focus. It must not
// know what it leads to.

/** The second click of a double click, and every further one. */
export function isRepeatedClick(event: MouseEvent): boolean {
	return event.detail > 1;
}

/** Browsers click the focused button again and again while Enter is held. */
export function isRepeatedEnter(event: KeyboardEvent): boolean {
	return event.repeat && event.key === "Enter";
}
