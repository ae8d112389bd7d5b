// A few set phrases for those who sit here. It must not know: who reads them.
import { useMutation } from "../components/mutation.ts";
import { roomAction } from "../state/room_actions.ts";
import type { Say } from "../web.ts";
import { say } from "../words/index.ts";
import { phraseText } from "../words/names.ts";

const PHRASES: readonly Say["phrase"][] = [
	"hello",
	"good_luck",
	"well_played",
	"thanks",
	"oops",
	"one_moment",
	"good_game",
	"bye",
];

export function Chat({ code }: { code: string }) {
	const [isBusy, run] = useMutation();
	return (
		<section class="chat" aria-label={say("table.chat")}>
			{PHRASES.map((phrase) => (
				<button
					key={phrase}
					type="button"
					class="chip"
					disabled={isBusy}
					onClick={() => run(() => roomAction<unknown>(code, "say", { phrase }))}
				>
					{phraseText(phrase)}
				</button>
			))}
		</section>
	);
}
