// Ways to invite others to a room: by link, or by name. It must not know: who they are.
import { useState } from "preact/hooks";
import { CopyLink } from "../components/copy_link.tsx";
import { useMutation } from "../components/mutation.ts";
import { errorText } from "../state/alerts.ts";
import { mySeat } from "../state/app_state.ts";
import { roomAction } from "../state/room_actions.ts";
import type { RoomInfo } from "../web.ts";
import { say } from "../words/index.ts";

export function InviteCard({ room }: { room: RoomInfo }) {
	const sits = mySeat(room) !== undefined;
	return (
		<section class="card invite">
			<h2>{say("invite.title")}</h2>
			<p class="soft">{say("invite.how")}</p>
			{isOnlyHere() && <OnlyHere />}
			<CopyLink link={`${location.origin}/room/${room.code}`} label={say("invite.link")} isPrimary={sits} />
			{sits && <ByName room={room} />}
		</section>
	);
}

/** The option must be typed as it is: no line breaks within it. */
function OnlyHere() {
	const [before, after] = say("invite.only_here").split("{option}");
	return (
		<p class="note">
			{before}
			<code class="unbroken">--listen 0.0.0.0:8000</code>
			{after}
		</p>
	);
}

/** Whether this address means this very machine wherever it is opened. */
function isOnlyHere(): boolean {
	return ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
}

function ByName({ room }: { room: RoomInfo }) {
	const [name, setName] = useState("");
	const [note, setNote] = useState("");
	const [isBusy, run] = useMutation((error) => setNote(errorText(error)));
	const send = (event: Event) => {
		event.preventDefault();
		run(async () => {
			await roomAction<unknown>(room.code, "invite", { name: name.trim() });
			setNote(say("invite.sent", { name: name.trim() }));
			setName("");
		});
	};
	return (
		<form class="by-name" onSubmit={send}>
			<label for="invite-name">{say("invite.name")}</label>
			<div class="row">
				<input
					id="invite-name"
					type="text"
					required
					maxLength={32}
					autoComplete="off"
					autoCapitalize="none"
					spellcheck={false}
					value={name}
					onInput={(event) => setName(event.currentTarget.value)}
				/>
				<button type="submit" disabled={isBusy || name.trim() === ""}>
					{say("invite.send")}
				</button>
			</div>
			<p class="note" role="status">
				{note}
			</p>
		</form>
	);
}
