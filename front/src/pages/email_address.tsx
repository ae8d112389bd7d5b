// The member's address of e-mail, for the day they forget their password. It must not know: how it is confirmed.
import { useState } from "preact/hooks";
import { useMutation } from "../components/mutation.ts";
import { PasswordInput } from "../components/password_input.tsx";
import { post } from "../net/api.ts";
import { announce, errorText } from "../state/alerts.ts";
import { setMe } from "../state/app_state.ts";
import type { Me } from "../web.ts";
import { say } from "../words/index.ts";

export function EmailAddress({ me }: { me: Me }) {
	const [email, setEmail] = useState(me.email);
	const [password, setPassword] = useState("");
	const [note, setNote] = useState("");
	const [isBusy, run] = useMutation((error) => setNote(errorText(error)));
	const submit = (event: Event) => {
		event.preventDefault();
		setNote("");
		run(async () => {
			const wanted = email.trim();
			await setMe(await post<Me>("me/email", { email: wanted, password }));
			setPassword("");
			const told = wanted === "" ? say("email.removed") : say("email.sent", { email: wanted });
			setNote(told);
			announce(told);
		});
	};
	return (
		<form class="card" onSubmit={submit}>
			<h2>{say("email.title")}</h2>
			<p class="soft">{say("email.why")}</p>
			{me.pending_email !== "" && <p>{say("email.pending", { email: me.pending_email })}</p>}
			<div class="field">
				<label for="email">{say("email.address")}</label>
				<input
					id="email"
					type="email"
					maxLength={254}
					autoComplete="email"
					value={email}
					onInput={(event) => setEmail(event.currentTarget.value)}
				/>
			</div>
			<div class="field">
				<label for="password-email">{say("email.password")}</label>
				<PasswordInput id="password-email" value={password} onInput={setPassword} />
			</div>
			<button type="submit" disabled={isBusy || password === "" || email.trim() === me.email}>
				{say("email.save")}
			</button>
			<p class="note" role="alert">
				{note}
			</p>
		</form>
	);
}
