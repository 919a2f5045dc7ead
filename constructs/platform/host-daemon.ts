import type { ResolvedPool } from "../../config/pools/pool";
import { DAEMON_UPDATE_STRATEGY } from "../core/daemon-rollout";
import type { NodeTaint } from "../core/node-taint";
import { scriptFile } from "../core/script-file";
import { shellWord } from "../core/shell-word";
import type { DaemonSet } from "../kubernetes/objects";
import { SLURM_TOOLS_IMAGE } from "../slurm/slurm-values";
import { tolerate } from "./tolerations";

/** A pool whose nodes are asked by a daemon of theirs. */
export type CheckedPool = Pick<
  ResolvedPool,
  "name" | "nodeSelector" | "gpus" | "fabric" | "hardware" | "podResources" | "machines"
>;

/** Where its scripts are, and programs that reach those of the host. */
export const FOLDER = "/scripts";
const TOOLS = "/tmp/tools";

const MIB_OF_HUGE_PAGE = 2;

/** What checks compare with what they find, as lines of a script. @param more what the checks of one daemon alone ask */
export function hostFacts(
  { fabric, gpus, hardware, podResources }: CheckedPool,
  more: Readonly<Record<string, string>> = {},
): string {
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
    ...more,
  };
  return Object.entries(facts)
    .map(([key, value]) => `export ${key}=${shellWord(value)}`)
    .join("\n");
}

/** Parts of its script, by the names of their insertions: how checks are asked, and how a condition of the node is written. */
export const hostParts = (condition: string) => ({
  host: scriptFile("platform/files/host-checks.sh", { values: { folder: FOLDER, tools: TOOLS } }).trimEnd(),
  write: scriptFile("platform/files/node-condition.sh", { values: { condition } }).trimEnd(),
});

export interface HostDaemonProps {
  /** Of the DaemonSet, and of the ConfigMap with its scripts. */
  readonly metadata: DaemonSet["metadata"];
  readonly taints: readonly NodeTaint[];
  readonly hash: string;
  /** Of its container. */
  readonly name: string;
  readonly account: string;
  /** Of its files the one that runs. */
  readonly script: string;
}

/** It sees all of the host, whose programs and files it asks, and tolerates the taint that keeps others away. */
export function hostDaemon(
  { nodeSelector }: CheckedPool,
  { metadata, taints, hash, name, account, script }: HostDaemonProps,
): DaemonSet {
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
          serviceAccountName: account,
          enableServiceLinks: false,
          terminationGracePeriodSeconds: 5,
          containers: [
            {
              name,
              image: SLURM_TOOLS_IMAGE,
              command: ["bash", `${FOLDER}/${script}`],
              resources: { requests: { cpu: "5m", memory: "32Mi" }, limits: { memory: "256Mi" } },
              securityContext: { privileged: true, runAsUser: 0, readOnlyRootFilesystem: true },
              env: [
                { name: "NODE", valueFrom: { fieldRef: { fieldPath: "spec.nodeName" } } },
                { name: "HOME", value: "/tmp" },
              ],
              volumeMounts: [
                { name: "scripts", mountPath: FOLDER, readOnly: true },
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
