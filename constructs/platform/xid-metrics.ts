import type { SiteEnvironment } from "../../config/sites/environment";
import type { HelmValues } from "../core/helm-values";
import { scriptFile } from "../core/script-file";
import { sidecarOf } from "./node-exporter-sidecars";

/**
 * Counts the XIDs of the kernel's log, `railyard_xid_errors_total{xid,pci}`: of a GPU that has left the bus DCGM may tell nothing any
 * more, and it forgets within minutes.
 */
export const xidMetricsScript = (): string =>
  scriptFile("platform/files/xid-metrics.sh", { values: { facts: "/proc" } });

/**
 * The container beside node-exporter. Whoever reads the kernel's log by syslog(2) needs CAP_SYSLOG, which containers of other users than
 * root cannot hold.
 * @see https://man7.org/linux/man-pages/man2/syslog.2.html
 * @see https://kubernetes.io/docs/tasks/configure-pod-container/security-context/#set-capabilities-for-a-container
 */
export const xidMetricsSidecar = (): HelmValues =>
  sidecarOf("xid-metrics", xidMetricsScript(), {
    env: {},
    mounts: [],
    rights: { runAsNonRoot: false, runAsUser: 0, capabilities: { drop: ["ALL"], add: ["SYSLOG"] } },
  });

/** Whether XIDs of nodes are counted: where Prometheus is, and there are GPUs. */
export const countsXids = ({ monitoring, nodeGroups }: Pick<SiteEnvironment, "monitoring" | "nodeGroups">): boolean =>
  monitoring.enabled && nodeGroups.some(({ gpus }) => gpus !== null);
