import { type HelmValues } from "../core/helm-values";
import { scriptFile } from "../core/script-file";
import { sidecarOf } from "./node-exporter-sidecars";

/** Vendor of Amazon's devices on the PCI bus: InfiniBand adapters of others have metrics in node-exporter itself. */
const AMAZON = "0x1d0f";

/**
 * Writes the counters of EFA interfaces as metrics, `node_amazonefa_<counter>{device,port}`: the names of AWS's own
 * exporter, a build of node-exporter that nobody publishes. The file is moved into place, so that a scrape never sees half
 * of it. A counter that a generation of hardware lacks is left out. No braces after a dollar sign: Terraform would take
 * them for its own.
 * @see https://github.com/awslabs/awsome-distributed-ai/tree/main/4.validation_and_observability/3.efa-node-exporter
 */
export const efaMetricsScript = (): string =>
  scriptFile("platform/files/efa-metrics.sh", { values: { vendor: AMAZON } });

/** The container beside node-exporter. */
export const efaMetricsSidecar = (): HelmValues =>
  sidecarOf("efa-metrics", efaMetricsScript(), {
    env: { SYSFS: "/host/sys" },
    // the volume is the exporter's own
    mounts: [{ name: "sys", mountPath: "/host/sys", readOnly: true }],
  });
