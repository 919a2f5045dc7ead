import type { HelmValues } from "../core/helm-values";

/** Folder that sidecars write and node-exporter reads. */
export const METRICS_FOLDER = "/var/lib/node-exporter/textfile";

/** What a sidecar is told and sees, beside the folder that it writes. */
interface SidecarProps {
  readonly env: Readonly<Record<string, string>>;
  /** Volumes are those of the exporter's pod. */
  readonly mounts: readonly HelmValues[];
  /** What its security context says beside that. @default - no rights at all */
  readonly rights?: HelmValues;
}

/** A container that writes a file of metrics every 15 seconds, by a script for sh, and has no rights but those that it is given. */
export const sidecarOf = (name: string, script: string, { env, mounts, rights }: SidecarProps): HelmValues => ({
  name,
  command: ["/bin/sh", "-c", script],
  env: Object.entries({ ...env, OUT: METRICS_FOLDER }).map(([key, value]) => ({ name: key, value })),
  volumeMounts: mounts,
  securityContext: {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ["ALL"] },
    ...rights,
  },
  resources: { requests: { cpu: "10m", memory: "16Mi" }, limits: { memory: "32Mi" } },
});

/** Values of prometheus-node-exporter with sidecars. @param extraArgs replaces the list of the chart: give that too */
export const sidecarValues = (extraArgs: readonly string[], sidecars: readonly HelmValues[]): HelmValues => ({
  // sidecars need a shell, and take the exporter's image
  image: { distroless: false },
  extraArgs: [...extraArgs, `--collector.textfile.directory=${METRICS_FOLDER}`],
  sidecarVolumeMount: [{ name: "textfile", mountPath: METRICS_FOLDER, readOnly: false }],
  sidecars,
});
