import { type HelmValues } from "../core/helm-values";
import { scriptFile } from "../core/script-file";

/** Folder that the sidecar writes and node-exporter reads. */
const FOLDER = "/var/lib/node-exporter/textfile";

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

/** Values of prometheus-node-exporter that add the sidecar. `extraArgs` replaces the chart's list: give that too. */
export function efaMetricsValues(extraArgs: readonly string[]): HelmValues {
  return {
    // the sidecar needs a shell, and takes the exporter's image
    image: { distroless: false },
    extraArgs: [...extraArgs, `--collector.textfile.directory=${FOLDER}`],
    sidecarVolumeMount: [{ name: "textfile", mountPath: FOLDER, readOnly: false }],
    sidecars: [
      {
        name: "efa-metrics",
        command: ["/bin/sh", "-c", efaMetricsScript()],
        env: [
          { name: "SYSFS", value: "/host/sys" },
          { name: "OUT", value: FOLDER },
        ],
        // the volume is the exporter's own
        volumeMounts: [{ name: "sys", mountPath: "/host/sys", readOnly: true }],
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        },
        resources: { requests: { cpu: "10m", memory: "16Mi" }, limits: { memory: "32Mi" } },
      },
    ],
  };
}
