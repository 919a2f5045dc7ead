/** What a pod is given: what the scheduler keeps free for it, and the memory at which it ends. CPU is never capped. */
export interface PodDemand {
  readonly cpuMillis: number;
  readonly memoryMiB: number;
  /** Above what the pod asks for: it ends here, and not its neighbours. */
  readonly limitMiB: number;
}

const pod = (cpuMillis: number, memoryMiB: number, limitMiB: number): PodDemand => ({ cpuMillis, memoryMiB, limitMiB });

/**
 * What the pods of the system nodes ask for. The first part is Railyard's own decision, and constructs read it; rule
 * `cluster/system-nodes-too-small` adds it up. No vendor says what these pods need at a given size of cluster: requests are
 * what they take at rest with some room, limits keep a leak from the neighbours.
 */
export const SYSTEM_PODS = {
  slurmctld: pod(500, 1024, 8192),
  /** Each of the two containers that write logs and reload the configuration. */
  slurmSidecar: pod(10, 16, 128),
  slurmdbd: pod(250, 512, 4096),
  slurmrestd: pod(100, 256, 2048),
  /** One login pod; people compile and edit in it. */
  login: pod(250, 512, 8192),
  /** InnoDB's buffer pool has 4 GiB of it. */
  slurmDatabase: pod(500, 6144, 8192),
  slurmOperator: pod(50, 128, 1024),
  slurmOperatorWebhook: pod(20, 64, 512),
  mariadbOperator: pod(50, 128, 512),
  mariadbOperatorWebhook: pod(20, 64, 256),
  certManager: pod(20, 64, 512),
  loadBalancerController: pod(50, 128, 512),
  /** Each of two. Its memory grows with the instance types of the Region, all of which it holds. */
  karpenter: pod(200, 768, 2048),
  kedaOperator: pod(50, 128, 512),
  kedaMetricsServer: pod(50, 128, 512),
  alertmanager: pod(20, 64, 512),
  prometheusOperator: pod(50, 128, 512),
  grafana: pod(100, 256, 1024),
  /** Each of the two containers that load dashboards and data sources. */
  grafanaSidecar: pod(10, 96, 256),
  kubeStateMetrics: pod(20, 128, 1024),
  cloudwatchExporter: pod(20, 64, 256),
  /** Each of two managers: their caches hold every workload of the cluster. */
  kueue: pod(200, 512, 2048),
  /** Each of two operators of one kind of jobs: JobSet, LeaderWorkerSet, Ray. */
  jobOperator: pod(100, 256, 1024),
  /** The collector of files of jobs. */
  jobLogs: pod(50, 128, 512),
  /** Each of two collectors of traces: 64 MiB of spans wait in each, and take some times as much in memory. */
  traces: pod(100, 256, 768),
  /** The agent of tiers: some blocks of each of its 16 copies at a time. */
  checkpointTiers: pod(250, 512, 2048),
  /** Each of the two containers that tell of drift, and the one before them that makes their folder. */
  driftMetrics: pod(10, 24, 64),
  /** Each run of a data repository task: the AWS CLI once a minute. */
  repositoryTask: pod(50, 192, 512),
  /** The weekly run of `verify`, for its hours: Node with all modules of the program, and kubectl. */
  weeklyVerify: pod(250, 1024, 3072),
} as const satisfies Readonly<Record<string, PodDemand>>;

/**
 * What Prometheus takes beside for each store that it writes to, as a share: most who were asked say a quarter.
 * @see https://prometheus.io/docs/practices/remote_write/#resource-usage
 */
const REMOTE_WRITE_SHARE = 0.25;

/**
 * Prometheus: a base, and room for the series of a node. Both are Railyard's own choice: no document that was read says what
 * a series takes in memory. A node of eight GPUs and 192 CPUs has about 4,000 series that were counted, so that 8 KiB are
 * asked for each.
 * @param stores that it writes to, outside of the cluster
 */
export function prometheusDemand(nodes: number, stores: number): PodDemand {
  const memoryMiB = Math.ceil((1024 + 32 * nodes) * (1 + stores * REMOTE_WRITE_SHARE));
  return pod(500, memoryMiB, 4 * memoryMiB);
}

/** Daemon on every node. */
export const NODE_EXPORTER_DEMAND = pod(50, 64, 256);

/** Daemon on every node where logs are kept: what waits for the store is on the disk of the node. */
export const LOG_COLLECTOR_DEMAND = pod(50, 96, 512);

/** What charts and add-ons ask for by themselves: read, not decided. */
export const FOREIGN_PODS = {
  /** https://github.com/NVIDIA/gpu-operator/blob/v26.7.0/deployments/gpu-operator/values.yaml operator.resources */
  gpuOperator: pod(200, 100, 350),
  /** The same chart: node-feature-discovery, master and gc. */
  nodeFeatureDiscovery: pod(110, 256, 5120),
  /** https://github.com/Mellanox/network-operator/blob/v26.4.1/deployment/network-operator/values.yaml operator.resources */
  networkOperator: pod(5, 64, 128),
  /** Each of two: suse-edge/charts@0c959a1 packages/kubevirt/charts/values.yaml operator.resources */
  virtOperator: pod(10, 450, 2048),
  /** Each of two: https://github.com/kubevirt/kubevirt/blob/v1.7.0/pkg/virt-operator/resource/generate/components/deployments.go */
  virtApi: pod(5, 500, 2048),
  virtController: pod(10, 275, 2048),
  /** Each of two: https://docs.aws.amazon.com/eks/latest/userguide/managing-coredns.html */
  coredns: pod(100, 70, 170),
  /** Each of two: six containers of 10m and 40 MiB. https://github.com/kubernetes-sigs/aws-ebs-csi-driver charts/ values.yaml */
  ebsCsiController: pod(60, 240, 1536),
} as const satisfies Readonly<Record<string, PodDemand>>;

/** Daemons that every node runs, in all: VPC CNI, kube-proxy, EBS CSI, Pod Identity, node monitoring, node exporter. */
export const NODE_DAEMONS = pod(300, 400, 2048);

/** Priority class for what the cluster cannot do without: nothing evicts it for want of room. */
export const SYSTEM_PRIORITY = "system-cluster-critical";
