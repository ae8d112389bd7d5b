// A button that means what is pressed, and once: not the second click of two, not a key held down, nothing while it is off.
// It stays in reach of the keyboard when it is off. It must not know what it leads to.

import type { ComponentChildren } from "preact";
import { isRepeatedClick, isRepeatedEnter } from "../common/repeated_input.ts";

interface ActionButtonProps {
	readonly isOff?: boolean;
	readonly isChosen?: boolean;
	readonly kind?: string;
	/** What tests and styles know it by. */
	readonly action?: string;
	readonly onPress: () => void;
	readonly children?: ComponentChildren;
}

export function ActionButton({ isOff = false, isChosen, kind = "", action, onPress, children }: ActionButtonProps) {
	return (
		<button
			type="button"
			class={kind}
			data-action={action}
			aria-disabled={isOff}
			aria-pressed={isChosen}
			onClick={(event) => !isOff && !isRepeatedClick(event) && onPress()}
			onKeyDown={(event) => isRepeatedEnter(event) && event.preventDefault()}
		>
			{children}
		</button>
	);
}
