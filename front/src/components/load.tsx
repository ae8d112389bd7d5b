// Loads a page's resource: shows it while it loads, when it is there, and when it failed. It must not know: what it is.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ApiError, get } from "../net/api.ts";
import { errorText } from "../state/alerts.ts";
import { say } from "../words/index.ts";
import { NotFound } from "./not_found.tsx";
import { Page } from "./page.tsx";

export function useLoad<T>(path: string): { value: T | null; error: unknown; reload: () => void } {
	const [state, set] = useState<{ path: string; value: T | null; error: unknown }>({ path, value: null, error: null });
	const [loads, setLoads] = useState(0);
	useEffect(() => {
		let isHere = true;
		const keep = (value: T | null, error: unknown) => isHere && set({ path, value, error });
		get<T>(path).then(
			(value) => keep(value, null),
			(error) => keep(null, error),
		);
		return () => {
			isHere = false;
		};
	}, [path, loads]);
	const isOld = state.path !== path;
	return {
		value: isOld ? null : state.value,
		error: isOld ? null : state.error,
		reload: () => setLoads((each) => each + 1),
	};
}

interface Props<T> {
	readonly path: string;
	readonly title: string;
	readonly children: (value: T) => ComponentChildren;
}

export function Load<T>({ path, title, children }: Props<T>) {
	const { value, error, reload } = useLoad<T>(path);
	if (value !== null) return <>{children(value)}</>;
	if (error instanceof ApiError && error.status === 404) return <NotFound />;
	return <Page title={title}>{error === null ? <Loading /> : <Failed error={error} reload={reload} />}</Page>;
}

export function Loading() {
	return (
		<p class="loading" role="status">
			{say("loading")}
		</p>
	);
}

function Failed({ error, reload }: { error: unknown; reload: () => void }) {
	return (
		<div class="card" role="alert">
			<p>{errorText(error)}</p>
			<button type="button" onClick={reload}>
				{say("down.retry")}
			</button>
		</div>
	);
}
