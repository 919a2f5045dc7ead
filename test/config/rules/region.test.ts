import { REGION_RULES } from "../../../config/rules/region";
import { ruleOf, violations } from "../../helpers/environment";
import { describeRules } from "../../helpers/rule-pairs";

const group = (region: string, partition = "aws") =>
  `arn:${partition}:resource-groups:${region}:111122223333:group/h100`;
const target = (arn: string) => ({ nodeGroups: { h100: { capacity: { target: arn } } } });
const key = (partition: string) => ({
  checkpoints: {
    bucket: {
      kind: "existing",
      name: "checkpoints-of-ours",
      kmsKeyArn: `arn:${partition}:kms:us-east-1:111122223333:key/1`,
    },
  },
});

describeRules(REGION_RULES, [
  {
    id: "region/known",
    severity: "error",
    trips: { region: "us-esat-1" },
    path: ["region"],
    says: ["us-esat-1 is no Region", "us-east-1"],
    passes: { region: "us-east-2" },
  },
  {
    id: "region/known",
    severity: "error",
    trips: { region: "antarctica-south-9" },
    path: ["region"],
    says: ["add a row there"],
    passes: { region: "eusc-de-east-1" },
  },
  {
    id: "region/partition",
    severity: "error",
    trips: { region: "eusc-de-east-1" },
    path: ["region"],
    says: ["European Sovereign Cloud", "aws-us-gov"],
    passes: { region: "us-gov-west-1" },
  },
  {
    id: "region/partition",
    severity: "error",
    trips: { region: "us-isob-east-1" },
    path: ["region"],
    says: ["us-isob-east-1 is in an isolated partition"],
    passes: { region: "cn-north-1" },
  },
  {
    id: "region/arn-partition",
    severity: "error",
    trips: { region: "us-gov-west-1" },
    path: ["cluster", "admins", 0],
    says: ["is of the partition aws; us-gov-west-1 is in aws-us-gov", "arn:aws-us-gov:iam::111122223333:role/admin"],
    passes: { region: "us-gov-west-1", cluster: { admins: ["arn:aws-us-gov:iam::111122223333:role/admin"] } },
  },
  {
    id: "region/arn-partition",
    severity: "error",
    trips: { cluster: { viewers: ["arn:aws-cn:iam::111122223333:role/viewer"] } },
    path: ["cluster", "viewers", 0],
    says: ["aws-cn"],
    passes: { cluster: { viewers: ["arn:aws:iam::111122223333:role/viewer"] } },
  },
  {
    id: "region/arn-partition",
    severity: "error",
    trips: target(group("us-east-1", "aws-cn")),
    path: ["nodeGroups", "h100", "capacity", "target"],
    says: ["aws-cn", `write ${group("us-east-1")}`],
    passes: target(group("us-east-1")),
  },
  {
    id: "region/arn-partition",
    severity: "error",
    trips: key("aws-us-gov"),
    path: ["checkpoints", "bucket", "kmsKeyArn"],
    says: ["aws-us-gov"],
    passes: key("aws"),
  },
  {
    id: "region/reservation-region",
    severity: "error",
    trips: target(group("us-west-2")),
    path: ["nodeGroups", "h100", "capacity", "target"],
    says: ["is in us-west-2; the environment is in us-east-1"],
    passes: target(group("us-east-1")),
  },
]);

test("an isolated Region is told of once", () => {
  expect(violations(ruleOf(REGION_RULES, "region/known"), { region: "us-iso-east-1" })).toEqual([]);
});
