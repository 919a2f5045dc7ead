import { posix } from "node:path";
import type { DeviceClaim } from "../../config/pools/whole-node";
import type { NodeTaint } from "../core/node-taint";
import { scriptFile } from "../core/script-file";
import { configMap } from "../kubernetes/config-map";
import { claimObjects } from "../kubernetes/device-claims";
import type { CustomResource } from "../kubernetes/custom-resources";
import type { GangResource } from "../kubernetes/gang-resources";
import type { ConfigMap, Container, Job, PodSpec, Volume, VolumeMount } from "../kubernetes/objects";
import { cufilePod } from "./gpudirect-storage";
import { tolerate } from "./tolerations";

/** Nodes on which the pods of samples run. */
export interface SampleNodes {
  readonly nodeSelector: Readonly<Record<string, string>>;
  readonly taints: readonly NodeTaint[];
  /** GPUs that a pod of a whole node gets. */
  readonly gpus: number;
  /** How a pod gets one GPU: as an extended resource, or by a claim of a device class. */
  readonly gpu:
    | { readonly kind: "resource"; readonly resource: string }
    | { readonly kind: "claim"; readonly deviceClass: string };
  /** What a pod of a whole node asks for. */
  readonly podResources: Readonly<Record<string, string>>;
  readonly deviceClaims: readonly DeviceClaim[];
  readonly maxNodes: number;
}

export interface PodSamplesProps {
  readonly nodes: SampleNodes;
  readonly namespace: string;
  /** Image with PyTorch. */
  readonly image: string;
  /** Volumes of the environment that the namespace has. @default - none */
  readonly volumes?: readonly Volume[];
  /** Where the main container sees them. @default - none */
  readonly volumeMounts?: readonly VolumeMount[];
  /** Whether some of them are read straight into GPUs. @default false */
  readonly gpuDirect?: boolean;
}

/** Names of pods that find each other: a Service without an address of its own. */
interface HeadlessService {
  readonly apiVersion: "v1";
  readonly kind: "Service";
  readonly metadata: { readonly name: string; readonly namespace: string };
  readonly spec: { readonly clusterIP: "None"; readonly selector: Readonly<Record<string, string>> };
}

export type SampleObject = ConfigMap | Job | CustomResource | GangResource | HeadlessService;

/** What a pod of a sample asks for. */
export interface Asks {
  readonly resources: Readonly<Record<string, string>>;
  readonly claims: readonly string[];
  readonly objects: readonly CustomResource[];
  /** CPU and memory go by them. */
  readonly gpus: number;
}

/** Where the first pod listens for the others. */
export const MASTER_PORT = 29500;

/** What torchrun starts in a pod: no image has it, so that the file of a sample brings it. */
export const TRAIN_PROGRAM = "/opt/train/train.py";

/** The program of a sample, and how its pods get it. */
export const trainProgram = {
  text: (): string => scriptFile("slurm/files/sample-train.py"),
  object: (name: string, namespace: string): ConfigMap =>
    configMap(`${name}-program`, namespace, { "train.py": trainProgram.text() }),
  inPod: (name: string, props: PodSamplesProps): PodSamplesProps => ({
    ...props,
    volumes: [...(props.volumes ?? []), { name: "program", configMap: { name: `${name}-program` } }],
    volumeMounts: [
      ...(props.volumeMounts ?? []),
      { name: "program", mountPath: posix.dirname(TRAIN_PROGRAM), readOnly: true },
    ],
  }),
};

/** Objects by file name. */
export function podSamples(props: PodSamplesProps): Record<string, readonly SampleObject[]> {
  const { nodes } = props;
  const several = nodes.maxNodes > 1;
  return {
    "one-gpu.yaml": sample("one-gpu", props, oneGpu(props, "one-gpu"), ["nvidia-smi", "-L"]),
    "interactive.yaml": sample("interactive", props, oneGpu(props, "interactive"), ["sleep", "4h"]),
    "one-node.yaml": oneNode(props, "one-node"),
    ...(several && { "pytorch.yaml": severalNodes(props, "pytorch", 2) }),
  };
}

function oneGpu({ nodes, namespace }: PodSamplesProps, sampleName: string): Asks {
  if (nodes.gpu.kind === "resource")
    return { resources: { [nodes.gpu.resource]: "1" }, claims: [], objects: [], gpus: 1 };
  return {
    resources: {},
    claims: ["gpu"],
    gpus: 1,
    objects: [
      {
        apiVersion: "resource.k8s.io/v1",
        kind: "ResourceClaimTemplate",
        metadata: { name: `${sampleName}-gpu`, namespace },
        spec: {
          spec: {
            devices: {
              requests: [
                {
                  name: "gpu",
                  exactly: { deviceClassName: nodes.gpu.deviceClass, allocationMode: "ExactCount", count: 1 },
                },
              ],
            },
          },
        },
      },
    ],
  };
}

/** What a pod asks for that has a node for itself. */
export function wholeNode({ nodes, namespace }: PodSamplesProps, sampleName: string): Asks {
  const objects = claimObjects(nodes.deviceClaims, {
    namespace,
    templateName: (claim) => `${sampleName}-${claim}`,
  });
  return {
    resources: nodes.podResources,
    claims: nodes.deviceClaims.map(({ name }) => name),
    objects,
    gpus: nodes.gpus,
  };
}

/** A pod on the nodes, whose claims have templates by the name of the sample. */
export function podSpec(
  name: string,
  { nodes, image, volumes = [], volumeMounts = [], gpuDirect = false }: PodSamplesProps,
  asks: Asks,
  container: Partial<Container>,
): PodSpec {
  const claims = asks.claims.map((claim) => ({ name: claim }));
  return {
    restartPolicy: "Never",
    nodeSelector: nodes.nodeSelector,
    tolerations: tolerate(nodes.taints),
    ...(claims.length > 0 && {
      resourceClaims: asks.claims.map((claim) => ({ name: claim, resourceClaimTemplateName: `${name}-${claim}` })),
    }),
    containers: [
      {
        name: "main",
        image,
        resources: {
          limits: { ...asks.resources },
          // huge pages are refused without either
          requests: { cpu: String(4 * asks.gpus), memory: `${16 * asks.gpus}Gi`, ...asks.resources },
          ...(claims.length > 0 && { claims }),
        },
        volumeMounts: [
          { name: "shm", mountPath: "/dev/shm" },
          ...volumeMounts,
          ...(gpuDirect ? [cufilePod.mount] : []),
        ],
        ...container,
        ...(gpuDirect &&
          container.command && {
            command: cufilePod.command(container.command),
            env: [...(container.env ?? []), cufilePod.env],
          }),
      },
    ],
    // the container runtime's own has 64 MiB; data loaders and NCCL need more
    volumes: [{ name: "shm", emptyDir: { medium: "Memory" } }, ...volumes, ...(gpuDirect ? [cufilePod.volume] : [])],
  };
}

/** A Job, which ends for good after a failure: what it did is in its log. */
const job = (name: string, namespace: string, pod: PodSpec, more: object = {}): Job => ({
  apiVersion: "batch/v1",
  kind: "Job",
  metadata: { name, namespace },
  spec: { backoffLimit: 0, ...more, template: { metadata: { labels: { "job-name": name } }, spec: pod } },
});

/** A Job of one pod, with what it asks for. */
export function sample(name: string, props: PodSamplesProps, asks: Asks, command: readonly string[]): SampleObject[] {
  return [...asks.objects, job(name, props.namespace, podSpec(name, props, asks, { command: [...command] }))];
}

function oneNode(props: PodSamplesProps, name: string): SampleObject[] {
  const command = ["torchrun", "--standalone", `--nproc-per-node=${props.nodes.gpus}`, TRAIN_PROGRAM];
  return [
    trainProgram.object(name, props.namespace),
    ...sample(name, trainProgram.inPod(name, props), wholeNode(props, name), command),
  ];
}

/** A pod for each node; they find the first by its name in the Service. RDMA registers more memory than a pod may lock. */
function severalNodes(props: PodSamplesProps, name: string, nodes: number): SampleObject[] {
  const asks = wholeNode(props, name);
  const { namespace } = props;
  const pod = podSpec(name, trainProgram.inPod(name, props), asks, {
    command: [
      "torchrun",
      `--nnodes=${nodes}`,
      `--nproc-per-node=${props.nodes.gpus}`,
      "--node-rank=$(JOB_COMPLETION_INDEX)",
      `--master-addr=${name}-0.${name}`,
      `--master-port=${MASTER_PORT}`,
      TRAIN_PROGRAM,
    ],
    securityContext: { capabilities: { add: ["IPC_LOCK"] } },
  });
  return [
    trainProgram.object(name, namespace),
    ...asks.objects,
    {
      apiVersion: "v1",
      kind: "Service",
      metadata: { name, namespace },
      spec: { clusterIP: "None", selector: { "job-name": name } },
    },
    job(
      name,
      namespace,
      { ...pod, subdomain: name },
      {
        completionMode: "Indexed",
        completions: nodes,
        parallelism: nodes,
      },
    ),
  ];
}
