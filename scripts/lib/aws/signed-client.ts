import { request as requestHttp } from "node:http";
import { request as requestHttps, type Agent } from "node:https";
import { defaultProvider } from "@aws-sdk/credential-provider-node";
import { Sha256 } from "@smithy/core/checksum";
import { SignatureV4 } from "@smithy/signature-v4";
import type { AwsClient, ClientOptions } from "./access";

/** Milliseconds before the second try; each later one waits twice as long. */
const FIRST_WAIT = 200;

/** What a call sends, beside who signs it. */
export interface SignedRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  /** @default - none */
  readonly query?: Readonly<Record<string, string>>;
  /** @default - none */
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON. @default - none */
  readonly body?: string;
}

/** A call: its name, which ends in `Command`, is that of the class. */
export interface SignedCommand<Output> {
  readonly input: object;
  readonly request: () => SignedRequest;
  /** What the answer's JSON becomes. */
  readonly output: (json: object) => Output;
}

type Handler = (args: { input: unknown }) => Promise<{ output: object; response: unknown }>;
type Middleware = (next: Handler, context: { clientName: string; commandName: string }) => Handler;

/**
 * A client of a service of which the registry that this project installs from has no package of the SDK: few calls that read, with the
 * credentials, the way, the tries and the errors that the SDK's clients have.
 */
export abstract class SignedClient implements AwsClient {
  readonly #middlewares: Middleware[] = [];
  readonly middlewareStack = { add: (middleware: never) => void this.#middlewares.push(middleware) };
  readonly #options: ClientOptions;
  readonly #signer: SignatureV4;
  readonly #host: string;

  /**
   * @param service as it is signed and as its host is named: `rolesanywhere`
   * @param host @default - that of the service in the Region
   */
  protected constructor(service: string, options: ClientOptions, host?: string) {
    const { region, credentials } = options;
    this.#options = options;
    this.#host = host ?? `${service}.${region}.amazonaws.com${region.startsWith("cn-") ? ".cn" : ""}`;
    this.#signer = new SignatureV4({
      service,
      region,
      credentials: credentials ?? defaultProvider(),
      sha256: Sha256,
    });
  }

  /** @throws Error named as the service names it, with `$metadata.httpStatusCode` */
  async send<Output extends object>(
    command: SignedCommand<Output>,
    { abortSignal }: { readonly abortSignal?: AbortSignal } = {},
  ): Promise<Output> {
    const context = { clientName: this.constructor.name, commandName: command.constructor.name };
    const last: Handler = async () => ({
      output: command.output(await this.#ask(command.request(), abortSignal)),
      response: {},
    });
    const handler = this.#middlewares.reduce((next, middleware) => middleware(next, context), last);
    return (await handler({ input: command.input })).output as Output;
  }

  async #ask(asked: SignedRequest, signal: AbortSignal | undefined): Promise<object> {
    for (let tried = 1; ; tried++) {
      try {
        return await this.#once(asked, signal);
      } catch (error) {
        if (tried >= this.#options.maxAttempts || !isPassing(error) || signal?.aborted) throw error;
        await new Promise((resolve) => setTimeout(resolve, FIRST_WAIT * 2 ** (tried - 1)));
      }
    }
  }

  async #once({ method, path, query = {}, headers = {}, body }: SignedRequest, signal?: AbortSignal): Promise<object> {
    const standIn = process.env["AWS_ENDPOINT_URL"];
    const { protocol, hostname, port } = new URL(standIn || `https://${this.#host}`);
    const host = port === "" ? hostname : `${hostname}:${port}`;
    const unsigned = { method, protocol, hostname, path, query, headers: { ...headers, host }, body };
    const signed = await this.#signer.sign(unsigned);
    const words = new URLSearchParams(query).toString();
    const { status, text } = await exchange({
      url: `${protocol}//${host}${path}${words && `?${words}`}`,
      method,
      headers: signed.headers,
      body,
      signal,
      handler: this.#options.requestHandler,
    });
    const json = jsonOf(text);
    if (status >= 200 && status < 300 && json) return json;
    throw answered(status, json);
  }
}

interface Exchange {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal | undefined;
  readonly handler: {
    readonly requestTimeout: number;
    readonly httpsAgent?: Agent | ClientOptions["requestHandler"]["httpsAgent"];
  };
}

function exchange({
  url,
  method,
  headers,
  body,
  signal,
  handler,
}: Exchange): Promise<{ status: number; text: string }> {
  const { requestTimeout, httpsAgent } = handler;
  return new Promise((resolve, reject) => {
    const options = { method, headers, signal };
    const asked = url.startsWith("http:")
      ? requestHttp(url, options)
      : requestHttps(url, { ...options, ...(httpsAgent && { agent: httpsAgent }) });
    asked.setTimeout(requestTimeout, () => asked.destroy(timeout(requestTimeout)));
    asked.on("error", reject);
    asked.on("response", (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("error", reject);
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString("utf8") }),
      );
    });
    asked.end(body);
  });
}

const timeout = (limit: number) =>
  Object.assign(new Error(`no answer in ${limit / 1000} s`), { name: "TimeoutError", code: "ETIMEDOUT" });

function jsonOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** An error as the SDK throws it: named as the service names it, whose JSON has the name with or without a namespace. */
function answered(status: number, json: Record<string, unknown> | null): Error {
  const $metadata = { httpStatusCode: status };
  if (!json) return Object.assign(new Error("Deserialization error: what was answered is no JSON"), { $metadata });
  const type = json["__type"] ?? json["code"] ?? json["Code"];
  const name = typeof type === "string" ? (type.split("#").pop() ?? type) : nameOf(status);
  const message = json["message"] ?? json["Message"];
  return Object.assign(new Error(typeof message === "string" ? message : name), { name, $metadata });
}

/** What a status says where the body does not. */
const nameOf = (status: number): string =>
  status === 403 ? "AccessDeniedException" : status === 404 ? "ResourceNotFoundException" : `Http${status}`;

/** Whether a second try may be answered otherwise. */
function isPassing(error: unknown): boolean {
  const { name, code, $metadata } = error as Error & { code?: string; $metadata?: { httpStatusCode?: number } };
  const status = $metadata?.httpStatusCode ?? 0;
  return status >= 500 || status === 429 || /Throttl|TooManyRequests/.test(name) || code === "ECONNRESET";
}
