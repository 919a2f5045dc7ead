import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { collectorConfig, type CollectorConfigProps } from "../../constructs/platform/logs/collector-config";
import { LOGIN_FOLDER } from "../../constructs/platform/collector-login";
import { HOST_ROOT, LOG_STATE, POD_LOGS } from "../../constructs/platform/logs/collector-names";
import { freePort, isOnPath } from "./moto";

/** The collector with the parts of others: https://github.com/open-telemetry/opentelemetry-collector-releases */
const PROGRAM = "otelcol-contrib";

export const collectorIsPresent = isOnPath(PROGRAM);

/** Writes a journal of given entries: https://manpages.debian.org/systemd-journal-remote */
const JOURNAL_WRITER = "/lib/systemd/systemd-journal-remote";

export const journalIsPresent = existsSync(JOURNAL_WRITER) && existsSync("/usr/bin/journalctl");

/** A line as containerd writes it. `part` is false where the line goes on in the next one. */
export const criLine = (
  text: string,
  { time = new Date(), part = false }: { time?: Date; part?: boolean } = {},
): string => `${time.toISOString().replace("Z", "000000Z")} stdout ${part ? "P" : "F"} ${text}\n`;

/** A node whose pods have printed lines, and its collector. */
export class NodeWithLogs {
  readonly folder = mkdtempSync(join(tmpdir(), "logs-"));
  private child: ChildProcess | undefined;
  /** What the collector says. */
  output = "";
  metricsPort = 0;

  /** Folder of its journal. */
  get journal(): string {
    return join(this.folder, "journal");
  }

  /** Entries of the journal, each with fields by name. */
  logsInJournal(entries: readonly Readonly<Record<string, string>>[]): void {
    mkdirSync(this.journal, { recursive: true });
    const now = Date.now() * 1000;
    const text = entries
      .map((fields, at) => {
        const times = {
          __REALTIME_TIMESTAMP: `${now + at}`,
          __MONOTONIC_TIMESTAMP: `${1 + at}`,
          _BOOT_ID: "0".repeat(31) + "1",
        };
        return `${Object.entries({ ...times, ...fields })
          .map(([name, value]) => `${name}=${value}\n`)
          .join("")}\n`;
      })
      .join("");
    const made = spawnSync(JOURNAL_WRITER, ["--output", join(this.journal, "system.journal"), "-"], { input: text });
    if (made.status !== 0) throw new Error(`${JOURNAL_WRITER}: ${String(made.stderr)}`);
  }

  /** @param pod `namespace_name_uid/container` */
  prints(pod: string, lines: string): void {
    this.writes(`pods/${pod}/0.log`, lines);
  }

  writes(path: string, text: string): void {
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { flag: "a" });
  }

  /** Starts a collector, or starts it anew over what the one before left. */
  async collects(props: CollectorConfigProps, env: Readonly<Record<string, string>> = {}): Promise<void> {
    const [metrics, health] = [await freePort(), await freePort()];
    this.metricsPort = metrics;
    const text = collectorConfig(props)
      .replaceAll(POD_LOGS, join(this.folder, "pods"))
      .replaceAll(LOG_STATE, join(this.folder, "state"))
      .replaceAll(LOGIN_FOLDER, join(this.folder, "login"))
      // the journal of this machine is nobody's here
      .replaceAll(`"root_path": "${HOST_ROOT}"`, `"root_path": "/", "directory": ${JSON.stringify(this.journal)}`)
      .replaceAll("8888", `${metrics}`)
      .replaceAll("13133", `${health}`);
    mkdirSync(join(this.folder, "pods"), { recursive: true });
    const file = join(this.folder, "config.yaml");
    writeFileSync(file, text);
    const child = spawn(PROGRAM, [`--config=${file}`], {
      env: { PATH: process.env["PATH"] ?? "", NODE: "node-1", POD_IP: "127.0.0.1", ...env },
      stdio: ["ignore", "ignore", "pipe"],
    });
    child.stderr.on("data", (chunk: Buffer) => (this.output += chunk.toString()));
    this.child = child;
  }

  async ends(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill(signal);
    await gone;
  }

  async metrics(): Promise<string> {
    return (await fetch(`http://127.0.0.1:${this.metricsPort}/metrics`)).text();
  }

  async remove(): Promise<void> {
    await this.ends("SIGKILL");
    rmSync(this.folder, { recursive: true, force: true });
  }
}
