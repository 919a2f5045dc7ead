import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { outputUntil } from "./output-until";
import type { Json } from "./synth";

/** A series, and its values from the first minute on. */
export interface Series {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly values: readonly number[];
}

/** Seconds between two values. */
const STEP = 120;

/** When the last value was: a full hour, on which subqueries by the hour fall. */
const END = Date.UTC(2026, 0, 15, 12) / 1000;

/** A real Prometheus over made-up series. */
export class Prometheus {
  private constructor(
    private readonly folder: string,
    private readonly process: ChildProcess,
    private readonly address: string,
  ) {}

  static isThere(): boolean {
    return ["prometheus", "promtool"].every((name) => spawnSync(name, ["--version"]).status === 0);
  }

  static async over(series: readonly Series[]): Promise<Prometheus> {
    const folder = mkdtempSync(join(tmpdir(), "prometheus-"));
    writeFileSync(join(folder, "series.txt"), openMetrics(series));
    writeFileSync(join(folder, "prometheus.yml"), "{}\n");
    const blocks = ["tsdb", "create-blocks-from", "openmetrics", "series.txt", "data"];
    const { status, stderr } = spawnSync("promtool", blocks, { cwd: folder, encoding: "utf8" });
    if (status !== 0) throw new Error(`promtool takes no series: ${stderr}`);
    const options = ["--config.file=prometheus.yml", "--storage.tsdb.path=data", "--web.listen-address=127.0.0.1:0"];
    const server = spawn("prometheus", options, { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
    return new Prometheus(folder, server, await addressOf(server));
  }

  /** One that asks somebody on this machine every second. */
  static asking(port: number): Promise<Prometheus> {
    const job = { job_name: "asked", honor_labels: true, static_configs: [{ targets: [`127.0.0.1:${port}`] }] };
    return Prometheus.with({ global: { scrape_interval: "1s", scrape_timeout: "1s" }, scrape_configs: [job] });
  }

  /** One that others write to. */
  static receiving(): Promise<Prometheus> {
    return Prometheus.with({}, "--web.enable-remote-write-receiver");
  }

  /** One that reads these metrics of somebody on this machine every second, and writes them on. */
  static async sending(metrics: string, remoteWrite: Json): Promise<Prometheus> {
    const exporter = createServer((_, response) => response.end(`${metrics}\n`)).listen(0, "127.0.0.1");
    await once(exporter, "listening");
    const { port } = exporter.address() as AddressInfo;
    const job = { job_name: "sent", static_configs: [{ targets: [`127.0.0.1:${port}`] }] };
    const global = { scrape_interval: "1s", scrape_timeout: "1s" };
    const sender = await Prometheus.with({ global, scrape_configs: [job], remote_write: remoteWrite });
    sender.process.once("exit", () => {
      exporter.closeAllConnections();
      exporter.close();
    });
    return sender;
  }

  private static async with(config: Json, ...flags: readonly string[]): Promise<Prometheus> {
    const folder = mkdtempSync(join(tmpdir(), "prometheus-"));
    writeFileSync(join(folder, "prometheus.yml"), JSON.stringify(config));
    const options = ["--config.file=prometheus.yml", "--storage.tsdb.path=data", "--web.listen-address=127.0.0.1:0"];
    const server = spawn("prometheus", [...options, ...flags], { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
    return new Prometheus(folder, server, await addressOf(server));
  }

  /** Labels of series as they are now, as soon as they are as wanted. */
  async series(match: string, isWanted: (found: readonly Record<string, string>[]) => boolean): Promise<Json[]> {
    for (;;) {
      const address = `${this.url}/api/v1/series?match[]=${encodeURIComponent(match)}`;
      const { data } = (await (await fetch(address)).json()) as Json;
      if (isWanted(data)) return data;
      await sleep(200);
    }
  }

  get url(): string {
    return `http://${this.address}`;
  }

  /** It takes questions and answers none, until it goes on. */
  hangs(): void {
    this.process.kill("SIGSTOP");
  }

  goesOn(): void {
    this.process.kill("SIGCONT");
  }

  /** The value of a query at the last value: its series, or a number as one series without labels. */
  async ask(query: string): Promise<{ labels: Record<string, string>; value: number }[]> {
    const body = new URLSearchParams({ query, time: String(END) });
    const answer = (await (
      await fetch(`http://${this.address}/api/v1/query`, { method: "POST", body })
    ).json()) as Json;
    if (answer.status !== "success") throw new Error(`Prometheus refuses ${query}: ${answer.error}`);
    return answer.data.result.map(({ metric, value }: Json) => ({ labels: metric, value: Number(value[1]) }));
  }

  async stop(): Promise<void> {
    const gone = once(this.process, "exit");
    this.process.kill();
    this.goesOn();
    await gone;
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Prometheus says where it listens, and when it can be asked. */
async function addressOf(server: ChildProcess): Promise<string> {
  const output = await outputUntil(server, "Server is ready to receive web requests", 'Listening on" address=');
  return /Listening on" address=([\d.:]+)/.exec(output)![1]!;
}

function openMetrics(series: readonly Series[]): string {
  const lines = series.flatMap(({ name, labels, values }) => {
    const text = Object.entries(labels)
      .map(([label, value]) => `${label}="${value}"`)
      .join(",");
    return values.map((value, at) => `${name}{${text}} ${value} ${END - (values.length - 1 - at) * STEP}`);
  });
  return `${lines.join("\n")}\n# EOF\n`;
}
