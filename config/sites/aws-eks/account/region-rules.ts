import { region, REGIONS } from "../../../facts/regions";
import type { ConfigPath } from "../../../kernel/issues";
import { didYouMean } from "../../../kernel/nearest";
import type { AwsConfig } from "../schema";
import type { AwsRule } from "../rule";
import { ec2Entries } from "../nodes/ec2-groups";

const ENDPOINTS = "https://docs.aws.amazon.com/general/latest/gr/eks.html";
const ARNS = "https://docs.aws.amazon.com/IAM/latest/UserGuide/reference-arns.html";
const ISOLATED = /^[a-z]{2}-iso[a-z]*-/;

/** Every key that holds an ARN, but for those of receivers and stores of metrics, which have rules of their own. */
function* arnKeys(config: AwsConfig): Iterable<readonly [ConfigPath, string]> {
  const { cluster, checkpoints, teams, datasets, alarms, budget } = config;
  for (const list of ["admins", "auditors", "viewers"] as const)
    for (const [index, arn] of cluster[list].entries()) yield [["cluster", list, index], arn];
  for (const [name, { capacity }] of ec2Entries(config)) {
    if (capacity.kind === "reservation" && capacity.target.startsWith("arn:"))
      yield [["nodeGroups", name, "capacity", "target"], capacity.target];
  }
  const bucket = checkpoints?.bucket;
  if (bucket?.kind === "existing" && bucket.kmsKeyArn) yield [["checkpoints", "bucket", "kmsKeyArn"], bucket.kmsKeyArn];
  const copies = checkpoints?.replicateTo;
  if (copies) yield [["checkpoints", "replicateTo", "kmsKeyArn"], copies.kmsKeyArn];
  for (const [name, { namespace }] of Object.entries(teams))
    for (const [index, arn] of namespace.members.entries()) yield [["teams", name, "namespace", "members", index], arn];
  for (const [name, { place }] of Object.entries(datasets))
    if (place.kind === "bucket" && place.kmsKeyArn) yield [["datasets", name, "place", "kmsKeyArn"], place.kmsKeyArn];
  if (alarms.topic) yield [["alarms", "topic"], alarms.topic];
  if (budget?.anomalies.kind === "monitor") yield [["budget", "anomalies", "monitor"], budget.anomalies.monitor];
}

/** An ARN whose Region is of another partition is no slip of the pen: there is nothing of that name in this one. */
function fixOf(arn: string, partition: string): string {
  const [, , service = "", area = "", ...rest] = arn.split(":");
  return area === "" || region(area)?.partition === partition
    ? `write arn:${partition}:${[service, area, ...rest].join(":")}`
    : `name one of ${partition}: ${area} is no Region of it`;
}

/** Region and partition. */
export const REGION_RULES: readonly AwsRule[] = [
  {
    id: "region/known",
    title: "The Region is one that EKS serves.",
    severity: "error",
    why: "Partition, registries and offers follow from it; for a Region that AWS has opened since, they are unknown.",
    source: ENDPOINTS,
    *check({ config }) {
      if (region(config.region) || ISOLATED.test(config.region)) return;
      const near = didYouMean(config.region, Object.keys(REGIONS));
      const fix = near ?? "choose a Region of config/facts/regions.ts, or add a row there if AWS has opened a new one";
      yield { path: ["region"], message: `${config.region} is no Region that is known here`, fix };
    },
  },
  {
    id: "region/partition",
    title: "The Region is commercial, GovCloud or China.",
    severity: "error",
    why: "Other partitions have ARNs, domains and services of their own, which no construct knows.",
    source: ARNS,
    *check({ config }) {
      const isolated = ISOLATED.test(config.region);
      if (!isolated && region(config.region)?.partition !== "aws-eusc") return;
      const where = isolated ? "an isolated partition" : "the European Sovereign Cloud (aws-eusc)";
      const message = `${config.region} is in ${where}; aws, aws-us-gov and aws-cn are supported`;
      yield { path: ["region"], message, fix: "choose a Region of another partition" };
    },
  },
  {
    id: "region/arn-partition",
    title: "Every ARN is of the Region's partition.",
    severity: "error",
    why: "Nothing of one partition can be used from another.",
    source: ARNS,
    *check({ config, env }) {
      for (const [path, arn] of arnKeys(config)) {
        const partition = arn.split(":")[1];
        if (partition === env.partition) continue;
        const message = `${arn} is of the partition ${partition}; ${config.region} is in ${env.partition}`;
        yield { path, message, fix: fixOf(arn, env.partition) };
      }
    },
  },
  {
    id: "region/reservation-region",
    title: "A resource group of reservations is in the environment's Region.",
    severity: "error",
    why: "A launch only finds reservations of its own Region.",
    source: ARNS,
    *check({ config }) {
      for (const [path, arn] of arnKeys(config)) {
        const [, , service, area] = arn.split(":");
        if (service !== "resource-groups" || area === config.region) continue;
        const message = `${arn} is in ${area || "no Region"}; the environment is in ${config.region}`;
        yield { path, message, fix: `name a resource group of ${config.region}` };
      }
    },
  },
];
