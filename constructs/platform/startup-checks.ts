import { STARTUP_CONDITION } from "../../config/facts/node-conditions";
import { isOwnStartupCheck, type OwnStartupCheck } from "../../config/facts/startup-checks";
import { claimedDevices } from "../../config/gpu/claimed-devices";
import type { NodeCheckName } from "../../config/facts/node-checks";
import { STARTUP_TAINT, startupChecksOf } from "../../config/pools/startup-checks";
import type { ResolvedPool } from "../../config/pools/pool";
import type { NodeTaint } from "../core/node-taint";
import { scriptFile } from "../core/script-file";
import { textHash } from "../core/text-hash";
import type { ConfigMap, KubernetesObject } from "../kubernetes/objects";
import { checkScript } from "../slurm/node-checks";
import type { ClusterComponent } from "./component";
import { FOLDER, type CheckedPool, hostDaemon, hostFacts, hostParts } from "./host-daemon";
import { KubernetesObjects } from "./kubernetes-objects";
import { startupChecksRights } from "./startup-checks-rights";
import { STARTUP_CHECKS_ALERTS } from "./startup-checks-alerts";

/** Pods that share all of their node are kept out of other namespaces by Pod Security. Frozen. */
const NAMESPACE = "kube-system";
const RELEASE = "startup-checks";
/** Annotation with the boot of a node for which a daemon has set the taint. Frozen: nodes bear it. */
const BOOT = "railyard.dev/startup-checks-boot";
/** Seconds between two looks at a node that has not passed, at first and after some minutes, and at one that has. */
const PAUSES = { soon: 15, later: 300 } as const;
const SOON_LOOKS = 40;

/** Nodes of a pool that are checked before their first pod. */
export type StartupPool = CheckedPool & Pick<ResolvedPool, "deviceClaims">;

const OWN_SCRIPTS: Readonly<Record<OwnStartupCheck, string>> = {
  "nvme-disks": "platform/files/startup-nvme-disks.sh",
  resources: "platform/files/startup-resources.sh",
  "claimed-devices": "platform/files/startup-claimed-devices.sh",
  dcgm: "platform/files/startup-dcgm.sh",
};

/** The daemon's script, for a pool. */
export function startupChecksScript(pool: StartupPool): string {
  const { machines, deviceClaims } = pool;
  const devices = claimedDevices(pool).map(({ driver, attribute, value, count, title }) =>
    [driver, attribute, value, count, title].join("|"),
  );
  // nodes of other pools keep their script as it is
  const facts = hostFacts(pool, deviceClaims.length > 0 ? { DEVICES: devices.join("\n") } : {});
  return scriptFile("platform/files/startup-checks.sh", {
    values: {
      folder: FOLDER,
      sysfs: "/proc/1/root/sys",
      taint: STARTUP_TAINT.key,
      annotation: BOOT,
      condition: STARTUP_CONDITION,
      taints: machines.kind === "existing" ? "after-boots" : "never",
      soon: PAUSES.soon,
      later: PAUSES.later,
      looks: SOON_LOOKS,
    },
    insert: { facts, ...hostParts(STARTUP_CONDITION) },
  });
}

/** A daemon for each pool that takes the taint from nodes which pass, and the right to do so. */
export const startupChecksObjects = (
  pools: readonly StartupPool[],
  taints: readonly NodeTaint[],
): KubernetesObject[] => [
  ...startupChecksRights({
    name: RELEASE,
    namespace: NAMESPACE,
    taint: STARTUP_TAINT.key,
    annotation: BOOT,
    condition: STARTUP_CONDITION,
    readsSlices: pools.some(({ deviceClaims }) => deviceClaims.length > 0),
  }),
  ...pools.flatMap((pool) => poolObjects(pool, taints)),
];

function poolObjects(pool: StartupPool, taints: readonly NodeTaint[]): KubernetesObject[] {
  const metadata = {
    name: `${RELEASE}-${pool.name}`,
    namespace: NAMESPACE,
    labels: { "app.kubernetes.io/name": RELEASE, "railyard.dev/pool": pool.name },
  };
  const checks = startupChecksOf(pool);
  const data = {
    "startup-checks.sh": startupChecksScript(pool),
    checks: checks.map(({ name, limitSeconds, fault }) => `${name} ${limitSeconds} ${fault}\n`).join(""),
    ...Object.fromEntries(
      checks.map(({ name }) => [
        `check-${name}.sh`,
        // what is not of the other table is of Slurm's
        isOwnStartupCheck(name) ? scriptFile(OWN_SCRIPTS[name]) : checkScript(name as NodeCheckName),
      ]),
    ),
  };
  const scripts: ConfigMap = { apiVersion: "v1", kind: "ConfigMap", metadata, data };
  const container = { name: "check", account: RELEASE, script: "startup-checks.sh" };
  return [scripts, hostDaemon(pool, { metadata, taints, hash: textHash(JSON.stringify(data)), ...container })];
}

const checkedPools = (pools: readonly ResolvedPool[]): readonly ResolvedPool[] =>
  pools.filter(({ startupChecks }) => startupChecks);

/** Nodes that take no pod before checks of them have passed. */
export const startupChecks: ClusterComponent = {
  id: RELEASE,
  when: ({ env }) => checkedPools(env.nodeGroups).length > 0 || "no node group has startupChecks",
  install: ({ env, taints }, { scope, id, dependsOn }) => [
    new KubernetesObjects(scope, id, {
      release: RELEASE,
      namespace: NAMESPACE,
      createNamespace: false,
      objects: startupChecksObjects(checkedPools(env.nodeGroups), taints),
      // a node that does not pass is no reason to fail a deployment
      wait: false,
      dependsOn,
    }).dependable,
  ],
  alerts: {
    id: "startup-checks-alerts",
    release: "railyard-startup-checks-alerts",
    groups: () => STARTUP_CHECKS_ALERTS,
  },
};
