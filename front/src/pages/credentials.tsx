// Forms for a name and a password: to register, or to log in. It must not know: how they are stored.
import { useState } from "preact/hooks";
import { useMutation } from "../components/mutation.ts";
import { PasswordInput } from "../components/password_input.tsx";
import { post } from "../net/api.ts";
import { announce, errorText } from "../state/alerts.ts";
import { me, setMe, signUp } from "../state/app_state.ts";
import type { Me } from "../web.ts";
import { type Key, say } from "../words/index.ts";

const NAME = "[a-z0-9][a-z0-9\\-]{1,30}[a-z0-9]";

export function Credentials() {
	return (
		<div class="two">
			<Form kind="register" />
			<Form kind="login" />
		</div>
	);
}

function Form({ kind }: { kind: "register" | "login" }) {
	const [name, setName] = useState("");
	const [password, setPassword] = useState("");
	const [note, setNote] = useState("");
	const [isBusy, run] = useMutation((error) => setNote(errorText(error)));
	const isNew = kind === "register";
	const submit = (event: Event) => {
		event.preventDefault();
		setNote("");
		run(async () => {
			const wish = { name: name.trim(), password };
			if (isNew) await signUp("me/register", wish);
			else await setMe(await post<Me>("me/login", wish));
			announce(say("account.welcome"));
		});
	};
	return (
		<form class="card" onSubmit={submit}>
			<h2>{say(`account.${kind}` as Key)}</h2>
			<p class="soft">{say(`account.${kind}.why` as Key)}</p>
			<p class="note bad" role="alert">
				{note}
			</p>
			<div class="field">
				<label for={`${kind}-name`}>{say("account.name")}</label>
				<input
					id={`${kind}-name`}
					type="text"
					required
					maxLength={isNew ? 32 : 150}
					pattern={isNew ? NAME : undefined}
					autoComplete="username"
					autoCapitalize="none"
					spellcheck={false}
					aria-describedby={isNew ? "name-note" : undefined}
					value={name}
					onInput={(event) => setName(event.currentTarget.value)}
				/>
				{isNew && (
					<p class="note" id="name-note">
						{say("account.name.note")}
					</p>
				)}
			</div>
			<div class="field">
				<label for={`${kind}-password`}>{say("account.password")}</label>
				<PasswordInput id={`${kind}-password`} value={password} onInput={setPassword} isNew={isNew} />
			</div>
			<button type="submit" class="primary" disabled={isBusy}>
				{say(`account.${kind}` as Key)}
			</button>
			{!isNew && <Forgotten />}
		</form>
	);
}

/** Where the server sends no mails, only its host can help. */
function Forgotten() {
	if (!me.value?.mail) return <p class="note">{say("password.forgotten.host")}</p>;
	return (
		<p class="note">
			<a href="/password">{say("password.forgotten")}</a>
		</p>
	);
}
