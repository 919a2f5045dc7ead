import { connect as connectTcp, isIP } from "node:net";
import { connect as connectTls } from "node:tls";
import type { AwsClient } from "../aws/access";
import { proxyVariable } from "../aws/proxy";

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
  /** Variable that names a proxy, which other programs might reach it by. @default - there is none, or it was not needed */
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
    const socket = plain
      ? connectTcp({ host, port })
      : connectTls({ host, port, ...(isIP(host) === 0 && { servername: host }) });
    const answer = (result: Reached) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
      socket.destroy();
      resolve(result);
    };
    const proxy = plain ? null : proxyVariable();
    const fail = (problem: string) => answer({ reached: false, problem, ...(proxy !== null && { proxy }) });
    const stop = () => answer({ reached: false, problem: "interrupted" });
    const timer = setTimeout(() => fail(`no answer in ${limitMs / 1000} s`), limitMs);
    socket.once(plain ? "connect" : "secureConnect", () => answer({ reached: true }));
    socket.on("error", (error: NodeJS.ErrnoException) => fail(error.code ?? error.message));
    signal?.addEventListener("abort", stop, { once: true });
    if (signal?.aborted) stop();
  });
}

/** A stand-in for AWS may speak HTTP: then TCP alone is tried. */
function placeOf({ host, port, aws }: Target, standIn: string | undefined) {
  if (!aws || !standIn) return { host, port, plain: false };
  const { protocol, hostname, port: other } = new URL(standIn);
  const plain = protocol === "http:";
  return { host: hostname, port: other === "" ? (plain ? 80 : 443) : Number(other), plain };
}
