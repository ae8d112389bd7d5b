// The server's own words, in English, kept apart from the sentence in the user's language. It must not know: what they
// are about.
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
