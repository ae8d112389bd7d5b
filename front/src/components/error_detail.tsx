// The server's own words, which are English, for whoever reads English or wants them: no part of the sentence in the
// reader's language.
// It must not know: what they are about.
import { language, say } from "../words/index.ts";

export function ErrorDetail({ text }: { text: string }) {
	if (text === "") return null;
	return (
		<details open={language.value === "en"}>
			<summary>{say("detail")}</summary>
			<span lang="en">{text}</span>
		</details>
	);
}
