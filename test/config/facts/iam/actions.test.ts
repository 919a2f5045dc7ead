import { deployActions, serviceActions, STATE_ACTIONS, TYPE_ACTIONS } from "../../../../config/facts/iam/actions";
import { TAGGING_CALLS } from "../../../../config/facts/iam/network";
import { madeTypes } from "../../../helpers/made-types";

test("every type that an environment can have is in the table, and no other", () => {
  expect(madeTypes()).toContain("aws_eks_cluster");
  expect(Object.keys(TYPE_ACTIONS).sort()).toEqual(madeTypes());
});

test.each(Object.entries(TYPE_ACTIONS))("%s: actions are named as IAM does, each once in a list", (_, row) => {
  expect(row.reads.length).toBeGreaterThan(0);
  for (const actions of Object.values<readonly string[]>({ ...row })) {
    expect(new Set(actions).size).toBe(actions.length);
    // IAM simulates no wildcards
    for (const action of actions) expect(action).toMatch(/^[a-z0-9]+:[A-Z][A-Za-z]+$/);
  }
  for (const action of row.reads) expect(action).toMatch(/:(Describe|Get|List|View)/);
  for (const action of [...row.opens, ...row.changes]) expect(action).not.toMatch(/:(Describe|Get|List|View)/);
});

test("a service that acts by a role needs the role to be passed", () => {
  for (const type of ["aws_eks_cluster", "aws_eks_node_group", "aws_flow_log", "aws_eks_pod_identity_association"])
    expect(deployActions(type)).toContain("iam:PassRole");
});

test("a deployment reads, makes and ends a resource; what few changes call is left out", () => {
  expect(deployActions("aws_eks_node_group")).toEqual([
    "eks:DescribeNodegroup",
    "eks:DescribeUpdate",
    "eks:CreateNodegroup",
    "eks:UpdateNodegroupConfig",
    "eks:UpdateNodegroupVersion",
    "eks:DeleteNodegroup",
    "eks:TagResource",
    "iam:PassRole",
    "ec2:RunInstances",
  ]);
  expect(deployActions("aws_kms_alias")).toEqual([
    "kms:ListAliases",
    "kms:CreateAlias",
    "kms:UpdateAlias",
    "kms:DeleteAlias",
  ]);
  for (const [type, row] of Object.entries(TYPE_ACTIONS)) {
    const left = [...row.reads, ...row.opens, ...row.changes, ...row.passes].filter(
      (action) => !deployActions(type)!.includes(action),
    );
    for (const action of left)
      expect(action).not.toMatch(
        /:(Create(?!Backup|LogStream|Or)|Delete(?!Tags|Retention|LaunchTemplateVersions)|Describe)/,
      );
  }
});

test("a type that Railyard does not make has no actions", () => {
  expect(deployActions("aws_rds_cluster")).toBeNull();
  expect(deployActions("constructor")).toBeNull();
});

test("actions of a service are those of its types, and of what others pass to it", () => {
  expect(serviceActions("budgets", "changes")).toEqual([
    "budgets:ModifyBudget",
    "budgets:TagResource",
    "budgets:UntagResource",
  ]);
  expect(serviceActions("logs", "passes", (type) => type === "aws_flow_log")).toEqual([
    "logs:CreateLogDelivery",
    "logs:DeleteLogDelivery",
  ]);
  expect(TAGGING_CALLS).toContain("CreateVpc");
  expect(TAGGING_CALLS).not.toContain("CreateRoute");
});

test("state is read, written and unlocked", () =>
  expect(STATE_ACTIONS).toEqual(
    expect.arrayContaining(["s3:GetObject", "s3:PutObject", "s3:DeleteObject", "kms:GenerateDataKey"]),
  ));
