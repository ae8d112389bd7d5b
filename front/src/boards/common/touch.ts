// Whether a click was made by a finger, which may have slipped: the press before it tells, or else the device's main
// pointer. It must not know what was clicked.

import { useRef } from "preact/hooks";

interface Touch {
	/** Call on pointerdown and keydown. */
	readonly press: (event: PointerEvent | KeyboardEvent) => void;
	/** Call on click. */
	readonly hasClicked: () => boolean;
}

export function useTouch(): Touch {
	const pressed = useRef<boolean | null>(null);
	return {
		press: (event) => {
			pressed.current = "pointerType" in event && event.pointerType === "touch";
		},
		hasClicked: () => {
			const isFinger = pressed.current ?? isCoarse();
			pressed.current = null;
			return isFinger;
		},
	};
}

function isCoarse(): boolean {
	return globalThis.matchMedia?.("(pointer: coarse)").matches ?? false;
}
