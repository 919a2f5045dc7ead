import { EksPodIdentityAssociation } from "@cdktf/provider-aws/lib/eks-pod-identity-association";
import { IamRolePolicy } from "@cdktf/provider-aws/lib/iam-role-policy";
import { parse } from "yaml";
import { CloudWatchExporter, cloudWatchExporterValues } from "../../../constructs/platform/cloudwatch-exporter";
import { chart, onlyRelease } from "../../helpers/release";
import { only } from "../../helpers/synth";

const PROPS = {
  region: "eu-west-1",
  fileSystems: [{ name: "lustre", fileSystemId: "fs-0123", exported: false }],
  natGateways: {},
  placement: { nodeSelector: { "railyard.dev/role": "system" }, tolerations: [] },
};

const config = () => parse(cloudWatchExporterValues(PROPS)["config"] as string);

test("asks for one file system in its Region", () => {
  const [job] = config().static;
  expect(config().static).toHaveLength(1);
  expect(job).toMatchObject({
    namespace: "AWS/FSx",
    regions: ["eu-west-1"],
    dimensions: [{ name: "FileSystemId", value: "fs-0123" }],
  });
});

test("asks for each of several file systems by its name", () => {
  const fileSystems = [...PROPS.fileSystems, { name: "fast", fileSystemId: "fs-4567", exported: false }];
  const jobs = parse(cloudWatchExporterValues({ ...PROPS, fileSystems })["config"] as string).static;
  expect(jobs.map(({ name, dimensions }: { name: string; dimensions: object[] }) => [name, dimensions])).toEqual([
    ["lustre", [{ name: "FileSystemId", value: "fs-0123" }]],
    ["fast", [{ name: "FileSystemId", value: "fs-4567" }]],
  ]);
});

test("asks how long changes have waited for S3 where they are exported, by the queue of exports", () => {
  const fileSystems = [{ name: "lustre", fileSystemId: "fs-0123", exported: true }];
  const [, exports] = parse(cloudWatchExporterValues({ ...PROPS, fileSystems })["config"] as string).static;
  expect(exports).toMatchObject({
    name: "lustre",
    namespace: "AWS/FSx",
    dimensions: [
      { name: "FileSystemId", value: "fs-0123" },
      { name: "Publisher", value: "AutoExport" },
    ],
    metrics: [{ name: "AgeOfOldestQueuedMessage", statistics: ["Maximum"], period: 60 }],
  });
});

test("asks for NAT gateways by their zones, without a file system, too", () => {
  const natGateways = { "eu-west-1a": "nat-0a", "eu-west-1b": "nat-0b" };
  const text = cloudWatchExporterValues({ ...PROPS, fileSystems: [], natGateways })["config"] as string;
  const jobs: { name: string; namespace: string; dimensions: object[] }[] = parse(text).static;
  expect(jobs.map(({ name, namespace, dimensions }) => [name, namespace, dimensions])).toEqual([
    ["eu-west-1a", "AWS/NATGateway", [{ name: "NatGatewayId", value: "nat-0a" }]],
    ["eu-west-1b", "AWS/NATGateway", [{ name: "NatGatewayId", value: "nat-0b" }]],
  ]);
});

test("asks for the size of a bucket by the storage classes that its objects may have, once for each day", () => {
  const buckets = [{ name: "research-checkpoints", classes: ["STANDARD", "GLACIER_IR"] as const }];
  const text = cloudWatchExporterValues({ ...PROPS, fileSystems: [], buckets })["config"] as string;
  const jobs: { name: string; namespace: string; dimensions: { value: string }[]; metrics: object[] }[] =
    parse(text).static;
  expect(jobs.map(({ dimensions, metrics }) => [dimensions.map(({ value }) => value), metrics])).toEqual(
    [
      ["StandardStorage", "BucketSizeBytes"],
      ["GlacierInstantRetrievalStorage", "BucketSizeBytes"],
      ["AllStorageTypes", "NumberOfObjects"],
    ].map(([type, name]) => [
      ["research-checkpoints", type],
      [{ name, statistics: ["Average"], period: 86400, length: 259200 }],
    ]),
  );
  expect(new Set(jobs.map(({ namespace }) => namespace))).toEqual(new Set(["AWS/S3"]));
});

test("asks for requests to a bucket where they are told, none between two questions left out", () => {
  const buckets = [{ name: "lab", classes: [], requests: true }];
  const text = cloudWatchExporterValues({ ...PROPS, fileSystems: [], buckets })["config"] as string;
  const job = parse(text).static.at(-1);
  expect(job.dimensions).toEqual([
    { name: "BucketName", value: "lab" },
    { name: "FilterId", value: "EntireBucket" },
  ]);
  expect(new Set(job.metrics.map(({ period, length }: Record<string, number>) => `${period} ${length}`))).toEqual(
    new Set(["300 300"]),
  );
  expect(job.metrics.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(["AllRequests", "4xxErrors", "5xxErrors", "FirstByteLatency", "TotalRequestLatency"]),
  );
});

test("asks for copies of a bucket by rule: what waits in their Region, what failed in its own, and of that every minute", () => {
  const copies = [{ from: "ours", to: "theirs", region: "us-west-2", rules: ["checkpoints", "railyard"] }];
  const text = cloudWatchExporterValues({ ...PROPS, fileSystems: [], copies })["config"] as string;
  const jobs: Record<string, unknown>[] = parse(text).static;
  const dimensions = (rule: string) => [
    { name: "SourceBucket", value: "ours" },
    { name: "DestinationBucket", value: "theirs" },
    { name: "RuleId", value: rule },
  ];
  const waits = ["ReplicationLatency", "BytesPendingReplication", "OperationsPendingReplication"];
  expect(jobs).toEqual(
    ["checkpoints", "railyard"].flatMap((rule) => [
      {
        name: "ours",
        namespace: "AWS/S3",
        regions: ["us-west-2"],
        dimensions: dimensions(rule),
        metrics: waits.map((name) => ({ name, statistics: ["Maximum"], period: 60, length: 300 })),
      },
      {
        name: "ours",
        namespace: "AWS/S3",
        regions: ["eu-west-1"],
        dimensions: dimensions(rule),
        metrics: [{ name: "OperationsFailedReplication", statistics: ["Sum"], period: 900, length: 900 }],
      },
    ]),
  );
});

test("asks for traffic, operations and free space, that of the fullest disk among it", () => {
  const metrics: { name: string; statistics: string[]; period: number; length: number }[] = config().static[0].metrics;
  expect(Object.fromEntries(metrics.map(({ name, statistics }) => [name, statistics]))).toEqual({
    DataReadBytes: ["Sum"],
    DataWriteBytes: ["Sum"],
    DataReadOperations: ["Sum"],
    DataWriteOperations: ["Sum"],
    MetadataOperations: ["Sum"],
    FreeDataStorageCapacity: ["Sum", "Minimum"],
  });
  for (const { period, length } of metrics) expect(length).toBeGreaterThan(period);
});

test("is scraped as often as there is something new", () => {
  expect(cloudWatchExporterValues(PROPS)).toMatchObject({
    serviceMonitor: { enabled: true, interval: "60s" },
    testConnection: false,
    nodeSelector: { "railyard.dev/role": "system" },
  });
});

test("may read metrics and nothing else", () => {
  const { json, release, values } = onlyRelease((stack) => {
    new CloudWatchExporter(stack, "fsx", {
      ...chart("prometheus-yet-another-cloudwatch-exporter"),
      ...PROPS,
      partition: "aws",
      clusterName: "c",
      roleName: "c-cloudwatch",
    });
  });
  const { Statement } = JSON.parse(only(json, IamRolePolicy).policy);
  expect(Statement.map((one: { Action: string[] }) => one.Action)).toEqual([
    ["cloudwatch:GetMetricData", "cloudwatch:GetMetricStatistics", "cloudwatch:ListMetrics"],
  ]);
  expect(only(json, EksPodIdentityAssociation).service_account).toBe(values.serviceAccount.name);
  expect(release.name).toBe("cloudwatch-exporter");
  expect(release.depends_on).toContainEqual(expect.stringContaining("aws_eks_pod_identity_association."));
});
