import { DEFAULT_QUEUE, type KueueOperator } from "../../../config/facts/kueue";
import type { GangPods, GangResource, RayClusterSpec } from "../../kubernetes/gang-resources";
import type { Container } from "../../kubernetes/objects";
import { tolerate } from "../tolerations";
import {
  MASTER_PORT,
  podSpec,
  type PodSamplesProps,
  type SampleObject,
  TRAIN_PROGRAM,
  trainProgram,
  wholeNode,
} from "../pod-samples";

export interface GangSamplesProps extends PodSamplesProps {
  readonly operators: readonly KueueOperator[];
  /** Whether Kueue holds RayClusters that people start themselves, beside those of RayJobs. */
  readonly rayClusters: boolean;
  /** Label of nodes of the smallest part of the network, in which a job is best; null: nodes do not tell. */
  readonly near: string | null;
  /** Annotations by which a pod of a whole node gets its networks. */
  readonly podAnnotations: Readonly<Record<string, string>>;
  /** Image with sshd, mpirun and nccl-tests. */
  readonly mpiImage: string;
}

/** As the operator's own samples have it. @see https://github.com/ray-project/kuberay/blob/v1.7.0/ray-operator/config/samples/ray-job.sample.yaml */
const RAY = { version: "2.52.0", image: "docker.io/rayproject/ray:2.52.0" };

/** Where the image of nccl-tests has its programs. */
const ALL_REDUCE = "/opt/nccl-tests/build/all_reduce_perf";

/** The first two nodes are enough to see that pods find each other. */
const NODES = 2;

/** Jobs of several pods that Kueue admits together or not at all, by file name: one of each operator that is there, and a cluster of Ray's. */
export function gangSamples(props: GangSamplesProps): Record<string, readonly SampleObject[]> {
  const made: Readonly<Record<KueueOperator, () => SampleObject[][]>> = {
    jobset: () => [withProgram(props, "jobset", jobset)],
    trainer: () => [withProgram(props, "trainjob", trainjob)],
    mpi: () => [withClaims(props, "mpijob", mpijob)],
    kuberay: () => [
      withClaims(props, "rayjob", rayjob),
      ...(props.rayClusters ? [withClaims(props, "raycluster", rayCluster)] : []),
    ],
    lws: () => [withProgram(props, "leaderworkerset", leaderWorkerSet)],
  };
  if (props.nodes.maxNodes < NODES) return {};
  return Object.fromEntries(
    props.operators
      .flatMap((operator) => made[operator]())
      .map((objects) => [`${objects.at(-1)!.metadata.name}.yaml`, objects]),
  );
}

type Maker = (name: string, props: GangSamplesProps) => readonly GangResource[];

const withClaims = (props: GangSamplesProps, name: string, make: Maker): SampleObject[] => [
  ...wholeNode(props, name).objects,
  ...make(name, props),
];

/** Of pods that start the program of samples. */
const withProgram = (props: GangSamplesProps, name: string, make: Maker): SampleObject[] => [
  trainProgram.object(name, props.namespace),
  ...withClaims({ ...props, ...trainProgram.inPod(name, props) }, name, make),
];

const metadata = (name: string, { namespace }: GangSamplesProps) => ({
  name,
  namespace,
  labels: { "kueue.x-k8s.io/queue-name": DEFAULT_QUEUE },
});

/** A pod for a whole node. RDMA registers more memory than a pod may lock. */
function nodePod(name: string, props: GangSamplesProps, container: Partial<Container>): GangPods {
  const annotations = {
    ...props.podAnnotations,
    ...(props.near !== null && { "kueue.x-k8s.io/podset-preferred-topology": props.near }),
  };
  return {
    ...(Object.keys(annotations).length > 0 && { metadata: { annotations } }),
    spec: podSpec(name, props, wholeNode(props, name), {
      securityContext: { capabilities: { add: ["IPC_LOCK"] } },
      ...container,
    }),
  };
}

/** One that starts the others on a node beside them, and needs no GPU. */
const smallPod = ({ nodes }: GangSamplesProps, container: Container): GangPods => ({
  spec: {
    restartPolicy: "Never",
    nodeSelector: nodes.nodeSelector,
    tolerations: tolerate(nodes.taints),
    containers: [container],
  },
});

const torchrun = ({ nodes }: GangSamplesProps, ...more: readonly string[]): string[] => [
  "torchrun",
  `--nnodes=${NODES}`,
  `--nproc-per-node=${nodes.gpus}`,
  ...more,
  TRAIN_PROGRAM,
];

const jobset: Maker = (name, props) => [
  {
    apiVersion: "jobset.x-k8s.io/v1alpha2",
    kind: "JobSet",
    metadata: metadata(name, props),
    spec: {
      failurePolicy: { maxRestarts: 3 },
      replicatedJobs: [
        {
          name: "node",
          replicas: 1,
          template: {
            spec: {
              backoffLimit: 0,
              parallelism: NODES,
              completions: NODES,
              template: nodePod(name, props, {
                command: torchrun(
                  props,
                  "--node-rank=$(JOB_COMPLETION_INDEX)",
                  `--master-addr=${name}-node-0-0.${name}`,
                  `--master-port=${MASTER_PORT}`,
                ),
              }),
            },
          },
        },
      ],
    },
  },
];

/** Trainer tells torchrun of nodes, ranks and the first of them by its environment. */
const trainjob: Maker = (name, props) => [
  {
    apiVersion: "trainer.kubeflow.org/v1alpha1",
    kind: "TrainingRuntime",
    metadata: { name, namespace: props.namespace, labels: { "trainer.kubeflow.org/framework": "torch" } },
    spec: {
      mlPolicy: { numNodes: NODES, torch: {} },
      template: {
        spec: {
          replicatedJobs: [
            {
              name: "node",
              template: {
                metadata: { labels: { "trainer.kubeflow.org/trainjob-ancestor-step": "trainer" } },
                spec: {
                  backoffLimit: 0,
                  template: inContainer("node", nodePod(name, props, { command: ["torchrun", TRAIN_PROGRAM] })),
                },
              },
            },
          ],
        },
      },
    },
  },
  {
    apiVersion: "trainer.kubeflow.org/v1alpha1",
    kind: "TrainJob",
    metadata: metadata(name, props),
    spec: {
      runtimeRef: { apiGroup: "trainer.kubeflow.org", kind: "TrainingRuntime", name },
      trainer: { numNodes: NODES, numProcPerNode: props.nodes.gpus },
    },
  },
];

/** Operators find their container by its name. */
const inContainer = (name: string, { metadata: of, spec }: GangPods) => ({
  ...(of?.annotations && { metadata: { annotations: of.annotations } }),
  spec: { ...spec, containers: spec.containers.map((container) => ({ ...container, name })) },
});

const mpijob: Maker = (name, props) => {
  const { gpus } = props.nodes;
  const mpi = { ...props, image: props.mpiImage };
  return [
    {
      apiVersion: "kubeflow.org/v2beta1",
      kind: "MPIJob",
      metadata: metadata(name, props),
      spec: {
        slotsPerWorker: gpus,
        launcherCreationPolicy: "WaitForWorkersReady",
        runPolicy: { cleanPodPolicy: "Running", backoffLimit: 0 },
        mpiReplicaSpecs: {
          Launcher: {
            replicas: 1,
            template: smallPod(props, {
              name: "main",
              image: props.mpiImage,
              command: ["mpirun", "--allow-run-as-root", "-np", String(NODES * gpus), "-N", String(gpus)],
              args: [ALL_REDUCE, "-b", "1G", "-e", "1G", "-g", "1"],
              // Kueue finds no place for a pod that asks for nothing
              resources: { requests: { cpu: "1", memory: "2Gi" }, limits: { memory: "2Gi" } },
            }),
          },
          Worker: {
            replicas: NODES,
            template: nodePod(name, mpi, { command: ["/usr/sbin/sshd", "-De"] }),
          },
        },
      },
    },
  ];
};

const rayjob: Maker = (name, props) => [
  {
    apiVersion: "ray.io/v1",
    kind: "RayJob",
    metadata: metadata(name, props),
    spec: {
      entrypoint: 'python -c "import ray; ray.init(); print(ray.cluster_resources())"',
      // Kueue holds the GPUs until the cluster is gone
      shutdownAfterJobFinishes: true,
      rayClusterSpec: raySpec(name, props),
    },
  },
];

/** It holds its GPUs until somebody takes it away. */
const rayCluster: Maker = (name, props) => [
  { apiVersion: "ray.io/v1", kind: "RayCluster", metadata: metadata(name, props), spec: raySpec(name, props) },
];

const raySpec = (name: string, props: GangSamplesProps): RayClusterSpec => ({
  rayVersion: RAY.version,
  headGroupSpec: {
    rayStartParams: { "num-cpus": "0" },
    template: rayPod(
      smallPod(props, {
        name: "ray-head",
        image: RAY.image,
        resources: { requests: { cpu: "2", memory: "8Gi" }, limits: { memory: "8Gi" } },
      }),
    ),
  },
  workerGroupSpecs: [
    {
      groupName: "gpu",
      replicas: NODES,
      // its size is what Kueue has admitted
      minReplicas: NODES,
      maxReplicas: NODES,
      rayStartParams: {},
      template: rayPod(nodePod(name, { ...props, image: RAY.image }, {})),
    },
  ],
});

/** The operator restarts pods of Ray itself. */
const rayPod = ({ metadata: of, spec: { restartPolicy: _own, ...spec } }: GangPods): GangPods => ({
  ...(of && { metadata: of }),
  spec,
});

/** Its pods serve until somebody takes them away, and start again together. */
const leaderWorkerSet: Maker = (name, props) => {
  const pod = nodePod(name, props, {
    command: torchrun(
      props,
      "--node-rank=$(LWS_WORKER_INDEX)",
      "--master-addr=$(LWS_LEADER_ADDRESS)",
      `--master-port=${MASTER_PORT}`,
    ),
  });
  return [
    {
      apiVersion: "leaderworkerset.x-k8s.io/v1",
      kind: "LeaderWorkerSet",
      metadata: metadata(name, props),
      spec: {
        replicas: 1,
        leaderWorkerTemplate: {
          size: NODES,
          restartPolicy: "RecreateGroupOnPodRestart",
          // pods of a StatefulSet start again whatever they end with
          workerTemplate: { ...pod, spec: { ...pod.spec, restartPolicy: "Always" } },
        },
      },
    },
  ];
};
