// The user's data: a copy of it, and the end of the account. It must not know: what the server has.
import { useState } from "preact/hooks";
import { ConfirmButton } from "../components/confirm.tsx";
import { useMutation } from "../components/mutation.ts";
import { PasswordInput } from "../components/password_input.tsx";
import { post } from "../net/api.ts";
import { errorText } from "../state/alerts.ts";
import { setMe } from "../state/app_state.ts";
import type { Me } from "../web.ts";
import { say } from "../words/index.ts";

export function OwnData({ hasPassword }: { hasPassword: boolean }) {
	const [password, setPassword] = useState("");
	const [note, setNote] = useState("");
	const [isBusy, run] = useMutation((error) => setNote(errorText(error)));
	const remove = () => run(async () => setMe(await post<Me>("me/delete", hasPassword ? { password } : {})));
	return (
		<section class="card">
			<h2>{say("account.data")}</h2>
			<p>
				<a class="button" href="/api/me/data" download="ludoteca.json">
					{say("account.data.export")}
				</a>
			</p>
			<div class="field">
				<p class="soft">{say("account.delete.why")}</p>
				{hasPassword && (
					<>
						<label for="password-delete">{say("account.delete.password")}</label>
						<PasswordInput id="password-delete" value={password} onInput={setPassword} required={false} />
					</>
				)}
				<p class="note bad" role="alert">
					{note}
				</p>
				<ConfirmButton
					label={say("account.delete")}
					question={say("account.delete.ask")}
					detail={say("account.delete.why")}
					disabled={isBusy || (hasPassword && password === "")}
					onYes={remove}
				/>
			</div>
		</section>
	);
}
