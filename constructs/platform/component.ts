import type { ITerraformDependable } from "cdktf";
import type { Construct } from "constructs";
import type { ChartName } from "../../config/facts/versions";
import type { LogSubject } from "../../config/logs/logs";
import type { PlannedAbsence } from "../../config/monitoring/planned-absence";
import type { AwsEnvironment } from "../../config/sites/aws-eks/environment";
import type { SiteEnvironment } from "../../config/sites/environment";
import type { ResolvedTeam } from "../../config/teams/resolve";
import type { ResolvedVolume } from "../../config/storage/kind";
import type { Placement } from "../cluster/placement";
import type { NodeTaint } from "../core/node-taint";
import type { Dashboard } from "../dashboards/dashboard";
import type { LustreOnDashboard } from "../dashboards/lustre";
import type { Partition } from "../../config/facts/regions";
import type { AlarmTopicRef } from "../alerts/routing";
import type { PrunedTiers } from "./checkpoint-pruner";
import type { TierAgent } from "./checkpoint-tiers";
import type { WatchedFileSystem } from "./cloudwatch-exporter";
import type { CostRulesProps } from "./cost-rules";
import type { KarpenterPool } from "./karpenter/pools";
import type { Queues } from "./kueue/queues";
import type { RepairedPool } from "../slurm/repair-table";
import type { PlatformChartProps } from "./platform-chart";
import type { RecordingGroup, RuleGroup } from "./prometheus-rules";

/** What the platform stack of any site knows when it installs components. */
export interface ClusterContext {
  readonly env: SiteEnvironment;
  /** Nodes that the cluster has at most. */
  readonly nodes: number;
  /** Every taint of every node group, each once. */
  readonly taints: readonly NodeTaint[];
  /** Nodes of controllers. */
  readonly placement: Placement;
  /** Class of volumes that outlive their pods. */
  readonly storageClassName: string;
  readonly teams: readonly ResolvedTeam[];
  /** What Prometheus watches of money; null: nothing. */
  readonly costs: CostRulesProps | null;
  /** USD for one GPU in an hour at list prices, the mean of the cluster; null: no price is known, or there are no GPUs. */
  readonly usdPerGpuHour: number | null;
  /** What Kueue holds in queues; null: there are none. */
  readonly queues: Queues | null;
  /** Namespaces of what is installed whose pods leave the cluster: each has the authorities of the environment. */
  readonly trustingNamespaces: readonly string[];
  /** Nodes that go as planned, of which nobody need be told. */
  readonly absences: readonly PlannedAbsence[];
  /** Where Alertmanager tells alarms, and what must be there before it does; null: nobody is told. */
  alarms(scope: Construct, namespace: string): AlarmPlace | null;
  /** Lets Prometheus write to workspaces of metrics; null: it writes to none. */
  metricsWriter(scope: Construct, namespace: string): MetricsWriterPlace | null;
  /** Lets Grafana read logs of the environment in CloudWatch; null: it reads none there. */
  logReader(scope: Construct, namespace: string): LogReaderPlace | null;
  /** Groups of CloudWatch for logs, and the right to write to them; null: logs go elsewhere. */
  logWriter(scope: Construct, account: LogAccount): LogWriterPlace | null;
  /** The right to send spans to X-Ray; null: they go elsewhere. */
  traceWriter(scope: Construct): TraceWriterPlace | null;
  /** Lets the pod that repairs nodes end their instances; what it must wait for, where it ends any. */
  nodeReplacer(scope: Construct, repair: NodeReplacement): readonly ITerraformDependable[];
}

/** Which pools Auto Scaling replaces nodes of. */
export interface NodeReplacement {
  readonly mode: "off" | "dry-run" | "on";
  readonly pools: readonly Pick<RepairedPool, "name" | "steps" | "replacedBy">[];
}

/** Who writes logs, and what they are of. */
export interface LogAccount {
  readonly namespace: string;
  readonly serviceAccount: string;
  /** At least one. */
  readonly subjects: readonly LogSubject[];
}

/** Where collectors write logs in CloudWatch. */
export interface LogWriterPlace {
  readonly region: string;
  /** Names of the groups, by what logs are of. */
  readonly groups: Readonly<Partial<Record<LogSubject, string>>>;
  readonly roleName: string;
  readonly dependables: readonly ITerraformDependable[];
}

/** The right of collectors to send spans to X-Ray. */
export interface TraceWriterPlace {
  readonly region: string;
  readonly roleName: string;
  readonly dependables: readonly ITerraformDependable[];
}

/** The right of Prometheus to write to workspaces of metrics. */
export interface MetricsWriterPlace {
  readonly roleName: string;
  readonly dependables: readonly ITerraformDependable[];
}

/** The right of Grafana to read logs. */
export interface LogReaderPlace {
  readonly roleName: string;
  readonly dependables: readonly ITerraformDependable[];
}

/** Topic of alarms, with the right to publish to it and to those of routes. */
export interface AlarmPlace {
  /** Null: there is none, and routes tell topics of their own. */
  readonly topic: AlarmTopicRef | null;
  readonly roleName: string;
  readonly dependables: readonly ITerraformDependable[];
}

/** What it knows where there are volumes. */
export interface VolumesContext extends ClusterContext {
  /** Makes volume and claim of each volume in each namespace. */
  readonly claimVolumes: (
    volumes: readonly ResolvedVolume[],
    namespaces: readonly string[],
    place: Pick<Place, "scope" | "dependsOn">,
  ) => readonly ITerraformDependable[];
  /** Namespace of jobs. */
  readonly jobs: { readonly namespace: string };
}

/** What it knows on EKS besides: values of the stacks before it. */
export interface PlatformContext extends VolumesContext {
  readonly env: AwsEnvironment;
  readonly partition: Partition;
  readonly cluster: { readonly clusterName: string; readonly nodeRoleArn: string };
  readonly network: {
    readonly vpcId: string;
    readonly privateRouteTableIds?: Readonly<Record<string, string>>;
    /** Zone → NAT gateway, where they are measured. */
    readonly natGatewayIds?: Readonly<Record<string, string>>;
  };
  /** Empty for what the environment does not have. */
  readonly storage: { readonly checkpointKeyArn: string };
  /** FSx for Lustre file systems, by the names of their volumes. */
  readonly lustreFileSystems: () => readonly WatchedFileSystem[];
  /** What is known of them before they are there. */
  readonly lustreSizes: readonly LustreOnDashboard[];
  /** Groups in Capacity Blocks, and when their nodes go, milliseconds since 1970. */
  readonly blockEnds: readonly { readonly group: string; readonly end: number }[];
  /** Pools of Karpenter. Read only by what makes them. */
  readonly karpenterPools: () => readonly KarpenterPool[];
  /** Where alarms go; null where nobody watches money. Read only by what publishes to it. */
  readonly alarmTopic: () => { readonly topicArn: string; readonly topicKeyArn: string } | null;
  /** Prefixes of the checkpoint bucket that jobs write to; null where there is none. */
  readonly jobPrefixes: readonly [string, ...string[]] | null;
  /** Teams whose pods may use datasets in buckets. */
  readonly datasetTeams: readonly string[];
  /** Whether jobs of Slurm have a role in AWS. */
  readonly jobsHaveRole: boolean;
  /** What is too much of checkpoints; null where nothing ever is. */
  readonly prunedTiers: PrunedTiers | null;
  /** What copies checkpoints to the bucket and to its archive in the cluster; null where jobs of Slurm do, or nobody. */
  readonly tierAgent: TierAgent | null;
  /** Namespace of jobs, and the account to which the storage stack gives their role. */
  readonly jobs: { readonly namespace: string; readonly serviceAccount: string };
}

/** Where a component comes to be. */
export interface Place {
  /** The stack. */
  readonly scope: Construct;
  /** Its construct id: that of the component. */
  readonly id: string;
  /** What must be ready before. */
  readonly dependsOn: readonly ITerraformDependable[];
}

/** Alerts of a component, in a release of their own where the environment has Prometheus. */
export interface ComponentAlerts<Context = PlatformContext> {
  /** Construct id of the release. Frozen. */
  readonly id: string;
  /** Name of the release and of the object with the rules. Frozen. */
  readonly release: string;
  /** Empty: there is no release. */
  readonly groups: (context: Context) => readonly RuleGroup[];
  /** What Prometheus computes for these alerts and for dashboards, in the same release. @default - nothing */
  readonly recordings?: (context: Context) => readonly RecordingGroup[];
}

interface AnyComponent<Context> {
  /** Construct id: a part of addresses. Frozen. */
  readonly id: string;
  /** Ids of components that are ready before it, where the environment has them. @default - it waits for none */
  readonly after?: readonly string[];
  readonly alerts?: ComponentAlerts<Context>;
  /** Dashboards of what it measures, where the environment has Prometheus, and Grafana with it. @default - none */
  readonly dashboards?: (context: Context) => readonly Dashboard[];
}

/** What comes from a pinned chart: the row of that chart in `config/components` says when, and what reviews say of it. */
interface ChartComponent<Context> extends AnyComponent<Context> {
  readonly chart: ChartName;
  readonly install: (context: Context, place: Place & { readonly chart: PlatformChartProps }) => ITerraformDependable;
}

/** Objects of Railyard's own. */
interface ObjectsComponent<Context> extends AnyComponent<Context> {
  readonly chart?: undefined;
  /** True, or why an environment lacks it. */
  readonly when: (context: Context) => true | string;
  readonly install?: (context: Context, place: Place) => readonly ITerraformDependable[];
}

/** One of what runs in the cluster beside Slurm, where a site knows so much. */
export type ComponentOf<Context> = ChartComponent<Context> | ObjectsComponent<Context>;

/** A component for any site. */
export type ClusterComponent = ComponentOf<ClusterContext>;

/** A component for EKS. */
export type PlatformComponent = ComponentOf<PlatformContext>;

/** Of many charts: where controllers run, and whether Prometheus is told to scrape them. */
export const controllerProps = ({ env, placement }: ClusterContext) => ({
  placement,
  serviceMonitor: env.monitoring.enabled,
});
