import type { SiteEnvironment } from "../../config/sites/environment";
import type { HelmValues } from "../core/helm-values";
import { scriptFile } from "../core/script-file";
import { sidecarOf } from "./node-exporter-sidecars";

/** Asks NVMe disks how worn they are, `railyard_nvme_used_ratio{device}`: node_exporter has states and sizes of them alone. */
export const nvmeMetricsScript = (): string => scriptFile("platform/files/nvme-metrics.sh", { values: { pause: 300 } });

/**
 * The container beside node-exporter, whose pod shares the processes of its node. It starts a program of the host, which sends a command to a
 * disk: a device of the host is seen by privileged containers alone, and the command needs CAP_SYS_ADMIN.
 * @see https://docs.kernel.org/admin-guide/cgroup-v2.html#device-controller
 */
export const nvmeMetricsSidecar = (): HelmValues =>
  sidecarOf("nvme-metrics", nvmeMetricsScript(), {
    env: { SYSFS: "/host/sys" },
    // the volume is the exporter's own
    mounts: [{ name: "sys", mountPath: "/host/sys", readOnly: true }],
    rights: { privileged: true, allowPrivilegeEscalation: true, runAsNonRoot: false, runAsUser: 0, capabilities: {} },
  });

/** Whether local disks are asked. */
export const asksDisks = ({ monitoring }: Pick<SiteEnvironment, "monitoring">): boolean =>
  monitoring.enabled && monitoring.diskWear;
