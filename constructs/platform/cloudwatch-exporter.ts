import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { replicationRuleId } from "../../config/checkpoints/replication";
import type { S3StorageClass } from "../../config/facts/s3";
import {
  ALL_STORAGE_TYPES,
  S3_REPLICATION_METRICS,
  S3_STORAGE_TYPES,
  WHOLE_BUCKET,
} from "../../config/facts/s3-metrics";
import { SYSTEM_PODS } from "../../config/facts/system-pods";
import type { AwsEnvironment } from "../../config/sites/aws-eks/environment";
import { type Placement } from "../cluster/placement";
import { type HelmValues } from "../core/helm-values";
import { podResources } from "../core/pod-resources";
import { lustreAlerts } from "../alerts/lustre";
import { buckets } from "../dashboards/buckets";
import { lustre } from "../dashboards/lustre";
import { chartWithRole, type ChartWithRoleProps } from "./chart-with-role";
import { countsEvictions } from "./kernel-log-metrics";
import { placementValues } from "./tolerations";
import type { PlatformComponent } from "./component";

/** A file system of FSx for Lustre. */
export interface WatchedFileSystem {
  readonly name: string;
  readonly fileSystemId: string;
  /** Whether changes on it go to S3 by themselves: then CloudWatch knows how long they have waited. */
  readonly exported: boolean;
}

/** A bucket whose size is asked, and the storage classes that its objects may have. */
export interface WatchedBucket {
  readonly name: string;
  readonly classes: readonly S3StorageClass[];
  /** Whether S3 tells of its requests. @default false */
  readonly requests?: boolean;
}

/** What S3 copies of a bucket. */
export interface WatchedCopies {
  /** Name of the bucket. */
  readonly from: string;
  readonly to: string;
  /** Region of the other bucket. */
  readonly region: string;
  /** Ids of the rules. */
  readonly rules: readonly string[];
}

export interface CloudWatchExporterValuesProps {
  readonly region: string;
  /** FSx for Lustre file systems whose metrics are wanted, by what they are called. */
  readonly fileSystems: readonly WatchedFileSystem[];
  /** Zone → id of its NAT gateway, for those whose metrics are wanted. One of these, a file system or copies there are at least. */
  readonly natGateways: Readonly<Record<string, string>>;
  /** Buckets in the Region whose size is wanted. @default - none */
  readonly buckets?: readonly WatchedBucket[];
  /** Copies of buckets in the Region that are watched. @default - none */
  readonly copies?: readonly WatchedCopies[];
  readonly placement: Placement;
}

export interface CloudWatchExporterProps extends ChartWithRoleProps, CloudWatchExporterValuesProps {}

const SERVICE_ACCOUNT = "cloudwatch-exporter";

interface Metric {
  readonly name: string;
  readonly statistics: readonly string[];
  /** Told once a day, and the day's some hours late. @default false: every minute */
  readonly daily?: true;
  /** Seconds of which one value tells, the last ones: nothing between two questions is left out. @default 60 */
  readonly over?: number;
}

/**
 * Metrics of each file system, by statistic. FSx sends them every minute.
 * @see https://docs.aws.amazon.com/fsx/latest/LustreGuide/fs-metrics.html
 */
const METRICS: readonly Metric[] = [
  { name: "DataReadBytes", statistics: ["Sum"] },
  { name: "DataWriteBytes", statistics: ["Sum"] },
  { name: "DataReadOperations", statistics: ["Sum"] },
  { name: "DataWriteOperations", statistics: ["Sum"] },
  { name: "MetadataOperations", statistics: ["Sum"] },
  // the fullest disk, too: a write to it fails though others have room
  { name: "FreeDataStorageCapacity", statistics: ["Sum", "Minimum"] },
];

const FSX = "AWS/FSx";

/** Of the queue of changes that wait for S3, whose `Publisher` is this one. */
const EXPORTS = { publisher: "AutoExport", metrics: [{ name: "AgeOfOldestQueuedMessage", statistics: ["Maximum"] }] };

/**
 * Metrics of each NAT gateway. AWS sends them every minute.
 * @see https://docs.aws.amazon.com/vpc/latest/userguide/vpc-nat-gateway-cloudwatch.html
 */
const NAT_METRICS: readonly Metric[] = [
  { name: "ErrorPortAllocation", statistics: ["Sum"] },
  { name: "PacketsDropCount", statistics: ["Sum"] },
  { name: "PacketsInFromSource", statistics: ["Sum"] },
  { name: "PacketsInFromDestination", statistics: ["Sum"] },
  { name: "BytesOutToDestination", statistics: ["Sum"] },
  { name: "BytesInFromDestination", statistics: ["Sum"] },
  { name: "ActiveConnectionCount", statistics: ["Maximum"] },
];

/** Helm values of the exporter of CloudWatch's metrics. */
export function cloudWatchExporterValues(props: CloudWatchExporterValuesProps): HelmValues {
  return {
    fullnameOverride: SERVICE_ACCOUNT,
    serviceAccount: { create: true, name: SERVICE_ACCOUNT },
    config: exporterConfig(props),
    // the chart's test pod has no place in a release that Terraform installs
    testConnection: false,
    serviceMonitor: { enabled: true, interval: "60s" },
    resources: podResources(SYSTEM_PODS.cloudwatchExporter),
    ...placementValues(props.placement),
  };
}

/** Each is named: it is found without the right to list the tags of everything in the account. */
function exporterConfig(props: CloudWatchExporterValuesProps): string {
  const { region, fileSystems, natGateways, buckets = [], copies = [] } = props;
  const gateways = Object.entries(natGateways).map(([zone, id]) =>
    questions(zone, "AWS/NATGateway", region, { NatGatewayId: id }, NAT_METRICS),
  );
  return `apiVersion: v1alpha1
sts-region: ${region}
static:
${fileSystems.map((each) => fileSystem(each, region)).join("")}${gateways.join("")}${buckets.map((each) => bucket(each, region)).join("")}${copies.map((each) => copied(each, region)).join("")}`;
}

/** The exporter asks every five minutes. S3 has no value for a minute in which nothing failed or was copied. */
const FAILED: Metric = { name: S3_REPLICATION_METRICS.failed, statistics: ["Sum"], over: 900 };

/** What waits is told in the Region of the copies, what failed in that of the bucket. */
function copied({ from, to, region: there, rules }: WatchedCopies, region: string): string {
  const waiting = S3_REPLICATION_METRICS.waiting.map((name) => ({ name, statistics: ["Maximum"] }));
  return rules
    .map((rule) => ({ SourceBucket: from, DestinationBucket: to, RuleId: rule }))
    .flatMap((of) => [questions(from, "AWS/S3", there, of, waiting), questions(from, "AWS/S3", region, of, [FAILED])])
    .join("");
}

/**
 * Of requests, between two questions.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/metrics-dimensions.html#s3-request-cloudwatch-metrics
 */
const REQUESTS: readonly Metric[] = [
  ...["AllRequests", "4xxErrors", "5xxErrors", "BytesDownloaded", "BytesUploaded"].map((name) => ({
    name,
    statistics: ["Sum"],
    over: 300,
  })),
  { name: "FirstByteLatency", statistics: ["Average", "Maximum"], over: 300 },
  { name: "TotalRequestLatency", statistics: ["Average", "Maximum"], over: 300 },
];

/** Bytes by storage class, and objects of all together: each has dimensions of its own. */
function bucket({ name, classes, requests }: WatchedBucket, region: string): string {
  const ask = (metric: string, type: string): string =>
    questions(name, "AWS/S3", region, { BucketName: name, StorageType: type }, [
      { name: metric, statistics: ["Average"], daily: true },
    ]);
  const types = classes.flatMap((one) => S3_STORAGE_TYPES[one]);
  return [
    ...types.map((type) => ask("BucketSizeBytes", type)),
    ask("NumberOfObjects", ALL_STORAGE_TYPES),
    ...(requests ? [questions(name, "AWS/S3", region, { BucketName: name, FilterId: WHOLE_BUCKET }, REQUESTS)] : []),
  ].join("");
}

/** A metric is found by all its dimensions, so that exports are asked for apart. */
function fileSystem({ name, fileSystemId, exported }: WatchedFileSystem, region: string): string {
  const ofIt = { FileSystemId: fileSystemId };
  const asked = [questions(name, FSX, region, ofIt, METRICS)];
  if (exported) asked.push(questions(name, FSX, region, { ...ofIt, Publisher: EXPORTS.publisher }, EXPORTS.metrics));
  return asked.join("");
}

const questions = (
  name: string,
  namespace: string,
  region: string,
  dimensions: Readonly<Record<string, string>>,
  metrics: readonly Metric[],
): string =>
  `  - name: ${name}
    namespace: ${namespace}
    regions:
      - ${region}
    dimensions:
${Object.entries(dimensions).map(dimension).join("")}    metrics:
${metrics.map(metric).join("")}`;

const dimension = ([name, value]: readonly [string, string]): string => `      - name: ${name}
        value: ${value}
`;

/** CloudWatch has a minute's metrics late, so the last five are asked for; of days the last three. */
function metric({ name, statistics, daily, over }: Metric): string {
  const [period, length] = daily ? [86400, 3 * 86400] : over === undefined ? [60, 300] : [over, over];
  return `      - name: ${name}
        statistics: [${statistics.join(", ")}]
        period: ${period}
        length: ${length}
`;
}

/** Brings what FSx, NAT gateways and buckets tell CloudWatch into Prometheus. */
export class CloudWatchExporter extends Construct {
  readonly dependable: ITerraformDependable;

  constructor(scope: Construct, id: string, props: CloudWatchExporterProps) {
    super(scope, id);
    this.dependable = chartWithRole(this, props, {
      release: SERVICE_ACCOUNT,
      serviceAccount: SERVICE_ACCOUNT,
      // these actions know no resources
      statements: [
        {
          sid: "ReadMetrics",
          actions: ["cloudwatch:GetMetricData", "cloudwatch:GetMetricStatistics", "cloudwatch:ListMetrics"],
          resources: ["*"],
        },
      ],
      values: cloudWatchExporterValues(props),
    });
  }
}

/** The bucket of checkpoints, where the environment makes it: then it is in its Region, and its lifecycle is known. */
function watchedBuckets({ checkpoints }: Pick<AwsEnvironment, "checkpoints">): WatchedBucket[] {
  if (checkpoints?.bucket.kind !== "create") return [];
  const { bucket, cold, archive, requestMetrics } = checkpoints;
  const later = [...cold.transitions, ...(archive?.transitions ?? [])].map(({ to }) => to);
  return [
    { name: bucket.name, classes: [...new Set<S3StorageClass>(["STANDARD", ...later])], requests: requestMetrics },
  ];
}

/** What S3 copies of that bucket. */
function watchedCopies({ checkpoints }: Pick<AwsEnvironment, "checkpoints">): WatchedCopies[] {
  if (!checkpoints?.replicateTo) return [];
  const { bucket: to, region, prefixes } = checkpoints.replicateTo;
  return [{ from: checkpoints.bucket.name, to, region, rules: prefixes.map(replicationRuleId) }];
}

/** Where there are a file system, a NAT gateway of ours, or copies of a bucket, and a Prometheus. */
export const cloudWatchExporter: PlatformComponent = {
  id: "cloudwatch-exporter",
  chart: "prometheus-yet-another-cloudwatch-exporter",
  after: ["monitoring", "authorities"],
  install: ({ env, partition, cluster, network, lustreFileSystems, placement }, { scope, id, chart }) =>
    new CloudWatchExporter(scope, id, {
      ...chart,
      region: env.region,
      fileSystems: lustreFileSystems(),
      natGateways: network.natGatewayIds ?? {},
      buckets: watchedBuckets(env),
      copies: watchedCopies(env),
      placement,
      partition,
      clusterName: cluster.clusterName,
      roleName: env.names.role("cloudwatch-exporter"),
    }).dependable,
  alerts: {
    id: "lustre-alerts",
    release: "railyard-lustre-alerts",
    groups: ({ lustreSizes }) => (lustreSizes.length > 0 ? lustreAlerts(lustreSizes) : []),
  },
  dashboards: ({ env, lustreSizes }) => [
    ...(lustreSizes.length > 0 ? [lustre(lustreSizes, { clients: countsEvictions(env) })] : []),
    ...(watchedBuckets(env).length > 0
      ? [
          buckets({
            copied: watchedCopies(env).length > 0,
            requests: watchedBuckets(env).some(({ requests }) => requests),
          }),
        ]
      : []),
  ],
};
