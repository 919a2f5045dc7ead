import { isOwnStartupCheck, type OwnStartupCheck } from "../../config/facts/startup-checks";
import type { NodeCheckName } from "../../config/facts/node-checks";
import { STARTUP_TAINT, startupChecksOf } from "../../config/pools/startup-checks";
import type { ResolvedPool } from "../../config/pools/pool";
import { DAEMON_UPDATE_STRATEGY } from "../core/daemon-rollout";
import type { NodeTaint } from "../core/node-taint";
import { scriptFile } from "../core/script-file";
import { shellWord } from "../core/shell-word";
import { textHash } from "../core/text-hash";
import type { ConfigMap, DaemonSet, KubernetesObject } from "../kubernetes/objects";
import { checkScript } from "../slurm/node-checks";
import { SLURM_TOOLS_IMAGE } from "../slurm/slurm-values";
import type { ClusterComponent } from "./component";
import { KubernetesObjects } from "./kubernetes-objects";
import { startupChecksRights } from "./startup-checks-rights";
import { STARTUP_CHECKS_ALERTS } from "./startup-checks-alerts";
import { tolerate } from "./tolerations";

/** Pods that share all of their node are kept out of other namespaces by Pod Security. Frozen. */
const NAMESPACE = "kube-system";
const RELEASE = "startup-checks";
/** Annotation with the boot of a node for which a daemon has set the taint. Frozen: nodes bear it. */
const BOOT = "railyard.dev/startup-checks-boot";
/** Condition of a node. Frozen. */
export const STARTUP_CONDITION = "StartupChecks";

/** Seconds between two looks at a node that has not passed, at first and after some minutes, and at one that has. */
const PAUSES = { soon: 15, later: 300 } as const;
const SOON_LOOKS = 40;
const MIB_OF_HUGE_PAGE = 2;

/** Nodes of a pool that are checked before their first pod. */
export type CheckedPool = Pick<
  ResolvedPool,
  "name" | "nodeSelector" | "gpus" | "fabric" | "hardware" | "podResources" | "machines"
>;

const OWN_SCRIPTS: Readonly<Record<OwnStartupCheck, string>> = {
  "nvme-disks": "platform/files/startup-nvme-disks.sh",
  resources: "platform/files/startup-resources.sh",
  dcgm: "platform/files/startup-dcgm.sh",
};

/** The daemon's script, for a pool. */
export function startupChecksScript(pool: CheckedPool): string {
  const { fabric, gpus, hardware, machines, podResources } = pool;
  const facts = {
    EXPECTED_GPUS: gpus?.count ?? 0,
    FABRIC_DEVICES: fabric.health ? fabric.devices : 0,
    FABRIC_SYSFS: fabric.health?.sysfs ?? "",
    FABRIC_TITLE: fabric.title,
    HUGE_PAGES: Math.ceil(fabric.hugepagesMiB / MIB_OF_HUGE_PAGE),
    NVME_DISKS: hardware.nvme?.count ?? 0,
    // huge pages are counted by a check of their own; what devices are is the vendor's
    RESOURCES: Object.entries(podResources)
      .filter(([name]) => name.includes("/"))
      .map(([name, count]) => `${name}=${count}`)
      .join(" "),
  };
  return scriptFile("platform/files/startup-checks.sh", {
    values: {
      folder: "/scripts",
      tools: "/tmp/tools",
      sysfs: "/proc/1/root/sys",
      taint: STARTUP_TAINT.key,
      annotation: BOOT,
      condition: STARTUP_CONDITION,
      taints: machines.kind === "existing" ? "after-boots" : "never",
      soon: PAUSES.soon,
      later: PAUSES.later,
      looks: SOON_LOOKS,
    },
    insert: {
      facts: Object.entries(facts)
        .map(([key, value]) => `export ${key}=${shellWord(value)}`)
        .join("\n"),
    },
  });
}

/** A daemon for each pool that takes the taint from nodes which pass, and the right to do so. */
export const startupChecksObjects = (
  pools: readonly CheckedPool[],
  taints: readonly NodeTaint[],
): KubernetesObject[] => [
  ...startupChecksRights({
    name: RELEASE,
    namespace: NAMESPACE,
    taint: STARTUP_TAINT.key,
    annotation: BOOT,
    condition: STARTUP_CONDITION,
  }),
  ...pools.flatMap((pool) => poolObjects(pool, taints)),
];

function poolObjects(pool: CheckedPool, taints: readonly NodeTaint[]): KubernetesObject[] {
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
  return [scripts, daemon(pool, { metadata, taints, hash: textHash(JSON.stringify(data)) })];
}

interface DaemonProps {
  readonly metadata: DaemonSet["metadata"];
  readonly taints: readonly NodeTaint[];
  readonly hash: string;
}

/** It sees all of the host, whose programs and files it asks, and tolerates the taint that it removes. */
function daemon({ nodeSelector }: CheckedPool, { metadata, taints, hash }: DaemonProps): DaemonSet {
  const matchLabels = { ...metadata.labels };
  return {
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata,
    spec: {
      selector: { matchLabels },
      updateStrategy: DAEMON_UPDATE_STRATEGY,
      template: {
        metadata: { labels: matchLabels, annotations: { "railyard.dev/script": hash } },
        spec: {
          nodeSelector,
          tolerations: tolerate(taints),
          hostPID: true,
          serviceAccountName: RELEASE,
          enableServiceLinks: false,
          terminationGracePeriodSeconds: 5,
          containers: [
            {
              name: "check",
              image: SLURM_TOOLS_IMAGE,
              command: ["bash", "/scripts/startup-checks.sh"],
              resources: { requests: { cpu: "5m", memory: "32Mi" }, limits: { memory: "256Mi" } },
              securityContext: { privileged: true, runAsUser: 0, readOnlyRootFilesystem: true },
              env: [
                { name: "NODE", valueFrom: { fieldRef: { fieldPath: "spec.nodeName" } } },
                { name: "HOME", value: "/tmp" },
              ],
              volumeMounts: [
                { name: "scripts", mountPath: "/scripts", readOnly: true },
                { name: "tmp", mountPath: "/tmp" },
              ],
            },
          ],
          volumes: [
            { name: "scripts", configMap: { name: metadata.name } },
            { name: "tmp", emptyDir: {} },
          ],
        },
      },
    },
  };
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
