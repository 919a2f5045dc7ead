import type { SiteEnvironment } from "../../config/sites/environment";
import type { HelmValues } from "../core/helm-values";
import { scriptFile } from "../core/script-file";
import { kernelLine } from "../nodes/kernel-line";
import { sidecarOf } from "./node-exporter-sidecars";

/**
 * Counts what the kernel's log tells of hardware, by what `kernelLine` reads: XIDs, of which DCGM may tell nothing any more once a GPU has left the
 * bus, and forgets within minutes, SXids of NVSwitches, and evictions of Lustre's clients.
 */
export const kernelLogScript = (): string =>
  scriptFile("platform/files/kernel-log-metrics.sh", {
    values: { facts: "/proc" },
    insert: { kernel_line: kernelLine() },
  });

/**
 * The container beside node-exporter. Whoever reads the kernel's log by syslog(2) needs CAP_SYSLOG, which containers of other users than
 * root cannot hold.
 * @see https://man7.org/linux/man-pages/man2/syslog.2.html
 * @see https://kubernetes.io/docs/tasks/configure-pod-container/security-context/#set-capabilities-for-a-container
 */
export const kernelLogSidecar = (): HelmValues =>
  sidecarOf("kernel-log-metrics", kernelLogScript(), {
    env: {},
    mounts: [],
    rights: { runAsNonRoot: false, runAsUser: 0, capabilities: { drop: ["ALL"], add: ["SYSLOG"] } },
  });

/** Whether XIDs and SXids of nodes are counted: where Prometheus is, and there are GPUs. */
export const countsXids = ({ monitoring, nodeGroups }: Pick<SiteEnvironment, "monitoring" | "nodeGroups">): boolean =>
  monitoring.enabled && nodeGroups.some(({ gpus }) => gpus !== null);

/** Whether what Lustre's client tells of its servers is counted. */
export const countsEvictions = ({ monitoring, storage }: Pick<SiteEnvironment, "monitoring" | "storage">): boolean =>
  monitoring.enabled && storage.some(({ isLustre }) => isLustre === true);

/** Whether the kernel's log of nodes is read for anything. */
export const readsKernelLog = (env: Pick<SiteEnvironment, "monitoring" | "nodeGroups" | "storage">): boolean =>
  countsXids(env) || countsEvictions(env);
