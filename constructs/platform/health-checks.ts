import { HEALTH_CONDITION } from "../../config/facts/node-conditions";
import { SXIDS } from "../../config/facts/sxids";
import { XIDS, type XidAction } from "../../config/facts/xids";
import type { HealthCheck } from "../../config/health/health";
import type { NodeTaint } from "../core/node-taint";
import { scriptFile } from "../core/script-file";
import { textHash } from "../core/text-hash";
import type { ConfigMap, KubernetesObject } from "../kubernetes/objects";
import { kernelLine } from "../nodes/kernel-line";
import { checkScript } from "../slurm/node-checks";
import { CORDONED_FOR } from "../slurm/node-life";
import { FOLDER, type CheckedPool, hostDaemon, hostFacts, hostParts } from "./host-daemon";
import { accountOf } from "./node-account";
import { nodePolicy } from "./node-rights";

/** Pods that share all of their node are kept out of other namespaces by Pod Security. Frozen. */
export const HEALTH_NAMESPACE = "kube-system";
/** Name of the daemons and of their account. Frozen. */
export const HEALTH_CHECKS = "health-checks";

/** Annotations by which a daemon is told to mend its node, and says what came of it. Frozen. */
export const REPAIR_ORDER = "railyard.dev/repair-order";
export const REPAIR_ANSWER = "railyard.dev/repair-answer";

/** Nodes of a pool that are asked while they run. */
export interface AskedPool {
  readonly pool: CheckedPool;
  readonly checks: readonly HealthCheck[];
  /** What their daemons may do when they are told to; empty in a dry run. */
  readonly mends: readonly ("reset" | "reboot")[];
}

/** What XIDs ask for, the gravest last. */
const RANKS = ["reset", "reboot", "replace"] as const satisfies readonly XidAction[];

const rank = (action: string): number => RANKS.indexOf(action as "reset") + 1;

/** Lines "xid 79 class rank" for the script that reads the log. */
const xidTable = (): string => {
  const row = (of: string, action: string) => `${of} ${action} ${rank(action)}\n`;
  const xids = [...RANKS, "program" as const].flatMap((action) => XIDS[action].map((one) => row(`xid ${one}`, action)));
  const sxids = SXIDS.reset.map((one) => row(`sxid ${one}`, "reset"));
  return [...xids, ...sxids, row("sxid fatal", "reboot")].join("");
};

/** The daemon's script, for a pool. */
export const healthChecksScript = ({ pool, checks, mends }: AskedPool): string =>
  scriptFile("platform/files/health-checks.sh", {
    values: {
      folder: FOLDER,
      root: "/proc/1/root",
      condition: HEALTH_CONDITION,
      mark: CORDONED_FOR,
      order: REPAIR_ORDER,
      answer: REPAIR_ANSWER,
      steps: mends.join(" "),
      xids: checks.find(({ name }) => name === "xid")?.reaction ?? "off",
      pause: 15,
      every: 20,
    },
    insert: { facts: hostFacts(pool), ...hostParts(HEALTH_CONDITION) },
  });

/** A daemon for each pool that asks its nodes, and the right to write what came of it. */
export const healthChecksObjects = (pools: readonly AskedPool[], taints: readonly NodeTaint[]): KubernetesObject[] => [
  ...accountOf({ name: HEALTH_CHECKS, namespace: HEALTH_NAMESPACE }, [
    // kubectl reads what it patches
    { apiGroups: [""], resources: ["nodes", "nodes/status"], verbs: ["get", "patch"] },
  ]),
  ...nodePolicy({
    name: HEALTH_CHECKS,
    namespace: HEALTH_NAMESPACE,
    onlyOwn: true,
    annotations: [REPAIR_ANSWER],
    conditions: [HEALTH_CONDITION],
  }),
  ...pools.flatMap((asked) => poolObjects(asked, taints)),
];

/** Files of the daemon of a pool. */
export function healthChecksFiles(asked: AskedPool): Record<string, string> {
  const others = asked.checks.filter(({ name }) => name !== "xid");
  const list = (reaction: HealthCheck["reaction"]) =>
    others
      .filter((check) => check.reaction === reaction)
      .map(({ name, limitSeconds, fault }) => `${name} ${limitSeconds} ${fault}\n`)
      .join("");
  return {
    "health-checks.sh": healthChecksScript(asked),
    "health-xids.awk": scriptFile("platform/files/health-xids.awk", { insert: { kernel_line: kernelLine() } }),
    "mend.sh": scriptFile("slurm/files/mend.sh"),
    xids: xidTable(),
    checks: list("cordon"),
    tells: list("tell"),
    ...Object.fromEntries(others.map(({ name }) => [`check-${name}.sh`, checkScript(name)])),
  };
}

function poolObjects(asked: AskedPool, taints: readonly NodeTaint[]): KubernetesObject[] {
  const { pool } = asked;
  const metadata = {
    name: `${HEALTH_CHECKS}-${pool.name}`,
    namespace: HEALTH_NAMESPACE,
    labels: { "app.kubernetes.io/name": HEALTH_CHECKS, "railyard.dev/pool": pool.name },
  };
  const data = healthChecksFiles(asked);
  const scripts: ConfigMap = { apiVersion: "v1", kind: "ConfigMap", metadata, data };
  const container = { name: "check", account: HEALTH_CHECKS, script: "health-checks.sh" };
  return [scripts, hostDaemon(pool, { metadata, taints, hash: textHash(JSON.stringify(data)), ...container })];
}
