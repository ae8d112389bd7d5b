// A button that acts once: not on the second click of two, not on a held key, not while it is off. It can be focused
// even when it is off. It must not know what it does.

import type { ComponentChildren } from "preact";
import { isRepeatedClick, isRepeatedEnter } from "../common/repeated_input.ts";

interface ActionButtonProps {
	readonly isOff?: boolean;
	readonly isChosen?: boolean;
	readonly kind?: string;
	/** The name that tests and styles know it by. */
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
