import { spawnSync } from "node:child_process";
import { POD_REPAIR_STEPS } from "../../config/facts/node-repairs";
import { nodeHealthFiles, type HealthPool, type NodeHealthProps } from "../../constructs/platform/node-health";

export const HEALTH_POOL: HealthPool = {
  name: "h100",
  nodeSelector: { "railyard.dev/node-group": "h100" },
  steps: POD_REPAIR_STEPS,
  stepsPerHour: 4,
  atOnce: 1,
  floorPercent: 50,
  replacedBy: "group",
  cordonsAtOnce: 2,
};

export const healthProps = (change: Partial<NodeHealthProps> = {}): NodeHealthProps => ({
  mode: "on",
  lemon: { faults: 3, days: 14 },
  pools: [HEALTH_POOL],
  region: "us-east-1",
  placement: { nodeSelector: {}, tolerations: [] },
  ...change,
});

/** A condition of a node: what it says, and for how many minutes. */
export interface SeenCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly minutes?: number;
}

export interface HealthNode {
  readonly closed?: boolean;
  readonly mark?: string;
  /** Ready, and for how many minutes. */
  readonly ready?: readonly [status: string, minutes: number];
  readonly conditions?: readonly SeenCondition[];
}

export interface HealthPatch {
  readonly node: string;
  readonly what: string;
  readonly fault: string;
  readonly text: string;
}

export const LONG = 600;

/** Lines between two marks of the script. */
const between = (script: string, from: string): string => {
  const [, rest = ""] = script.split(`${from}() {`);
  return rest.split("<<'END'\n")[1]!.split("\nEND")[0]!;
};

/** What the part says that decides which nodes are broken. @param now seconds since 1970 */
export function decided(
  nodes: Readonly<Record<string, HealthNode>>,
  pool: HealthPool = HEALTH_POOL,
  now = 1_790_000_000,
) {
  const files = nodeHealthFiles(healthProps({ pools: [pool] }));
  const ago = (minutes: number) => new Date((now - minutes * 60) * 1000).toISOString().slice(0, 19) + "Z";
  const kinds = between(files["node-health.sh"]!.replace("done <<'END'", "<<'END'"), "kinds")
    .split("\n")
    .map((line) => {
      const [kind, name, status, fault, minutes, ours] = line.split("|");
      if (kind !== "kind") return line;
      return [kind, name, status, fault, minutes === "0" ? "" : ago(Number(minutes)), ours].join("|");
    });
  const input = [
    ...kinds,
    ...Object.entries(nodes).flatMap(
      ([name, { closed, mark = "", ready: [ready, minutes] = ["True", LONG], conditions = [] }]) => [
        ["node", name, pool.name, "7", closed ? "true" : "", mark, ready, ago(minutes)].join("|"),
        ...conditions.map(({ type, status, reason = "", message = "", minutes = LONG }) =>
          ["condition", name, type, status, ago(minutes), reason, message].join("|"),
        ),
      ],
    ),
    "",
  ].join("\n");
  const args = ["-v", `silent=${ago(5)}`, "-v", `steady=${ago(10)}`, files["node-health.awk"]!];
  const run = spawnSync("awk", args, { input, encoding: "utf8" });
  if (run.stderr !== "") throw new Error(run.stderr);
  const of = (kind: string) =>
    run.stdout.split("\n").flatMap((line) => (line.startsWith(`${kind}|`) ? [line.split("|").slice(1)] : []));
  return {
    patches: of("patch").map(([node = "", , what = "", fault = "", ...text]): HealthPatch => ({
      node,
      what,
      fault,
      text: text.join("|"),
    })),
    refused: of("say").map(([node, text]) => `${node} ${text}`),
    rows: of("row").map(([node = "", , state = "", ready = "", reason = "", mark = ""]) => ({
      node,
      state,
      ready,
      reason,
      mark,
    })),
  };
}

export const fault = (message: string, reason = "Hardware"): SeenCondition => ({
  type: "HealthChecks",
  status: "False",
  reason,
  message,
});
