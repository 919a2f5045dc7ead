import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./moto";
import { outputUntil } from "./output-until";
import type { Json } from "./synth";

/** What Debian calls it, and what others do. */
const PROGRAM = ["prometheus-alertmanager", "alertmanager"].find((name) => spawnSync(name, ["--version"]).status === 0);

/** Minor version of the one that is there: 25 is 0.25. @default - there is none */
export const ALERTMANAGER_MINOR = Number(
  /version 0\.(\d+)\./.exec(PROGRAM === undefined ? "" : spawnSync(PROGRAM, ["--version"]).stdout.toString())?.[1],
);

/** Tests with a real Alertmanager. Without one they are skipped and say so; in CI they fail. */
export function describeWithAlertmanager(name: string, tests: () => void): void {
  if (PROGRAM === undefined) {
    if (process.env["CI"]) throw new Error("alertmanager is not on the PATH: apt-get install prometheus-alertmanager");
    console.warn(`alertmanager is not on the PATH: ${name} is not tried`);
  }
  (PROGRAM === undefined ? describe.skip : describe)(name, tests);
}

/** One Alertmanager of its own, in a folder of its own. */
export class Alertmanager {
  private constructor(
    readonly url: string,
    private readonly folder: string,
    private readonly server: ChildProcess,
  ) {}

  /** @param config what Alertmanager reads, given the folder in which files may lie beside it */
  static async start(
    config: (folder: string) => Json,
    env: Readonly<Record<string, string>> = {},
  ): Promise<Alertmanager> {
    const folder = mkdtempSync(join(tmpdir(), "alertmanager-"));
    // JSON is YAML, too
    writeFileSync(join(folder, "config.yml"), JSON.stringify(config(folder)));
    const port = await freePort();
    const options = [
      "--config.file=config.yml",
      "--storage.path=data",
      "--cluster.listen-address=",
      `--web.listen-address=127.0.0.1:${port}`,
    ];
    const server = spawn(PROGRAM!, options, {
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...process.env, ...env },
    });
    await outputUntil(server, "Listening on");
    return new Alertmanager(`http://127.0.0.1:${port}`, folder, server);
  }

  async stop(): Promise<void> {
    const gone = once(this.server, "exit");
    this.server.kill();
    await gone;
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Sends alerts by their labels. */
  async send(alerts: readonly Readonly<Record<string, string>>[]): Promise<void> {
    const body = JSON.stringify(
      alerts.map((labels) => ({ labels, annotations: { summary: `${labels["alertname"]} of the test` } })),
    );
    const answer = await fetch(`${this.url}/api/v2/alerts`, {
      method: "POST",
      body,
      headers: { "content-type": "application/json" },
    });
    if (!answer.ok) throw new Error(await answer.text());
  }

  /** Names of alerts that are not kept down, of those with a label. */
  async active(filter: string): Promise<string[]> {
    const answer = (await (
      await fetch(`${this.url}/api/v2/alerts?filter=${encodeURIComponent(filter)}`)
    ).json()) as Json[];
    return answer
      .filter(({ status }) => status.state !== "suppressed")
      .map(({ labels }) => labels.alertname)
      .toSorted();
  }
}
