import { SYSTEM_PODS } from "../../../config/facts/system-pods";
import { volumeOf } from "../../../config/logs/job-files";
import { keepsJobFiles, logSecret } from "../../../config/logs/logs";
import type { SiteEnvironment } from "../../../config/sites/environment";
import type { VolumeHandle } from "../../../config/storage/kind";
import type { Placement } from "../../cluster/placement";
import type { KubernetesObject } from "../../kubernetes/objects";
import type { ComponentOf, LogWriterPlace, VolumesContext } from "../component";
import { KubernetesObjects } from "../kubernetes-objects";
import { wayOut, type WayOut } from "../outbound-values";
import { placementValues } from "../tolerations";
import { collectorConfig } from "./collector-config";
import { JOB_LOG_RELEASE, LOG_STATE } from "./collector-names";
import { collectorFiles, collectorMonitor, collectorPod, type MountedFile } from "./collector-pod";

export interface JobLogCollectorProps extends Pick<SiteEnvironment, "name" | "logs"> {
  readonly namespace: string;
  /** Volumes with files of jobs, each once. */
  readonly volumes: readonly VolumeHandle[];
  readonly placement: Placement;
  /** Class of the volume on which it writes what it has read. */
  readonly storageClassName: string;
  readonly wayOut: WayOut;
  /** Null: logs do not go to CloudWatch. */
  readonly writer: Pick<LogWriterPlace, "region" | "groups" | "roleName"> | null;
  readonly scraped: boolean;
}

const LABELS = { "app.kubernetes.io/name": JOB_LOG_RELEASE };

/** One collector for files on volumes that all nodes share, and a volume with what it has read. */
export function jobLogObjects(props: JobLogCollectorProps): KubernetesObject[] {
  const { namespace, logs, volumes, placement, storageClassName, writer, scraped } = props;
  const metadata = { name: JOB_LOG_RELEASE, namespace, labels: LABELS };
  const config = collectorConfig({ ...props, subjects: ["jobs"] });
  const mounted: MountedFile[] = [
    ...collectorFiles({ release: JOB_LOG_RELEASE, secretName: logSecret(logs), wayOut: props.wayOut }),
    [
      { name: "state", persistentVolumeClaim: { claimName: JOB_LOG_RELEASE } },
      { name: "state", mountPath: LOG_STATE },
    ],
    ...volumes.map(({ claimName, loginClaimName = claimName, mountPath }, at): MountedFile => [
      { name: `files-${at}`, persistentVolumeClaim: { claimName: loginClaimName, readOnly: true } },
      { name: `files-${at}`, mountPath, readOnly: true },
    ]),
  ];
  return [
    { apiVersion: "v1", kind: "ServiceAccount", metadata },
    { apiVersion: "v1", kind: "ConfigMap", metadata, data: { "config.yaml": config } },
    {
      apiVersion: "v1",
      kind: "PersistentVolumeClaim",
      metadata,
      spec: { accessModes: ["ReadWriteOnce"], storageClassName, resources: { requests: { storage: "1Gi" } } },
    },
    {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata,
      spec: {
        replicas: 1,
        // two would send every line twice
        strategy: { type: "Recreate" },
        selector: { matchLabels: LABELS },
        template: collectorPod({
          release: JOB_LOG_RELEASE,
          labels: LABELS,
          config,
          writer,
          wayOut: props.wayOut,
          env: [],
          demand: SYSTEM_PODS.jobLogs,
          capabilities: [],
          mounted,
          placement: placementValues(placement),
        }),
      },
    },
    ...(scraped ? [collectorMonitor(metadata)] : []),
  ];
}

/** The collector of files in which jobs of Slurm print. */
export const jobLogCollector: ComponentOf<VolumesContext> = {
  id: "job-logs",
  after: ["authorities", "monitoring", "volumes"],
  when: ({ env }) => keepsJobFiles(env.logs) || "nobody keeps files of jobs: logs.jobFiles is empty",
  install: ({ env, placement, storageClassName, jobs: { namespace }, logWriter }, { scope, id, dependsOn }) => {
    const writer = logWriter(scope, { namespace, serviceAccount: JOB_LOG_RELEASE, subjects: ["jobs"] });
    const found = env.logs.jobFiles.flatMap((pattern) => volumeOf(env, pattern)?.mount ?? []);
    return [
      new KubernetesObjects(scope, id, {
        release: JOB_LOG_RELEASE,
        namespace,
        objects: jobLogObjects({
          name: env.name,
          logs: env.logs,
          namespace,
          volumes: [...new Map(found.map((mount) => [mount.mountPath, mount])).values()],
          placement,
          storageClassName,
          wayOut: wayOut(env.outbound),
          writer,
          scraped: env.monitoring.enabled,
        }),
        // its volume may wait for a node
        wait: false,
        dependsOn: [...dependsOn, ...(writer?.dependables ?? [])],
      }).dependable,
    ];
  },
};
