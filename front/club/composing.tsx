// A move that was put together on the board, as a command and as a file to copy. It must not know rules.

import { useState } from "preact/hooks";
import type { Step } from "../src/boards/backgammon/types.ts";
import { command, moveFile } from "./movefile.ts";
import { say } from "./speaking.ts";
import type { State } from "./state.ts";

interface ComposingProps {
	readonly table: string;
	readonly state: State;
	readonly steps: readonly Step[];
	/** When its last checker was moved. */
	readonly at: string;
	readonly onUndo: () => void;
	readonly onClear: () => void;
}

export function Composing({ table, state, steps, at, onUndo, onClear }: ComposingProps) {
	const [told, setTold] = useState("");
	const copy = (text: string) => {
		const done = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("no clipboard"));
		void done.then(
			() => setTold(say("club.compose.copied")),
			() => setTold(say("club.compose.failed")),
		);
	};
	const file = steps.length > 0 ? moveFile(table, state, steps, at) : null;
	const line = command(table, state, steps);
	return (
		<section class="card club-compose" aria-labelledby="compose">
			<h2 id="compose">{say("club.compose")}</h2>
			<p class="soft">
				{say("club.compose.how")} {say("club.compose.judge")}
			</p>
			{file && (
				<>
					<div class="club-buttons">
						<button type="button" onClick={onUndo}>
							{say("club.compose.undo")}
						</button>
						<button type="button" class="quiet" onClick={onClear}>
							{say("club.compose.clear")}
						</button>
					</div>
					<h3>{say("club.compose.command")}</h3>
					<pre>{line}</pre>
					<button type="button" class="primary" onClick={() => copy(line)}>
						{say("club.compose.copy.command")}
					</button>
					<h3>{say("club.compose.file")}</h3>
					<p class="club-path">{file.path}</p>
					<pre>{file.text}</pre>
					<div class="club-buttons">
						<button type="button" class="primary" onClick={() => copy(file.text)}>
							{say("club.compose.copy.file")}
						</button>
						<a
							class="button"
							download={file.path.split("/").at(-1)}
							href={`data:application/json;charset=utf-8,${encodeURIComponent(file.text)}`}
						>
							{say("club.compose.save")}
						</a>
					</div>
				</>
			)}
			<p role="status" class="club-told">
				{told}
			</p>
		</section>
	);
}
