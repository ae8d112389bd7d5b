// A forgotten password: the form that asks for a mail with a link, and, where that link leads, the form for a new one. It
// must not know: whether there is such an account.
import { useState } from "preact/hooks";
import { useMutation } from "../components/mutation.ts";
import { Page } from "../components/page.tsx";
import { PasswordInput } from "../components/password_input.tsx";
import { post } from "../net/api.ts";
import { announce, errorText } from "../state/alerts.ts";
import { startSession } from "../state/app_state.ts";
import type { Me } from "../web.ts";
import { say } from "../words/index.ts";

export function NewPasswordPage() {
	const [link] = useState(location.hash.slice(1));
	return <Page title={say("password.title")}>{link === "" ? <AskForLink /> : <NewPassword link={link} />}</Page>;
}

function AskForLink() {
	const [recipient, setRecipient] = useState("");
	const [note, setNote] = useState("");
	const [isBusy, run] = useMutation((error) => setNote(errorText(error)));
	const submit = (event: Event) => {
		event.preventDefault();
		run(async () => {
			await post<Me>("me/password/forgotten", { recipient: recipient.trim() });
			setNote(say("password.sent"));
			announce(say("password.sent"));
		});
	};
	return (
		<form class="card" onSubmit={submit}>
			<p class="soft">{say("password.ask.why")}</p>
			<div class="field">
				<label for="recipient">{say("password.recipient")}</label>
				<input
					id="recipient"
					type="text"
					required
					maxLength={254}
					autoComplete="username"
					autoCapitalize="none"
					spellcheck={false}
					value={recipient}
					onInput={(event) => setRecipient(event.currentTarget.value)}
				/>
			</div>
			<button type="submit" class="primary" disabled={isBusy || recipient.trim() === ""}>
				{say("password.ask")}
			</button>
			<p class="note" role="alert">
				{note}
			</p>
		</form>
	);
}

function NewPassword({ link }: { link: string }) {
	const [password, setPassword] = useState("");
	const [note, setNote] = useState("");
	const [isDone, setDone] = useState(false);
	const [isBusy, run] = useMutation((error) => setNote(errorText(error)));
	const submit = (event: Event) => {
		event.preventDefault();
		setNote("");
		run(async () => {
			await startSession(await post<Me>("me/password/reset", { link, new: password }));
			setDone(true);
			setNote(say("password.done"));
			announce(say("password.done"));
		});
	};
	return (
		<form class="card" onSubmit={submit}>
			{!isDone && (
				<>
					<div class="field">
						<label for="password-new">{say("account.password.new")}</label>
						<PasswordInput id="password-new" value={password} onInput={setPassword} isNew />
					</div>
					<button type="submit" class="primary" disabled={isBusy || password === ""}>
						{say("password.save")}
					</button>
				</>
			)}
			<p class="note" role="alert">
				{note}
			</p>
			{isDone && (
				<p>
					<a class="button" href="/account">
						{say("account.login")}
					</a>
				</p>
			)}
		</form>
	);
}
