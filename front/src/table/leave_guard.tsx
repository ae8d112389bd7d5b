// A table that is lost by whoever leaves it: the page says so, and asks before it lets anybody go.
// It must not know: any game, nor when it is so; it is there as long as it is.
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

/** Other pages of ours are asked about here; of a reload, a closed window or another address the browser asks itself. */
function blockLeaving(ask: (to: string) => void): () => void {
	const release = blockNavigation(ask);
	const warn = (event: BeforeUnloadEvent) => event.preventDefault();
	addEventListener("beforeunload", warn);
	return () => {
		release();
		removeEventListener("beforeunload", warn);
	};
}
