import type { ITerraformDependable } from "cdktf";
import type { Construct } from "constructs";
import { eksImageRegistry } from "../config/facts/regions";
import type { ResolvedEnvironment } from "../config/resolve";
import { installs } from "../config/resolve/charts";
import { teamsOf } from "../config/resolve/teams";
import { nodesAtMost } from "../config/resolve/nodes-at-most";
import type { ResolvedCheckpoints } from "../config/resolve/checkpoints";
import { AlarmReceiver } from "../constructs/platform/alarm-receiver";
import { costRules } from "../constructs/platform/cost-rules";
import { CertManager } from "../constructs/platform/cert-manager";
import { CheckpointBucketVolume } from "../constructs/platform/checkpoint-bucket-volume";
import { CheckpointPruner } from "../constructs/platform/checkpoint-pruner";
import { CloudWatchExporter } from "../constructs/platform/cloudwatch-exporter";
import { EfaDevicePlugin } from "../constructs/platform/efa-device-plugin";
import { EfaDraDriver } from "../constructs/platform/efa-dra-driver";
import { FsxCsi } from "../constructs/platform/fsx-csi";
import { GpuDraDriver } from "../constructs/platform/gpu-dra-driver";
import { GpuOperator } from "../constructs/platform/gpu-operator";
import { KubePrometheusStack } from "../constructs/platform/kube-prometheus-stack";
import { KubernetesObjects } from "../constructs/platform/kubernetes-objects";
import { LoadBalancerController } from "../constructs/platform/load-balancer-controller";
import { LustreVolume } from "../constructs/platform/lustre-volume";
import { MountpointS3Csi } from "../constructs/platform/mountpoint-s3-csi";
import { RETAINED, StorageClass } from "../constructs/platform/storage-class";
import { adoptedBucket } from "../constructs/storage/checkpoint-store";
import { TeamNamespaces } from "../constructs/platform/team-namespaces";
import { mountpointStatements } from "../constructs/storage/mountpoint-role";
import { costRulesProps } from "./cost-watch";
import type { GovernanceStack } from "./governance-stack";
import type { ClusterStack, ClusterValues } from "./cluster-stack";
import { BaseStack } from "./base-stack";
import { jobPrefixes, prunedTiers } from "./checkpoint-tiers";
import type { CrdsStack } from "./crds-stack";
import { addHelmProvider, allTaints, chartProps, SYSTEM_PLACEMENT } from "./in-cluster";
import type { NetworkStack } from "./network-stack";
import type { NodesStack } from "./nodes-stack";
import { consume, publish } from "./shared-values";
import { JOBS_NAMESPACE, JOBS_SERVICE_ACCOUNT, type StorageStack, type StorageValues } from "./storage-stack";

const FILE_SYSTEM_METRICS = "prometheus-yet-another-cloudwatch-exporter";

/** Whom most images run their jobs as when it is not root; whoever else reads the mounted bucket, but does not write. */
const FIRST_USER = { uid: 1000, gid: 1000 };

/** What later stacks take from the platform. */
export interface PlatformValues {
  readonly storageClassName: string;
  /** Class of volumes that outlive their claims, and then wait for a person: for what cannot be made again. */
  readonly retainedStorageClassName: string;
}

export interface PlatformStackInputs {
  readonly network: NetworkStack;
  readonly cluster: ClusterStack;
  readonly storage: StorageStack;
  readonly nodes: NodesStack;
  readonly crds: CrdsStack;
  /** Null where nobody watches money. */
  readonly governance: GovernanceStack | null;
}

/** Slurm writes here which job has which GPU; the DCGM exporter reads it. */
export const JOB_MAPPING_FOLDER = "/var/lib/dcgm-exporter/job-mapping";

/** What runs in the cluster beside Slurm: load balancers, certificates, metrics, GPUs, EFA and volumes. */
export class PlatformStack extends BaseStack {
  readonly values: PlatformValues;

  constructor(scope: Construct, env: ResolvedEnvironment, inputs: PlatformStackInputs) {
    super(scope, env, "platform");
    const cluster = consume(this, inputs.cluster, inputs.cluster.values);
    const network = consume(this, inputs.network, inputs.network.values);
    const storage = consume(this, inputs.storage, inputs.storage.values);
    // kinds must be there, and nodes for the daemons to become ready on
    this.addDependency(inputs.crds);
    this.addDependency(inputs.nodes);
    addHelmProvider(this, cluster);

    const storageClass = new StorageClass(this, "storage-class", {});
    const retained = new StorageClass(this, "retained-storage-class", RETAINED);
    if (installs(env, "aws-load-balancer-controller")) this.loadBalancers(cluster, network.vpcId);
    if (installs(env, "cert-manager")) {
      new CertManager(this, "cert-manager", { ...chartProps(this, "cert-manager"), ...this.common() });
    }
    const monitoring = this.monitoring(storageClass, cluster, inputs.governance);
    this.accelerators(monitoring);
    this.teams();
    const lustre = env.lustre && this.lustre(storage);
    if (env.checkpoints) this.checkpoints(env.checkpoints, lustre);
    if (installs(env, FILE_SYSTEM_METRICS)) this.fileSystemMetrics(cluster, storage, monitoring);
    if (env.checkpoints?.mountpoint) this.mountpoint(env.checkpoints, cluster, storage);
    this.values = publish(this, {
      storageClassName: storageClass.storageClassName,
      retainedStorageClassName: retained.storageClassName,
    });
  }

  private common() {
    return { placement: SYSTEM_PLACEMENT, serviceMonitor: this.env.monitoring.enabled };
  }

  private loadBalancers({ clusterName }: ClusterValues, vpcId: string): void {
    const { env, partition } = this;
    new LoadBalancerController(this, "load-balancer-controller", {
      ...chartProps(this, "aws-load-balancer-controller"),
      ...this.common(),
      clusterName,
      region: env.region,
      vpcId,
      tags: env.tags,
      partition,
      accountId: env.account,
      roleName: env.names.role("load-balancers"),
    });
  }

  private monitoring(
    storageClass: StorageClass,
    cluster: ClusterValues,
    governance: GovernanceStack | null,
  ): ITerraformDependable[] {
    const { monitoring, nodeGroups } = this.env;
    if (!installs(this.env, "kube-prometheus-stack")) return [];
    const rules = costRulesProps(this.env);
    const alarms = governance ? this.alarms(cluster, governance) : null;
    const { dependable } = new KubePrometheusStack(this, "monitoring", {
      ...chartProps(this, "kube-prometheus-stack"),
      retentionDays: monitoring.retentionDays,
      storageGiB: monitoring.storageGiB,
      storageClassName: storageClass.storageClassName,
      efa: nodeGroups.some((g) => g.fabric.kind === "efa"),
      nodes: nodesAtMost(this.env),
      placement: SYSTEM_PLACEMENT,
      ...(alarms && { alarms: alarms.topic }),
      dependsOn: [storageClass.dependable, ...(alarms?.dependables ?? [])],
    });
    if (rules) {
      const { namespace } = chartProps(this, "kube-prometheus-stack");
      new KubernetesObjects(this, "cost-rules", {
        release: "railyard-costs",
        namespace,
        objects: [costRules({ ...rules, namespace })],
        dependsOn: [dependable],
      });
    }
    return [dependable];
  }

  /** Alertmanager tells the topic of the budgets, too. */
  private alarms({ clusterName }: ClusterValues, stack: GovernanceStack) {
    const { env, partition } = this;
    const { topicArn, topicKeyArn } = consume(this, stack, stack.values);
    const topic = env.governance?.topic;
    const { dependables } = new AlarmReceiver(this, "alarm-receiver", {
      ...{ partition, clusterName, topicArn },
      roleName: env.names.role("alertmanager"),
      namespace: chartProps(this, "kube-prometheus-stack").namespace,
      ...(topic?.kind === "create" && { keyArn: topicKeyArn }),
    });
    return { topic: { topicArn, region: topic?.region ?? env.region, environment: env.name }, dependables };
  }

  /** The operator first: it labels the nodes that the other drivers go to. */
  private accelerators(monitoring: readonly ITerraformDependable[]): void {
    const { env } = this;
    const { gpu } = env;
    const taints = allTaints(this);
    const operator = installs(env, "gpu-operator")
      ? [
          new GpuOperator(this, "gpu-operator", {
            ...chartProps(this, "gpu-operator"),
            ...this.common(),
            driver: gpu.driver,
            allocation: gpu.allocation,
            gds: gpu.gds,
            gdrcopy: env.nodeGroups.some((g) => g.boot.gdrcopyModule !== false),
            dcgm: gpu.dcgm,
            sharing: env.nodeGroups.filter((g) => g.gpus).map((g) => g.sharing),
            taints,
            nodes: nodesAtMost(env),
            ...(env.slurm && { jobMappingFolder: JOB_MAPPING_FOLDER }),
            dependsOn: monitoring,
          }).dependable,
        ]
      : [];
    const efa = {
      imageRegistry: eksImageRegistry(env.region) ?? "",
      instanceTypes: env.nodeGroups.filter((g) => g.fabric.kind === "efa").map((g) => g.instanceType),
      taints,
      dependsOn: operator,
    };
    if (installs(env, "aws-efa-k8s-device-plugin")) {
      new EfaDevicePlugin(this, "efa-device-plugin", { ...chartProps(this, "aws-efa-k8s-device-plugin"), ...efa });
    }
    if (installs(env, "aws-dranet"))
      new EfaDraDriver(this, "efa-dra-driver", { ...chartProps(this, "aws-dranet"), ...efa });
    if (installs(env, "dra-driver-nvidia-gpu")) {
      new GpuDraDriver(this, "gpu-dra-driver", {
        ...chartProps(this, "dra-driver-nvidia-gpu"),
        driver: gpu.driver,
        computeDomains: env.nodeGroups.some((g) => g.boot.maskImex),
        taints,
        nodes: nodesAtMost(env),
        placement: SYSTEM_PLACEMENT,
        dependsOn: operator,
      });
    }
  }

  private teams(): void {
    const { env } = this;
    const teams = teamsOf(env).map(({ name, namespaceGpus, groups }) => ({ name, gpus: namespaceGpus, groups }));
    if (teams.length > 0) new TeamNamespaces(this, "teams", { teams, allocation: env.gpu.allocation });
  }

  private lustre(storage: StorageValues): LustreVolume {
    const driver = new FsxCsi(this, "fsx-csi", { ...chartProps(this, "aws-fsx-csi-driver"), region: this.env.region });
    return new LustreVolume(this, "lustre", {
      fileSystemId: storage.fileSystemId,
      dnsName: storage.lustreDnsName,
      mountName: storage.lustreMountName,
      namespaces: [JOBS_NAMESPACE],
      dependsOn: [driver.dependable],
    });
  }

  /** FSx reports to CloudWatch alone: this brings its metrics to Prometheus. */
  private fileSystemMetrics(
    { clusterName }: ClusterValues,
    { fileSystemId }: StorageValues,
    monitoring: readonly ITerraformDependable[],
  ): void {
    new CloudWatchExporter(this, "cloudwatch-exporter", {
      ...chartProps(this, FILE_SYSTEM_METRICS),
      region: this.env.region,
      fileSystemId,
      placement: SYSTEM_PLACEMENT,
      partition: this.partition,
      clusterName,
      roleName: this.env.names.role("cloudwatch-exporter"),
      dependsOn: monitoring,
    });
  }

  /** The account that the storage stack gives the role of jobs, and what deletes old checkpoints with it. */
  private checkpoints(checkpoints: ResolvedCheckpoints, lustre: LustreVolume | null): void {
    const { dependable } = new KubernetesObjects(this, "jobs", {
      release: "jobs",
      namespace: JOBS_NAMESPACE,
      objects: [
        {
          apiVersion: "v1",
          kind: "ServiceAccount",
          metadata: { name: JOBS_SERVICE_ACCOUNT, namespace: JOBS_NAMESPACE },
        },
      ],
    });
    const tiers = prunedTiers(checkpoints, lustre?.claimName ?? null);
    if (!tiers) return;
    new CheckpointPruner(this, "checkpoint-pruner", {
      ...tiers,
      namespace: JOBS_NAMESPACE,
      serviceAccountName: JOBS_SERVICE_ACCOUNT,
      region: this.env.region,
      placement: SYSTEM_PLACEMENT,
      dependsOn: [dependable, ...(lustre?.dependables ?? [])],
    });
  }

  private mountpoint(checkpoints: ResolvedCheckpoints, { clusterName }: ClusterValues, storage: StorageValues): void {
    const { env, partition } = this;
    const { bucket } = checkpoints;
    const store = adoptedBucket({
      bucketName: bucket.name,
      partition,
      ...((bucket.kind === "create" || bucket.kmsKeyArn !== null) && { kmsKeyArn: storage.checkpointKeyArn }),
    });
    const driver = new MountpointS3Csi(this, "mountpoint-s3-csi", {
      ...chartProps(this, "aws-mountpoint-s3-csi-driver"),
      partition,
      clusterName,
      roleName: env.names.role("mountpoint"),
      statements: mountpointStatements({
        store,
        region: env.region,
        prefixes: jobPrefixes(checkpoints),
        access: "read-write",
      }),
    });
    const volume = { bucketName: bucket.name, region: env.region, access: "read-write", owner: FIRST_USER } as const;
    const mounted = { ...volume, namespaces: [JOBS_NAMESPACE], dependsOn: [driver.dependable] };
    // the role of the driver reaches no further than these prefixes
    new CheckpointBucketVolume(this, "checkpoint-bucket", { ...mounted, prefix: checkpoints.prefix });
    if (checkpoints.archive) {
      const { prefix } = checkpoints.archive;
      new CheckpointBucketVolume(this, "archive-bucket", { ...mounted, prefix, claimName: "archive" });
    }
  }
}
