import { SYSTEM_PODS } from "../../config/facts/system-pods";
import { PodIdentityRole } from "../cluster/pod-identity-role";
import type { Placement } from "../cluster/placement";
import { podResources } from "../core/pod-resources";
import { textHash } from "../core/text-hash";
import type { PodMonitor } from "../kubernetes/custom-resources";
import type { KubernetesObject, PodSpec } from "../kubernetes/objects";
import { checkpointJobStatements } from "../storage/checkpoint-job-role";
import { existingBucket } from "../storage/checkpoint-store";
import { tierPolicyText, tierPrograms, type TierPolicy } from "../storage/tier-job";
import { checkpointTierAlerts } from "./checkpoint-tier-alerts";
import type { PlatformComponent } from "./component";
import { KubernetesObjects } from "./kubernetes-objects";
import { placementValues } from "./tolerations";

/** Where the agent finds checkpoints, and what it does with them. */
export interface TierAgent {
  readonly image: string;
  readonly everySeconds: number;
  /** When all of a checkpoint is there. */
  readonly whole: string;
  /** Claim of the volume in the namespace of the agent, and the folder with runs from the volume's root. */
  readonly claimName: string;
  readonly folder: string;
  readonly cold: NonNullable<TierPolicy["cold"]>;
  readonly archive: NonNullable<TierPolicy["archive"]> | null;
}

export interface CheckpointTiersProps extends TierAgent {
  readonly namespace: string;
  readonly region: string;
  /** A pod gets a role of AWS when it is made, and never later. */
  readonly roleName: string;
  readonly placement: Placement;
  /** Whether Prometheus is there to be told of it. */
  readonly scraped: boolean;
}

/** Release, account and pods. Frozen. */
export const CHECKPOINT_TIERS = "checkpoint-tiers";
const LABELS = { "app.kubernetes.io/name": CHECKPOINT_TIERS };
const PROGRAMS = "/opt/railyard";
const WARM = "/checkpoints";
const PORT = 9481;
/** Of each run some ten. */
const MOST_SERIES = 20_000;

/** Objects of the agent: its account, its programs and policy, and the one pod that runs them. */
export function checkpointTiers(props: CheckpointTiersProps): KubernetesObject[] {
  const { namespace, scraped, roleName } = props;
  const metadata = { name: CHECKPOINT_TIERS, namespace, labels: LABELS };
  const data = {
    ...tierPrograms(),
    "checkpoint-tiers.json": tierPolicyText(
      { warm: { path: WARM, prune: false }, cold: props.cold, ...(props.archive && { archive: props.archive }) },
      props.whole,
    ),
  };
  return [
    { apiVersion: "v1", kind: "ServiceAccount", metadata },
    { apiVersion: "v1", kind: "ConfigMap", metadata, data },
    {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata,
      spec: {
        replicas: 1,
        // two do no harm, and read everything twice
        strategy: { type: "Recreate" },
        selector: { matchLabels: LABELS },
        template: {
          metadata: {
            labels: LABELS,
            annotations: {
              "railyard.dev/config": textHash(JSON.stringify(data)),
              "railyard.dev/role": roleName,
            },
          },
          spec: podSpec(props),
        },
      },
    },
    ...(scraped ? [monitor(metadata)] : []),
  ];
}

function podSpec(props: CheckpointTiersProps): PodSpec {
  return {
    serviceAccountName: CHECKPOINT_TIERS,
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    // it may be killed at any time
    terminationGracePeriodSeconds: 10,
    ...placementValues(props.placement),
    securityContext: { runAsUser: 0, runAsGroup: 0, seccompProfile: { type: "RuntimeDefault" } },
    containers: [
      {
        name: "tiers",
        image: props.image,
        workingDir: PROGRAMS,
        command: ["python3", `${PROGRAMS}/tiers.py`, `${PROGRAMS}/checkpoint-tiers.json`],
        args: ["--every", String(props.everySeconds), "--listen", String(PORT)],
        env: [
          { name: "HOME", value: "/tmp" },
          { name: "AWS_REGION", value: props.region },
          // what is imported lies on a volume that nobody may write to
          { name: "PYTHONDONTWRITEBYTECODE", value: "1" },
          { name: "PYTHONUNBUFFERED", value: "1" },
        ],
        ports: [{ name: "metrics", containerPort: PORT }],
        readinessProbe: { httpGet: { path: "/metrics", port: PORT }, periodSeconds: 10 },
        resources: podResources(SYSTEM_PODS.checkpointTiers),
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          // files belong to whoever ran the job
          capabilities: { drop: ["ALL"], add: ["DAC_READ_SEARCH"] },
        },
        volumeMounts: [
          { name: "programs", mountPath: PROGRAMS, readOnly: true },
          { name: "tmp", mountPath: "/tmp" },
          // only the tier, and nothing can be written there
          { name: "warm", mountPath: WARM, subPath: subPath(props.folder), readOnly: true },
        ],
      },
    ],
    volumes: [
      { name: "programs", configMap: { name: CHECKPOINT_TIERS } },
      { name: "tmp", emptyDir: {} },
      { name: "warm", persistentVolumeClaim: { claimName: props.claimName, readOnly: true } },
    ],
  };
}

function subPath(folder: string): string {
  const path = folder.replace(/^\/+|\/+$/g, "");
  if (path === "") throw new Error("the agent of tiers was given a whole volume, which a rule refuses");
  return path;
}

const monitor = (metadata: PodMonitor["metadata"]): PodMonitor => ({
  apiVersion: "monitoring.coreos.com/v1",
  kind: "PodMonitor",
  metadata,
  spec: {
    selector: { matchLabels: LABELS },
    sampleLimit: MOST_SERIES,
    podMetricsEndpoints: [{ port: "metrics", path: "/metrics", relabelings: [], metricRelabelings: [] }],
  },
});

/** Where config has an agent. Its role reaches the prefixes of checkpoints, and deletes nothing. */
export const checkpointTiering: PlatformComponent = {
  id: CHECKPOINT_TIERS,
  when: ({ tierAgent }) => tierAgent !== null || "checkpoints.agent is not written",
  after: ["volumes", "monitoring"],
  install: (
    { env, partition, cluster, storage, jobPrefixes, tierAgent, jobs, placement },
    { scope, id, dependsOn },
  ) => {
    const { bucket } = env.checkpoints!;
    const store = existingBucket({
      bucketName: bucket.name,
      partition,
      ...((bucket.kind === "create" || bucket.kmsKeyArn !== null) && { kmsKeyArn: storage.checkpointKeyArn }),
    });
    const role = new PodIdentityRole(scope, `${id}-role`, {
      partition,
      roleName: env.names.role("tiers"),
      clusterName: cluster.clusterName,
      namespace: jobs.namespace,
      serviceAccount: CHECKPOINT_TIERS,
      statements: checkpointJobStatements({ store, region: env.region, prefixes: jobPrefixes!, access: "read-write" }),
    });
    return [
      new KubernetesObjects(scope, id, {
        release: CHECKPOINT_TIERS,
        namespace: jobs.namespace,
        objects: checkpointTiers({
          ...tierAgent!,
          namespace: jobs.namespace,
          region: env.region,
          roleName: role.roleName,
          placement,
          scraped: env.monitoring.enabled,
        }),
        dependsOn: [...dependsOn, ...role.dependables],
      }).dependable,
    ];
  },
  alerts: {
    id: "checkpoint-tiers-alerts",
    release: "checkpoint-tiers-alerts",
    groups: ({ tierAgent }) => checkpointTierAlerts(tierAgent!.everySeconds),
  },
};
