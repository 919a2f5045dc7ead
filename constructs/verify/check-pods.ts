import type * as core from "kubernetes-types/core/v1";
import { DEFAULT_QUEUE } from "../../config/facts/kueue";
import type { ResolvedPool } from "../../config/pools/pool";
import { scriptFile } from "../core/script-file";
import type { CustomResource } from "../kubernetes/custom-resources";
import { claimObjects } from "../kubernetes/device-claims";
import type { ConfigMap, Job, PodSpec, Service } from "../kubernetes/objects";
import type { WrittenObject } from "../kubernetes/written";
import { tolerate } from "../platform/tolerations";
import { sharedClaims, sharedMounts, type SharedVolume } from "../slurm/slurm-types";

/** A key pair of one run, by which mpirun reaches the other pods. */
export interface RunKey {
  /** PEM. */
  readonly private: string;
  /** As in authorized_keys. */
  readonly public: string;
}

export interface CheckPodsProps {
  /** Of the Job, and of all that belongs to it: at most 50 characters. */
  readonly name: string;
  readonly namespace: string;
  /** By which everything of a start of `verify` is found again. */
  readonly labels: Readonly<Record<string, string>>;
  /** Values of `kubernetes.io/hostname` of the nodes, one pod to each. */
  readonly hosts: readonly string[];
  readonly pool: Pick<ResolvedPool, "taints" | "podResources" | "deviceClaims"> & {
    readonly fabric: Pick<ResolvedPool["fabric"], "podAnnotations" | "devices">;
  };
  readonly image: string;
  /** CPU that each pod asks for, as Kubernetes writes it: so much that no other pod of size comes beside it. */
  readonly cpu: string;
  /** Bash that each task runs. */
  readonly script: string;
  readonly tasksPerNode: number;
  readonly mpi: boolean;
  /** Null where pods need not reach each other by SSH. */
  readonly key: RunKey | null;
  /** Whether pods ask for no device, network or claim. @default false */
  readonly withoutDevices?: boolean;
  /** Seconds after which Kubernetes ends it, whoever waits for it. */
  readonly deadlineSeconds: number;
  readonly volumes: readonly SharedVolume[];
  /** Null: that of the cluster. */
  readonly priorityClassName: string | null;
  /** Account of its pods, by which the cloud knows them; null: that of the namespace, which has no rights. */
  readonly serviceAccountName: string | null;
  /** Whether Kueue admits it, by the queue of its namespace. */
  readonly queued: boolean;
}

type Secret = WrittenObject<core.Secret>;

export interface CheckPods {
  readonly job: Job;
  /** What its pods wait for; it goes with the Job. */
  readonly beside: readonly (ConfigMap | CustomResource | Secret | Service)[];
}

/** Pods of a run by name. */
export const RUN_LABEL = "railyard.dev/verify-run";
/** Container whose log is the output. */
export const CHECK_CONTAINER = "check";

const FOLDER = "/railyard";
const SSH_PORT = 2222;
/** How long pods wait for each other, s: an image of 10 GiB takes minutes. */
const MEET_SECONDS = 900;
/** How long what has ended is kept where nobody removes it, s. */
const KEEP_SECONDS = 3600;

/** One run of a check as an Indexed Job: a pod a node, whole nodes, each with all devices that a job gets. */
export function checkPods(props: CheckPodsProps): CheckPods {
  const { name, namespace, labels, hosts, key, queued, withoutDevices = false } = props;
  const pool = withoutDevices ? bare(props.pool) : props.pool;
  const several = hosts.length > 1;
  const metadata = { name, namespace, labels: { ...labels, [RUN_LABEL]: name } };
  const { podAnnotations } = pool.fabric;
  return {
    job: {
      apiVersion: "batch/v1",
      kind: "Job",
      metadata: {
        ...metadata,
        labels: { ...metadata.labels, ...(queued && { "kueue.x-k8s.io/queue-name": DEFAULT_QUEUE }) },
      },
      spec: {
        completionMode: "Indexed",
        completions: hosts.length,
        parallelism: hosts.length,
        backoffLimit: 0,
        activeDeadlineSeconds: props.deadlineSeconds,
        ttlSecondsAfterFinished: KEEP_SECONDS,
        template: {
          metadata: {
            labels: metadata.labels,
            ...(Object.keys(podAnnotations).length > 0 && { annotations: podAnnotations }),
          },
          spec: podOf({ ...props, pool }),
        },
      },
    },
    beside: [
      {
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata,
        data: { "pod.sh": podScript(props), "check.sh": props.script },
      },
      ...(several ? [service(metadata)] : []),
      ...(key === null
        ? []
        : [
            {
              apiVersion: "v1",
              kind: "Secret",
              metadata,
              stringData: { key: key.private, "key.pub": key.public },
            } as const,
          ]),
      ...claimObjects(pool.deviceClaims, { namespace, templateName: (claim) => `${name}-${claim}` }).map((claim) => ({
        ...claim,
        metadata: { ...claim.metadata, labels: metadata.labels },
      })),
    ],
  };
}

/** The nodes of a pool without what they hand out. */
const bare = ({ taints }: CheckPodsProps["pool"]): CheckPodsProps["pool"] => ({
  taints,
  podResources: {},
  deviceClaims: [],
  fabric: { podAnnotations: {}, devices: 0 },
});

/** Names of pods, once they are ready. */
const service = (metadata: Service["metadata"] & { readonly name: string }): Service => ({
  apiVersion: "v1",
  kind: "Service",
  metadata,
  spec: { clusterIP: "None", selector: { [RUN_LABEL]: metadata.name } },
});

function podScript({ name, hosts, tasksPerNode, mpi }: CheckPodsProps): string {
  const values = {
    nodes: hosts.length,
    tasks: tasksPerNode,
    name,
    script: `${FOLDER}/check.sh`,
    seconds: MEET_SECONDS,
  };
  return mpi
    ? scriptFile("verify/files/mpi-pod.sh", { values: { ...values, keys: `${FOLDER}/ssh`, port: SSH_PORT } })
    : scriptFile("verify/files/tasks-pod.sh", { values });
}

function podOf(props: CheckPodsProps): PodSpec {
  const { name, hosts, pool, image, cpu, mpi, key, volumes, priorityClassName } = props;
  const several = hosts.length > 1;
  const claims = pool.deviceClaims;
  const ready = mpi
    ? { tcpSocket: { port: SSH_PORT } }
    : { exec: { command: ["test", "-e", "/tmp/railyard-started"] } };
  return {
    restartPolicy: "Never",
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    terminationGracePeriodSeconds: 10,
    ...(several && { subdomain: name }),
    ...(props.serviceAccountName !== null && { serviceAccountName: props.serviceAccountName }),
    ...(priorityClassName !== null && { priorityClassName }),
    affinity: {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [
            { matchExpressions: [{ key: "kubernetes.io/hostname", operator: "In", values: [...hosts] }] },
          ],
        },
      },
      podAntiAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: [
          { labelSelector: { matchLabels: { [RUN_LABEL]: name } }, topologyKey: "kubernetes.io/hostname" },
        ],
      },
    },
    tolerations: tolerate(pool.taints),
    ...(claims.length > 0 && {
      resourceClaims: claims.map((claim) => ({
        name: claim.name,
        resourceClaimTemplateName: `${name}-${claim.name}`,
      })),
    }),
    containers: [
      {
        name: CHECK_CONTAINER,
        image,
        command: ["bash", `${FOLDER}/pod.sh`],
        // as images of CUDA have it: a runtime that listens to it gives GPUs to whoever names them
        ...(props.withoutDevices && { env: [{ name: "NVIDIA_VISIBLE_DEVICES", value: "all" }] }),
        resources: {
          limits: { ...pool.podResources },
          requests: { cpu, ...pool.podResources },
          ...(claims.length > 0 && { claims: claims.map((claim) => ({ name: claim.name })) }),
        },
        ...(several && { readinessProbe: { ...ready, periodSeconds: 1 } }),
        // RDMA registers memory that the default limits would not let it lock; nothing else is asked for
        ...(pool.fabric.devices > 0 && { securityContext: { capabilities: { add: ["IPC_LOCK"] } } }),
        volumeMounts: [
          { name: "shm", mountPath: "/dev/shm" },
          { name: "scripts", mountPath: FOLDER, readOnly: true },
          ...sharedMounts(volumes),
        ],
      },
    ],
    volumes: [
      { name: "shm", emptyDir: { medium: "Memory" } },
      {
        name: "scripts",
        projected: {
          defaultMode: 0o444,
          sources: [
            { configMap: { name } },
            ...(key === null
              ? []
              : [
                  {
                    secret: {
                      name,
                      // ssh and sshd take no key that others can read
                      items: ["key", "key.pub"].map((file) => ({ key: file, path: `ssh/${file}`, mode: 0o400 })),
                    },
                  },
                ]),
          ],
        },
      },
      ...sharedClaims(volumes),
    ],
  };
}
