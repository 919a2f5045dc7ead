import { request as plainRequest, type IncomingMessage } from "node:http";
import { request } from "node:https";
import type { Env } from "./proxy";
import { wayToAws } from "./route";

export interface RoutedInit {
  /** @default "GET" */
  readonly method?: string;
  readonly body?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

export type RoutedFetch = (url: string, init: RoutedInit) => Promise<Response>;

/** As many as `fetch` follows. */
const MOST_REDIRECTS = 20;

/** What may be asked without HTTPS: nobody else hears it. */
const THIS_MACHINE = ["127.0.0.1", "[::1]", "localhost"];

/**
 * `fetch` by the way that AWS is asked: through the proxy of HTTPS_PROXY, and with the certificates of AWS_CA_BUNDLE. Node's own
 * `fetch` goes through no proxy on Node 20.
 */
export function routedFetch(env: Env): RoutedFetch {
  let agent: ReturnType<typeof wayToAws> | undefined;
  return async (first, { headers, ...init }) => {
    agent ??= wayToAws(env);
    const { signal } = init;
    let [url, sent] = [new URL(first), headers];
    if (url.protocol !== "https:" && !THIS_MACHINE.includes(url.hostname)) throw new TypeError(`${first} is not HTTPS`);
    for (let redirects = 0; ; redirects += 1) {
      const answer = await ask(url, { ...init, headers: sent }, agent);
      const { statusCode: status = 0, headers: received } = answer;
      const next = [301, 302, 303, 307, 308].includes(status) ? received.location : undefined;
      if (next === undefined) return responseOf(answer, status, signal);
      answer.resume();
      const to = new URL(next, url);
      if (redirects === MOST_REDIRECTS) throw new TypeError(`${first} leads in a circle`);
      if (init.body !== undefined && to.origin !== url.origin)
        throw new TypeError(`${first} leads to ${to.host}, which was not meant to get what is sent`);
      if (to.protocol !== "https:" && to.origin !== url.origin)
        throw new TypeError(`${first} leads to ${to.protocol}//${to.host}, which is not HTTPS`);
      // a token is for the host that asked for it
      if (to.origin !== url.origin)
        sent = Object.fromEntries(Object.entries(sent).filter(([name]) => name.toLowerCase() !== "authorization"));
      url = to;
    }
  };
}

function ask(
  url: URL,
  { method = "GET", body, headers, signal }: RoutedInit,
  agent: ReturnType<typeof wayToAws>,
): Promise<IncomingMessage> {
  const options = { method, headers: { ...headers, "user-agent": "railyard" }, signal };
  return new Promise((resolve, reject) => {
    const sent = url.protocol === "http:" ? plainRequest(url, options) : request(url, { ...options, agent });
    sent
      .on("response", resolve)
      .on("error", (error) => reject(failed(error, signal)))
      .end(body);
  });
}

async function responseOf(answer: IncomingMessage, status: number, signal: AbortSignal): Promise<Response> {
  const parts: Buffer[] = [];
  try {
    for await (const part of answer) parts.push(part as Buffer);
  } catch (error) {
    throw failed(error as Error, signal);
  }
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) headers.set(name, String(value));
  return new Response([204, 205, 304].includes(status) ? null : Buffer.concat(parts), { status, headers });
}

/** As `fetch` fails: by the signal, or with what the system said as its cause. */
const failed = (error: Error, signal: AbortSignal): Error =>
  signal.aborted ? (signal.reason as Error) : new TypeError("no answer", { cause: error });
