import { request, type RequestOptions } from "node:https";
import { rootCertificates } from "node:tls";
import { HttpsProxyAgent } from "https-proxy-agent";
import type { AskHost, HostQuestion, HostReply } from "./host-question";

export interface AskingHosts {
  /** Certificates that are trusted beside those of Node, in PEM. */
  readonly authorities: readonly string[];
  readonly signal?: AbortSignal | undefined;
  /** How long an answer may take, in milliseconds. @default 10000 */
  readonly limitMs?: number;
}

const LIMIT_MS = 10_000;

/** Asks hosts from this machine, with the authorities and the proxy of an environment, and not with those of the shell. */
export const askHosts =
  ({ authorities, signal, limitMs = LIMIT_MS }: AskingHosts): AskHost =>
  async (question) => {
    signal?.throwIfAborted();
    const limit = AbortSignal.timeout(limitMs);
    const reply = await asked(question, authorities, signal ? AbortSignal.any([signal, limit]) : limit);
    signal?.throwIfAborted();
    return reply;
  };

function asked({ host, proxy }: HostQuestion, authorities: readonly string[], signal: AbortSignal): Promise<HostReply> {
  const { hostname, port } = new URL(`https://${host}`);
  const ca = [...rootCertificates, ...authorities];
  const options: RequestOptions = {
    hostname,
    port: port || 443,
    path: "/v2/",
    method: "GET",
    headers: { "user-agent": "railyard-preflight" },
    ca,
    signal,
    agent: proxy === undefined ? false : new HttpsProxyAgent(proxy, { ca, signal }),
  };
  return new Promise((resolve) => {
    let through = proxy === undefined;
    const asking = request(options, (answer) => {
      answer.destroy();
      const status = answer.statusCode ?? 0;
      resolve(through ? { kind: "answered", status } : { kind: "refused-by-proxy", status });
    });
    // of the library: the proxy has answered CONNECT
    asking.on("proxyConnect", ({ statusCode }: { readonly statusCode: number }) => (through = statusCode === 200));
    const failed = (error: NodeJS.ErrnoException) => {
      const code = signal.aborted ? "ETIMEDOUT" : (error.code ?? error.message);
      resolve(isOfTrust(code) ? { kind: "not-trusted", code } : { kind: "silent", code, atProxy: !through });
    };
    // a second one comes where the socket of the proxy ends after the request
    asking.on("error", failed);
    // a request that waits for its proxy hears nothing of the signal
    signal.addEventListener(
      "abort",
      () => {
        failed(new Error("aborted"));
        asking.destroy();
      },
      { once: true },
    );
    asking.end();
  });
}

/** @see https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const isOfTrust = (code: string): boolean =>
  /CERT|^UNABLE_TO_|SELF_SIGNED|INVALID_(?:CA|PURPOSE)|ISSUER|HOSTNAME_MISMATCH/.test(code);
