// The server's own words, which are English, for whoever wants them: no part of the sentence in the reader's language.
// It must not know: what they are about.
import { say } from "../words/index.ts";

export function Detail({ text }: { text: string }) {
	if (text === "") return null;
	return (
		<details>
			<summary>{say("detail")}</summary>
			<span lang="en">{text}</span>
		</details>
	);
}
