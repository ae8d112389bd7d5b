// What a member does when somebody else may have their password or their device. It must not know: how passwords are
// stored.
import { useState } from "preact/hooks";
import { useMutation } from "../components/mutation.ts";
import { PasswordInput } from "../components/password_input.tsx";
import { post } from "../net/api.ts";
import { announce, errorText } from "../state/alerts.ts";
import { startSession } from "../state/app_state.ts";
import type { Me } from "../web.ts";
import { say } from "../words/index.ts";

export function Security({ hasPassword }: { hasPassword: boolean }) {
	return (
		<section class="card">
			<h2>{say("account.security")}</h2>
			{hasPassword && <NewPassword />}
			<OtherDevices />
		</section>
	);
}

function NewPassword() {
	const [current, setCurrent] = useState("");
	const [wanted, setWanted] = useState("");
	const [note, setNote] = useState("");
	const [isBusy, run] = useMutation((error) => setNote(errorText(error)));
	const submit = (event: Event) => {
		event.preventDefault();
		setNote("");
		run(async () => {
			await startSession(await post<Me>("me/password", { current, new: wanted }));
			setCurrent("");
			setWanted("");
			setNote(say("account.password.changed"));
			announce(say("account.password.changed"));
		});
	};
	return (
		<form class="field" onSubmit={submit}>
			<label for="password-now">{say("account.password.current")}</label>
			<PasswordInput id="password-now" value={current} onInput={setCurrent} />
			<label for="password-new">{say("account.password.new")}</label>
			<div class="row">
				<PasswordInput id="password-new" value={wanted} onInput={setWanted} isNew />
				<button type="submit" disabled={isBusy || current === "" || wanted === ""}>
					{say("account.password.change")}
				</button>
			</div>
			<p class="note" role="alert">
				{note}
			</p>
		</form>
	);
}

function OtherDevices() {
	const [note, setNote] = useState("");
	const [isBusy, run] = useMutation((error) => setNote(errorText(error)));
	const end = () =>
		run(async () => {
			await startSession(await post<Me>("me/logout-everywhere"));
			setNote(say("account.elsewhere.done"));
		});
	return (
		<div class="field">
			<p class="soft">{say("account.elsewhere.why")}</p>
			<button type="button" disabled={isBusy} onClick={end}>
				{say("account.elsewhere")}
			</button>
			<p class="note" role="status">
				{note}
			</p>
		</div>
	);
}
