// What is meant once, though it is heard more often: by then something else may lie under the pointer or have the focus.
// It must not know what it leads to.

/** The second click of a double click, and every further one. */
export function isRepeatedClick(event: MouseEvent): boolean {
	return event.detail > 1;
}

/** A browser clicks the button in focus again and again while Enter is held. */
export function isRepeatedEnter(event: KeyboardEvent): boolean {
	return event.repeat && event.key === "Enter";
}
