// The bar that every page shows while the user waits for an opponent. It must not know: how one is found.
import { useEffect } from "preact/hooks";
import { remove } from "../net/api.ts";
import { changeMe, me, refreshMe } from "../state/app_state.ts";
import type { Me, TicketInfo } from "../web.ts";
import { say } from "../words/index.ts";
import { gameName } from "../words/names.ts";
import { elapsedText } from "../words/times.ts";
import { useServerNow } from "./clock.ts";
import { useMutation } from "./mutation.ts";

/** The rating window grows while one waits; only the server knows how. */
const REFRESH_MS = 5000;

export function QueueBar() {
	const queue = me.value?.queue;
	return queue == null ? null : <Waiting queue={queue} />;
}

function Waiting({ queue }: { queue: TicketInfo }) {
	const [isBusy, run] = useMutation();
	const now = useServerNow();
	useEffect(() => {
		const timer = setInterval(() => void refreshMe().catch(() => {}), REFRESH_MS);
		return () => clearInterval(timer);
	}, []);
	const cancel = () => run(() => changeMe(() => remove<Me>("queue")));
	return (
		<section class="queue-bar" aria-label={say("queue.title")}>
			<span class="pulse" aria-hidden="true" />
			<p>
				<strong>{say("queue.title")}</strong> {gameName(queue.game)} ·{" "}
				{say(queue.ranked ? "queue.ranked" : "queue.casual")}
				{queue.swap2 && !queue.ranked ? ` · ${say("queue.swap2")}` : ""}
			</p>
			<p class="facts">
				<span class="mono">{elapsedText(queue.since, now)}</span>
				{queue.ranked && (
					<span>{queue.window === null ? say("queue.any") : say("queue.window", { points: queue.window })}</span>
				)}
			</p>
			<button type="button" disabled={isBusy} onClick={cancel}>
				{say("cancel")}
			</button>
		</section>
	);
}
