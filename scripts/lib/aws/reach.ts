import { request } from "node:https";
import { connect as connectTcp } from "node:net";
import type { AwsClient } from "./access";
import { proxyVariable } from "./proxy";
import { proxyFor, wayToAws } from "./route";

/** How long a connection may take. */
const LIMIT_MS = 5_000;

export interface Target {
  readonly host: string;
  readonly port: number;
  /** An endpoint of AWS: the server of `AWS_ENDPOINT_URL` stands in for it. @default false */
  readonly aws?: boolean;
}

/** What came of a connection. */
export interface Reached {
  readonly reached: boolean;
  /** Why not, as the system says it: `ENOTFOUND`, `ETIMEDOUT`. */
  readonly problem?: string;
  /** Variable that names the proxy by which it was tried. @default - none was used, or it was reached */
  readonly proxy?: string;
}

/** Opens a connection with TLS, and closes it. */
export class ConnectCommand {
  constructor(readonly input: Target) {}
}

type Handler = (args: { input: unknown }) => Promise<{ output: object; response: unknown }>;
type Middleware = (next: Handler, context: { clientName: string; commandName: string }) => Handler;

/** Connections to hosts, in the form of a client of the SDK: so they are recorded and replayed as its calls are. */
export class ReachClient implements AwsClient {
  readonly #middlewares: Middleware[] = [];
  readonly middlewareStack = { add: (middleware: never) => void this.#middlewares.push(middleware) };

  async send(command: ConnectCommand, options: { abortSignal?: AbortSignal } = {}): Promise<Reached> {
    const context = { clientName: ReachClient.name, commandName: ConnectCommand.name };
    const last: Handler = async ({ input }) => ({
      output: await reach(input as Target, options.abortSignal),
      response: {},
    });
    const handler = this.#middlewares.reduce((next, middleware) => middleware(next, context), last);
    const { output } = await handler({ input: command.input });
    const { reached, problem, proxy } = output as Reached;
    return { reached, ...(problem !== undefined && { problem }), ...(proxy !== undefined && { proxy }) };
  }
}

/** Never fails: what cannot be reached is an answer. */
export function reach(target: Target, signal?: AbortSignal, limitMs = LIMIT_MS): Promise<Reached> {
  const { host, port, plain } = placeOf(target, process.env["AWS_ENDPOINT_URL"]);
  return new Promise((resolve) => {
    const answer = (result: Reached) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
      connection.destroy();
      resolve(result);
    };
    const proxy = plain || proxyFor(host, port, process.env) === null ? null : proxyVariable();
    const fail = (problem: string) => answer({ reached: false, problem, ...(proxy !== null && { proxy }) });
    const stop = () => answer({ reached: false, problem: "interrupted" });
    const timer = setTimeout(() => fail(`no answer in ${limitMs / 1000} s`), limitMs);
    const connection = plain ? connectTcp({ host, port }, () => answer({ reached: true })) : ask();
    connection.on("error", (error: NodeJS.ErrnoException) => fail(error.code ?? error.message));
    signal?.addEventListener("abort", stop, { once: true });
    if (signal?.aborted) stop();

    function ask() {
      const asked = request({ host, port, method: "HEAD", path: "/", agent: wayToAws(process.env) });
      // whatever is answered: who answers has been reached, but for a proxy that lets nobody through
      asked.on("response", ({ statusCode = 0 }) =>
        proxy !== null && [407, 502, 503, 504].includes(statusCode)
          ? fail(`the proxy says ${statusCode}`)
          : answer({ reached: true }),
      );
      // a server that speaks TLS and not HTTP is there, too
      if (proxy === null) asked.on("socket", (socket) => socket.once("secureConnect", () => answer({ reached: true })));
      return asked.end();
    }
  });
}

/** A stand-in for AWS may speak HTTP: then TCP alone is tried. */
function placeOf({ host, port, aws }: Target, standIn: string | undefined) {
  if (!aws || !standIn) return { host, port, plain: false };
  const { protocol, hostname, port: other } = new URL(standIn);
  const plain = protocol === "http:";
  return { host: hostname, port: other === "" ? (plain ? 80 : 443) : Number(other), plain };
}
