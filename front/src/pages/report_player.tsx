// A report about a player, for the staff. It must not know: what they do about it.
import { useState } from "preact/hooks";
import { useMutation } from "../components/mutation.ts";
import { post } from "../net/api.ts";
import { announce, errorText } from "../state/alerts.ts";
import { ensurePlayer } from "../state/app_state.ts";
import type { Profile, ReportPlayer as Report } from "../web.ts";
import { type Key, say } from "../words/index.ts";

const REASONS: readonly Report["reason"][] = ["conduct", "cheating", "name", "other"];

export function ReportPlayer({ name }: { name: string }) {
	const [reason, setReason] = useState<Report["reason"]>("conduct");
	const [text, setText] = useState("");
	const [note, setNote] = useState("");
	const [isDone, setDone] = useState(false);
	const [isBusy, run] = useMutation((error) => setNote(errorText(error)));
	const submit = (event: Event) => {
		event.preventDefault();
		run(async () => {
			await ensurePlayer();
			await post<Profile>(`players/${encodeURIComponent(name)}/report`, { reason, text });
			setDone(true);
			setNote(say("report.sent"));
			announce(say("report.sent"));
		});
	};
	return (
		<details class="card">
			<summary>{say("report.title")}</summary>
			<form class="field" onSubmit={submit}>
				<label for="report-reason">{say("report.reason")}</label>
				<select
					id="report-reason"
					value={reason}
					onChange={(event) => setReason(event.currentTarget.value as Report["reason"])}
				>
					{REASONS.map((each) => (
						<option key={each} value={each}>
							{say(`report.reason.${each}` as Key)}
						</option>
					))}
				</select>
				<label for="report-text">{say("report.text")}</label>
				<textarea
					id="report-text"
					maxLength={500}
					rows={3}
					value={text}
					onInput={(event) => setText(event.currentTarget.value)}
				/>
				<button type="submit" disabled={isBusy || isDone}>
					{say("report.send")}
				</button>
				<p class="note" role="alert">
					{note}
				</p>
			</form>
		</details>
	);
}
