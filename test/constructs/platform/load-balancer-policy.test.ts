import { loadBalancerStatements } from "../../../constructs/platform/load-balancer-policy";
import { policyDocument, type PolicyStatement } from "../../../constructs/security/policy";

const PROPS = {
  partition: "aws-us-gov",
  region: "us-gov-west-1",
  accountId: "111122223333",
  clusterName: "research",
  vpcId: "vpc-1",
} as const;

const STATEMENTS = loadBalancerStatements(PROPS);

/** Actions that only look. */
const READS = /:(Describe|Get|List)/;

const of = (sid: string): PolicyStatement => {
  const found = STATEMENTS.find((one) => one.sid === sid);
  if (!found) throw new Error(`no statement ${sid}`);
  return found;
};

const changing = STATEMENTS.filter(({ actions }) => actions.some((action) => !READS.test(action)));

test("only looks, and makes the service-linked role, everywhere", () => {
  const everywhere = STATEMENTS.filter(({ resources }) => resources?.includes("*")).map(({ sid }) => sid);
  expect(everywhere).toEqual(["Read", "ServiceLinkedRole"]);
  expect(of("Read").actions.every((action) => READS.test(action))).toBe(true);
});

test("looks at certificates of the account and Region only, as far as AWS lets it choose", () => {
  expect(of("ReadCertificates")).toMatchObject({
    actions: ["acm:DescribeCertificate"],
    resources: ["arn:aws-us-gov:acm:us-gov-west-1:111122223333:certificate/*"],
  });
  expect(of("Read").actions.filter((action) => action.startsWith("acm:"))).toEqual(["acm:ListCertificates"]);
});

test("looks for security groups in the cluster's network only", () => {
  expect(of("ReadGroupsOfTheNetwork")).toMatchObject({
    actions: ["ec2:GetSecurityGroupsForVpc"],
    resources: ["arn:aws-us-gov:ec2:us-gov-west-1:111122223333:vpc/vpc-1"],
  });
  expect(of("Read").actions).not.toContain("ec2:GetSecurityGroupsForVpc");
});

test("changes nothing outside the account, the Region and the partition", () => {
  for (const { sid, resources } of changing) {
    if (sid === "ServiceLinkedRole") continue;
    for (const resource of resources ?? [])
      expect(resource).toMatch(/^arn:aws-us-gov:(ec2|elasticloadbalancing):us-gov-west-1:111122223333:/);
  }
});

test.each(["ChangeOwn", "TagOwn", "TagOwnGroups", "RemoveOwnGroups"])("%s touches what this cluster made", (sid) => {
  expect(of(sid).conditions?.["StringEquals"]).toMatchObject({ "aws:ResourceTag/elbv2.k8s.aws/cluster": "research" });
});

test.each(["Make", "TagNew", "TagNewGroups"])("%s marks what it makes with the cluster", (sid) => {
  expect(of(sid).conditions?.["StringEquals"]).toMatchObject({ "aws:RequestTag/elbv2.k8s.aws/cluster": "research" });
});

test.each(["TagOwn", "TagOwnGroups"])("%s leaves the mark itself alone", (sid) => {
  expect(of(sid).conditions?.["Null"]).toEqual({ "aws:RequestTag/elbv2.k8s.aws/cluster": "true" });
});

test("opens security groups of the cluster's network only", () => {
  expect(of("RulesOfGroupsOfTheNetwork").conditions).toEqual({
    ArnEquals: { "ec2:Vpc": "arn:aws-us-gov:ec2:us-gov-west-1:111122223333:vpc/vpc-1" },
  });
});

test("knows nothing of WAF, Shield, Cognito and server certificates", () => {
  const services = new Set(STATEMENTS.flatMap(({ actions }) => actions.map((action) => action.split(":")[0])));
  expect([...services].sort()).toEqual(["acm", "ec2", "elasticloadbalancing", "iam"]);
  expect(of("ServiceLinkedRole").actions).toEqual(["iam:CreateServiceLinkedRole"]);
});

test("can do what a network load balancer for a Service takes", () => {
  const granted = new Set(STATEMENTS.flatMap(({ actions }) => actions));
  for (const action of [
    "elasticloadbalancing:CreateLoadBalancer",
    "elasticloadbalancing:CreateTargetGroup",
    "elasticloadbalancing:CreateListener",
    "elasticloadbalancing:AddTags",
    "elasticloadbalancing:RegisterTargets",
    "elasticloadbalancing:ModifyTargetGroupAttributes",
    "elasticloadbalancing:SetSecurityGroups",
    "elasticloadbalancing:DeleteLoadBalancer",
    "ec2:CreateSecurityGroup",
    "ec2:AuthorizeSecurityGroupIngress",
    "ec2:DescribeSubnets",
    "ec2:GetSecurityGroupsForVpc",
    "acm:DescribeCertificate",
    "acm:ListCertificates",
  ])
    expect(granted).toContain(action);
});

test("statements have ids of their own, and fit an inline policy of a role", () => {
  expect(new Set(STATEMENTS.map(({ sid }) => sid)).size).toBe(STATEMENTS.length);
  // IAM counts all inline policies of a role together, without white space
  expect(policyDocument(STATEMENTS).length).toBeLessThan(10_240);
});
