import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { statusCommand, type StatusOutside } from "../../scripts/commands/status/command";
import type { StatusReport } from "../../scripts/commands/status/report";
import { KubectlError } from "../../scripts/lib/kubernetes/run-kubectl";
import { captured } from "./captured";
import { recordedAws } from "./deploying";
import { PretendedSlurmCluster } from "./pretended-slurm-cluster";
import { ROOT } from "./process";
import { temporaryFolders } from "./terraform";

const NOW = new Date("2026-11-23T09:00:00Z");
export const seconds = (iso: string) => Date.parse(iso) / 1000;

// as Alertmanager 0.25 answers
export const alert = (labels: Record<string, string>, summary: string, state = "active") => ({
  annotations: { summary },
  endsAt: "2026-11-23T09:05:00.000Z",
  fingerprint: "448881ef475b9b26",
  receivers: [{ name: "none" }],
  startsAt: "2026-11-23T08:00:29.351Z",
  status: { inhibitedBy: [], silencedBy: state === "suppressed" ? ["7e3e5a85"] : [], state },
  updatedAt: "2026-11-23T09:00:29.351Z",
  labels,
});
export const WATCHDOG = alert({ alertname: "Watchdog", severity: "none" }, "an alert that always sounds");

export const slo = (name: string, value: string) => ({
  metric: { slo: name },
  value: [seconds("2026-11-23T09:00:00Z"), value],
});

const STATES = { Bucket: "railyard-state" };
const missing = (suite: string) => ({
  call: "S3 GetObject",
  input: { ...STATES, Key: `iron/verify/${suite}/last.json` },
  error: { name: "NoSuchKey", message: "The specified key does not exist.", status: 404 },
});

export interface World {
  readonly cluster?: PretendedSlurmCluster;
  readonly alerts?: readonly object[] | string;
  readonly slos?: readonly object[];
  /** As squeue of Slurm 22.05 prints them. */
  readonly queue?: string;
}

/** As many nodes as `iron` has. */
export function whole(): PretendedSlurmCluster {
  const names = (letter: string, count: number) => Array.from({ length: count }, (_, index) => `${letter}${index}`);
  const cluster = new PretendedSlurmCluster("dgx", { "example.com/servers": "dgx" }, names("n", 64));
  for (const name of names("s", 4)) cluster.add(name, "small", { "example.com/servers": "small" });
  for (const name of names("d", 2)) cluster.add(name, "desktops", { "example.com/servers": "desktops" });
  return cluster;
}

/** No partition has them, so Slurm does not know them. */
const withoutDesktops = async (answer: Promise<string>): Promise<string> => (await answer).replace(/^d\d\|.*\n?/gm, "");

/** Ways to a world in which all is well, but for what is given. The API of objects does not answer. */
export function world({
  cluster = whole(),
  alerts = [WATCHDOG],
  slos = [slo("controlPlane", "0.634")],
  queue = "",
}: World): NonNullable<StatusOutside["way"]> {
  return {
    aws: recordedAws([missing("accept"), missing("weekly")]),
    kubectl: () =>
      Promise.resolve({
        list: (kind) => cluster.kubectl.list(kind),
        run: (...args) => {
          const path = args[2] ?? "";
          if (path.includes("/services/http:alertmanager-operated:9093/proxy/api/v2/alerts"))
            return Promise.resolve(typeof alerts === "string" ? alerts : JSON.stringify(alerts));
          if (
            path.includes(
              "/services/http:prometheus-operated:9090/proxy/api/v1/query?query=railyard%3Aslo_budget_left%3Aratio",
            )
          )
            return Promise.resolve(JSON.stringify({ status: "success", data: { resultType: "vector", result: slos } }));
          return cluster.kubectl.run(...args);
        },
      }),
    slurm: () =>
      Promise.resolve((...args) =>
        args.includes("squeue") ? Promise.resolve(queue) : withoutDesktops(cluster.slurm(...args)),
      ),
    api: () => Promise.reject(new KubectlError("No way to the cluster was opened")),
  };
}

export const part = ({ parts }: StatusReport, id: string) => parts.find((one) => one.id === id)!;

export const evidence = (outcome: string, finishedAt: string, runs: readonly object[] = []) =>
  JSON.stringify({ format: 1, environment: "iron", outcome, finishedAt, pools: [{ pool: "dgx", runs }] });

/** Keeps what `verify` wrote on this machine. */
export function keep(root: string, suite: string, text: string): void {
  const at = join(root, "cdktf.out/verify/iron", suite);
  mkdirSync(at, { recursive: true });
  writeFileSync(join(at, "evidence.json"), text);
}

/** `railyard status iron` as a test calls it, in folders that go with its file. */
export function pretendedStatus() {
  const folder = temporaryFolders();

  async function status(
    way: StatusOutside["way"],
    args: readonly string[] = [],
    outside: StatusOutside = {},
    prepare: (root: string) => void = () => {},
  ) {
    const root = folder();
    prepare(root);
    const { context, texts } = captured(ROOT, NOW);
    const code = await statusCommand(["iron", ...args], { ...context, root }, { way, env: {}, ...outside });
    return { code, ...texts() };
  }

  async function reportOf(given: World): Promise<StatusReport> {
    return JSON.parse((await status(world(given), ["--json"])).printed) as StatusReport;
  }

  return { folder, status, reportOf };
}
