// The header of a board: what is going on and what it means for the reader, in two lines, highlighted while the reader
// must act. A board with other measures sets them in its own stylesheet. It must not know: any game.
import type { ComponentChildren } from "preact";
import "./header.css";

interface Props {
	readonly title: string;
	readonly text: string;
	readonly isAsked: boolean;
	/** Where the board is the whole page, its title is the page's. */
	readonly heading?: "h1" | "h2";
	/** What stands before the words. */
	readonly sign?: ComponentChildren;
	/** Content after the text. */
	readonly children?: ComponentChildren;
}

export function BoardHeader({ title, text, isAsked, heading: Heading = "h2", sign, children }: Props) {
	return (
		<header class={`board-header${isAsked ? " board-asked" : ""}`}>
			{sign}
			<div class="board-words">
				{/* Here the focus can be put when what had it is gone. */}
				<Heading class="board-title" tabIndex={-1}>
					{title}
				</Heading>
				<p class="board-text">{text}</p>
			</div>
			{children}
		</header>
	);
}
