// The JSON API over HTTP. A cookie says who the user is; requests that change something carry the CSRF token. It must
// not know: pages, signals, what is requested.
import type { Error as ErrorBody } from "../web.ts";
import { serverClock } from "./server_clock.ts";

/** On a dead connection a request would otherwise never end. */
const TIMEOUT_MS = 20_000;

/** The server answered, and refused. */
export class ApiError extends Error {
	readonly status: number;
	readonly code: string;
	readonly facts: Readonly<Record<string, unknown>>;

	constructor(status: number, why: Partial<ErrorBody>) {
		super(why.reason ?? `HTTP ${status}`);
		this.status = status;
		this.code = why.code ?? `http_${status}`;
		this.facts = why.facts ?? {};
	}
}

/** There was no answer. */
export class Unreachable extends Error {}

export function get<T>(path: string): Promise<T> {
	return ask<T>("GET", path);
}

export function post<T>(path: string, body: unknown = {}): Promise<T> {
	return ask<T>("POST", path, body);
}

export function remove<T>(path: string): Promise<T> {
	return ask<T>("DELETE", path);
}

/** A response that is not JSON, as text. */
export async function text(path: string): Promise<string> {
	const response = await answered("GET", path);
	if (!response.ok) throw await refusal(response);
	try {
		return await response.text();
	} catch (error) {
		throw new Unreachable(String(error));
	}
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
	const response = await answered(method, path, body);
	if (!response.ok) throw await refusal(response);
	return (await read(response)) as T;
}

async function refusal(response: Response): Promise<ApiError> {
	return new ApiError(response.status, ((await read(response)) ?? {}) as Partial<ErrorBody>);
}

async function answered(method: string, path: string, body?: unknown): Promise<Response> {
	const headers: Record<string, string> = { Accept: "application/json" };
	if (method !== "GET") headers["X-CSRFToken"] = cookie("csrftoken");
	if (body !== undefined) headers["Content-Type"] = "application/json";
	const response = await fetched(`/api/${path}`, {
		method,
		headers,
		body: body === undefined ? undefined : JSON.stringify(body),
		credentials: "same-origin",
		signal: AbortSignal.timeout(TIMEOUT_MS),
	});
	if (response.status >= 502 && response.status <= 504) throw new Unreachable(`HTTP ${response.status}`);
	return response;
}

async function fetched(url: string, init: RequestInit): Promise<Response> {
	const asked = Date.now();
	try {
		const response = await fetch(url, init);
		serverClock.answered(Date.parse(response.headers.get("Date") ?? ""), asked);
		return response;
	} catch (error) {
		throw new Unreachable(String(error));
	}
}

/** An empty body is null, but a response cut off on the way is an error. */
async function read(response: Response): Promise<unknown> {
	try {
		return await response.json();
	} catch (error) {
		if (error instanceof SyntaxError) return null;
		throw new Unreachable(String(error));
	}
}

function cookie(name: string): string {
	const found = document.cookie.split("; ").find((each) => each.startsWith(`${name}=`));
	return found === undefined ? "" : decodeURIComponent(found.slice(name.length + 1));
}
