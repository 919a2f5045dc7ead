import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import type { Env } from "./proxy";
import { wayToAws } from "./route";

export interface RoutedInit {
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** As many as `fetch` follows. */
const MOST_REDIRECTS = 20;

/**
 * `fetch` of a page by the way that AWS is asked: through the proxy of HTTPS_PROXY, and with the certificates of AWS_CA_BUNDLE.
 * Node's own `fetch` goes through no proxy on Node 20.
 */
export function routedFetch(env: Env): (url: string, init: RoutedInit) => Promise<Response> {
  let agent: ReturnType<typeof wayToAws> | undefined;
  return async (first, { headers, signal }) => {
    agent ??= wayToAws(env);
    let [url, sent] = [new URL(first), headers];
    for (let redirects = 0; ; redirects += 1) {
      const answer = await get(url, sent, signal, agent);
      const { statusCode: status = 0, headers: told } = answer;
      const next = [301, 302, 303, 307, 308].includes(status) ? told.location : undefined;
      if (next === undefined) return responseOf(answer, status, signal);
      answer.resume();
      const to = new URL(next, url);
      if (redirects === MOST_REDIRECTS) throw new TypeError(`${first} leads in a circle`);
      if (to.protocol !== "https:")
        throw new TypeError(`${first} leads to ${to.protocol}//${to.host}, which is not HTTPS`);
      // a token is for the host that asked for it
      if (to.origin !== url.origin)
        sent = Object.fromEntries(Object.entries(sent).filter(([name]) => name.toLowerCase() !== "authorization"));
      url = to;
    }
  };
}

function get(
  url: URL,
  headers: RoutedInit["headers"],
  signal: AbortSignal,
  agent: ReturnType<typeof wayToAws>,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { ...headers, "user-agent": "railyard" }, signal, agent })
      .on("response", resolve)
      .on("error", (error) => reject(failed(error, signal)))
      .end();
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
