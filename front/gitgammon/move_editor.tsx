// A move that was put together on the board, as a command and as a file to copy. It must not know rules.

import { useState } from "preact/hooks";
import type { Step } from "../src/boards/backgammon/types.ts";
import { say } from "./language.ts";
import { command, moveFile } from "./move_file.ts";
import type { State } from "./state.ts";

interface MoveEditorProps {
	readonly table: string;
	readonly state: State;
	readonly steps: readonly Step[];
	/** When its last checker was moved. */
	readonly at: string;
	readonly onUndo: () => void;
	readonly onClear: () => void;
}

export function MoveEditor({ table, state, steps, at, onUndo, onClear }: MoveEditorProps) {
	const [told, setTold] = useState("");
	const copy = (text: string) => {
		const done = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("no clipboard"));
		void done.then(
			() => setTold(say("gitgammon.compose.copied")),
			() => setTold(say("gitgammon.compose.failed")),
		);
	};
	const file = steps.length > 0 ? moveFile(table, state, steps, at) : null;
	const line = command(table, state, steps);
	return (
		<section class="card gitgammon-compose" aria-labelledby="compose">
			<h2 id="compose">{say("gitgammon.compose")}</h2>
			<p class="soft">
				{say("gitgammon.compose.how")} {say("gitgammon.compose.judge")}
			</p>
			{file && (
				<>
					<div class="gitgammon-buttons">
						<button type="button" onClick={onUndo}>
							{say("gitgammon.compose.undo")}
						</button>
						<button type="button" class="quiet" onClick={onClear}>
							{say("gitgammon.compose.clear")}
						</button>
					</div>
					<h3>{say("gitgammon.compose.command")}</h3>
					<pre>{line}</pre>
					<button type="button" class="primary" onClick={() => copy(line)}>
						{say("gitgammon.compose.copy.command")}
					</button>
					<h3>{say("gitgammon.compose.file")}</h3>
					<p class="gitgammon-path">{file.path}</p>
					<pre>{file.text}</pre>
					<div class="gitgammon-buttons">
						<button type="button" class="primary" onClick={() => copy(file.text)}>
							{say("gitgammon.compose.copy.file")}
						</button>
						<a
							class="button"
							download={file.path.split("/").at(-1)}
							href={`data:application/json;charset=utf-8,${encodeURIComponent(file.text)}`}
						>
							{say("gitgammon.compose.save")}
						</a>
					</div>
				</>
			)}
			<p role="status" class="gitgammon-told">
				{told}
			</p>
		</section>
	);
}
