// A table where leaving loses the game: the page says so, and asks before it navigates away. It must not know: any
// game, nor when this is so; it is mounted as long as it is.
import { useEffect, useRef, useState } from "preact/hooks";
import { ConfirmDialog } from "../components/confirm.tsx";
import { WarningIcon } from "../components/icons.tsx";
import { blockNavigation, go } from "../router.ts";
import { say } from "../words/index.ts";

export function LeaveGuard() {
	const [to, setTo] = useState<string | null>(null);
	const letGo = useRef(() => {});
	useEffect(() => {
		letGo.current = blockLeaving(setTo);
		return () => letGo.current();
	}, []);
	const answer = (isYes: boolean) => {
		setTo(null);
		if (!isYes || to === null) return;
		letGo.current();
		go(to);
	};
	return (
		<>
			<p class="leaving">
				<WarningIcon /> {say("table.leaving")}
			</p>
			{to !== null && (
				<ConfirmDialog
					question={say("table.leaving.ask")}
					detail={say("table.leaving")}
					yes={say("table.leaving.yes")}
					onAnswer={answer}
				/>
			)}
		</>
	);
}

/** Within the site we ask; for a reload, a closed window or another site the browser does. */
function blockLeaving(ask: (to: string) => void): () => void {
	const release = blockNavigation(ask);
	const warn = (event: BeforeUnloadEvent) => event.preventDefault();
	addEventListener("beforeunload", warn);
	return () => {
		release();
		removeEventListener("beforeunload", warn);
	};
}
