import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { LOGIN_FOLDER } from "../../constructs/platform/collector-login";
import { traceConfig, type TraceConfigProps } from "../../constructs/platform/traces/trace-config";
import { eventually } from "./eventually";
import { freePort } from "./moto";

const PROGRAM = "otelcol-contrib";

/** What a store was asked, with its body as it came and as it is without compression. */
export interface StoreRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly sent: Buffer;
  readonly body: Buffer;
}

/** What takes OTLP, and answers as a test says. */
export class TraceStandIn {
  readonly requests: StoreRequest[] = [];
  status = 200;
  private server: Server | undefined;
  url = "";

  async start(): Promise<void> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const sent = Buffer.concat(chunks);
        const body = request.headers["content-encoding"] === "gzip" ? gunzipSync(sent) : sent;
        this.requests.push({ path: request.url ?? "", headers: request.headers, sent, body });
        response.writeHead(this.status).end();
      });
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    this.server = server;
    this.url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  }

  /** How many of these names are in what came. */
  count(name: string): number {
    return this.requests.reduce((sum, { body }) => sum + body.toString("latin1").split(name).length - 1, 0);
  }

  stop(): void {
    this.server?.closeAllConnections();
    this.server?.close();
  }
}

/** A real collector of traces with the configuration of an environment. */
export class TraceCollector {
  readonly folder = mkdtempSync(join(tmpdir(), "traces-"));
  private child: ChildProcess | undefined;
  private metricsPort = 0;
  /** What it says. */
  output = "";
  /** Where it takes OTLP over HTTP. */
  url = "";

  /** @param changed what a test needs otherwise than the environment has it */
  async start(
    props: TraceConfigProps,
    {
      env = {},
      changed = (text: string) => text,
    }: { env?: Readonly<Record<string, string>>; changed?: (text: string) => string } = {},
  ): Promise<void> {
    const [grpc, http, metrics, health] = [await freePort(), await freePort(), await freePort(), await freePort()];
    const text = changed(traceConfig(props))
      .replaceAll(LOGIN_FOLDER, join(this.folder, "login"))
      .replaceAll("4317", `${grpc}`)
      .replaceAll("4318", `${http}`)
      .replaceAll("8888", `${metrics}`)
      .replaceAll("13133", `${health}`);
    const file = join(this.folder, "config.yaml");
    writeFileSync(file, text);
    const child = spawn(PROGRAM, [`--config=${file}`], {
      env: { PATH: process.env["PATH"] ?? "", POD_IP: "127.0.0.1", ...env },
      stdio: ["ignore", "ignore", "pipe"],
    });
    child.stderr.on("data", (chunk: Buffer) => (this.output += chunk.toString()));
    this.child = child;
    this.url = `http://127.0.0.1:${http}`;
    this.metricsPort = metrics;
    await eventually(
      async () => {
        if (child.exitCode !== null) throw new Error(`the collector ended: ${this.output}`);
        return (await fetch(`http://127.0.0.1:${health}/`).catch(() => null))?.status;
      },
      (status) => status === 200,
    );
  }

  login(files: Readonly<Record<string, string>>): void {
    mkdirSync(join(this.folder, "login"), { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(this.folder, "login", name), text);
  }

  /** Sends spans of one trace each, or all of `trace`, each with the same attributes. @returns what the collector answers */
  async send(
    names: readonly string[],
    path = "/v1/traces",
    texts: Readonly<Record<string, string>> = {},
    trace?: string,
  ): Promise<number> {
    const attributes = Object.entries(texts).map(([key, stringValue]) => ({ key, value: { stringValue } }));
    const spans = names.map((name, at) => ({
      traceId: trace ?? (at + 1).toString(16).padStart(8, "0") + randomHex(24),
      spanId: randomHex(16),
      name,
      attributes,
      kind: 1,
      startTimeUnixNano: `${Date.now()}000000`,
      endTimeUnixNano: `${Date.now() + 1}000000`,
    }));
    const answer = await fetch(`${this.url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ resourceSpans: [{ resource: {}, scopeSpans: [{ scope: {}, spans }] }] }),
    });
    return answer.status;
  }

  async metrics(): Promise<string> {
    return (await fetch(`http://127.0.0.1:${this.metricsPort}/metrics`)).text();
  }

  async ends(signal: NodeJS.Signals): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill(signal);
    await gone;
  }

  async remove(): Promise<void> {
    await this.ends("SIGKILL");
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const randomHex = (length: number): string =>
  Array.from({ length }, () => Math.floor(Math.random() * 16).toString(16)).join("");
