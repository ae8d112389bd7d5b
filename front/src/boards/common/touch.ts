// Whether a click was made by a finger, which may have slipped: the press before it tells; where there was none, what the
// device is pointed at with. It must not know what was clicked.

import { useRef } from "preact/hooks";

interface Touch {
	/** Something goes down: a pointer, or a key. */
	readonly press: (event: PointerEvent | KeyboardEvent) => void;
	/** And a click has come of it. */
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
