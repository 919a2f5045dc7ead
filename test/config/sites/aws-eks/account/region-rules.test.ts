import { REGION_RULES } from "../../../../../config/sites/aws-eks/account/region-rules";
import { ruleOf, violations, type Change } from "../../../../helpers/environment";
import { ruleCases } from "../../../../helpers/rule-cases";

const group = (region: string, partition = "aws") =>
  `arn:${partition}:resource-groups:${region}:111122223333:group/h100`;
const target = (arn: string) => ({ nodeGroups: { h100: { capacity: { target: arn } } } });
const keyOf = (partition: string, region = "us-east-1") => `arn:${partition}:kms:${region}:111122223333:key/1`;
const key = (partition: string) => ({
  checkpoints: { bucket: { kind: "existing", name: "checkpoints-of-ours", kmsKeyArn: keyOf(partition) } },
});
/** Other keys of config with the ARN of what lies in a Region. */
const OTHERS: Readonly<Record<string, (arn: string) => Change>> = {
  "checkpoints.replicateTo.kmsKeyArn": (kmsKeyArn) => ({
    checkpoints: { replicateTo: { bucket: "copies", region: "us-west-2", kmsKeyArn } },
  }),
  "datasets.raw.place.kmsKeyArn": (kmsKeyArn) => ({
    datasets: { raw: { place: { kind: "bucket", name: "lab", prefix: "raw/", kmsKeyArn } } },
  }),
  "alarms.topic": (arn) => ({ alarms: { topic: arn.replace(":kms:", ":sns:") } }),
};

ruleCases(REGION_RULES, {
  "region/known": {
    severity: "error",
    trips: [
      { change: { region: "us-esat-1" }, at: ["region"], message: ["us-esat-1 is no Region"], fix: ["us-east-1"] },
      { change: { region: "antarctica-south-9" }, at: ["region"], fix: ["add a row there"] },
    ],
    passes: [{ change: { region: "us-east-2" } }, { change: { region: "eusc-de-east-1" } }],
  },
  "region/partition": {
    severity: "error",
    trips: [
      { change: { region: "eusc-de-east-1" }, at: ["region"], message: ["European Sovereign Cloud", "aws-us-gov"] },
      { change: { region: "us-isob-east-1" }, at: ["region"], message: ["us-isob-east-1 is in an isolated partition"] },
    ],
    passes: [{ change: { region: "us-gov-west-1" } }, { change: { region: "cn-north-1" } }],
  },
  "region/arn-partition": {
    severity: "error",
    trips: [
      {
        change: { region: "us-gov-west-1" },
        at: ["cluster", "admins", 0],
        message: ["is of the partition aws; us-gov-west-1 is in aws-us-gov"],
        fix: ["arn:aws-us-gov:iam::111122223333:role/admin"],
      },
      {
        change: { cluster: { viewers: ["arn:aws-cn:iam::111122223333:role/viewer"] } },
        at: ["cluster", "viewers", 0],
        message: ["aws-cn"],
      },
      {
        change: { cluster: { auditors: ["arn:aws-cn:iam::111122223333:role/auditor"] } },
        at: ["cluster", "auditors", 0],
        message: ["aws-cn"],
      },
      {
        change: target(group("us-east-1", "aws-cn")),
        at: ["nodeGroups", "h100", "capacity", "target"],
        message: ["aws-cn"],
        fix: [`write ${group("us-east-1")}`],
      },
      {
        change: key("aws-us-gov"),
        at: ["checkpoints", "bucket", "kmsKeyArn"],
        message: ["aws-us-gov"],
        fix: ["write arn:aws:kms:us-east-1:111122223333:key/1"],
      },
      ...Object.entries(OTHERS).map(([path, change]) => ({
        when: path,
        change: change(keyOf("aws-cn", "cn-north-1")),
        at: path.split("."),
        message: ["is of the partition aws-cn; us-east-1 is in aws"],
        fix: ["name one of aws: cn-north-1 is no Region of it"],
      })),
      ...["aws-cn", "aws-us-gov"].map((partition) => ({
        when: `of ${partition}`,
        change: { teams: { vision: { namespace: { members: [`arn:${partition}:iam::111122223333:role/vision`] } } } },
        at: ["teams", "vision", "namespace", "members", 0],
        fix: ["write arn:aws:iam::111122223333:role/vision"],
      })),
      {
        when: "what has no Region",
        change: {
          budget: {
            monthlyUsd: 10,
            anomalies: { kind: "monitor", minimumUsd: 1, monitor: "arn:aws-cn:ce::111122223333:anomalymonitor/1" },
          },
        },
        at: ["budget", "anomalies", "monitor"],
        fix: ["write arn:aws:ce::111122223333:anomalymonitor/1"],
      },
    ],
    passes: [
      { change: { region: "us-gov-west-1", cluster: { admins: ["arn:aws-us-gov:iam::111122223333:role/admin"] } } },
      { change: { cluster: { viewers: ["arn:aws:iam::111122223333:role/viewer"] } } },
      { change: target(group("us-east-1")) },
      { change: key("aws") },
    ],
  },
  "region/reservation-region": {
    severity: "error",
    trips: [
      {
        change: target(group("us-west-2")),
        at: ["nodeGroups", "h100", "capacity", "target"],
        message: ["is in us-west-2; the environment is in us-east-1"],
      },
    ],
    passes: [{ change: target(group("us-east-1")) }],
  },
});

test("an isolated Region is told of once", () => {
  expect(violations(ruleOf(REGION_RULES, "region/known"), { region: "us-iso-east-1" })).toEqual([]);
});
