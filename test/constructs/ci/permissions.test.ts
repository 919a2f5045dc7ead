import { boundaryStatements } from "../../../constructs/ci/boundary";
import { deployStatements, planStatements, SERVICES, unknownTypes } from "../../../constructs/ci/permissions";
import { type CiScope } from "../../../constructs/ci/scope";
import { type PolicyStatement } from "../../../constructs/security/policy";
import { parsePolicy, textsOfElement, likeText } from "../../../scripts/rehearsal/aws/iam/policy-statements";
import { sample } from "../../helpers/environment";
import { synthStacks } from "../../helpers/stacks";
import type { Json } from "../../helpers/synth";
import { SCOPE } from "./scope";

const deploy = (scope: CiScope = SCOPE) => Object.values(deployStatements(scope)).flat();
const bySid = (statements: readonly PolicyStatement[], sid: string) => {
  const found = statements.filter((one) => one.sid === sid);
  expect(found).toHaveLength(1);
  return found[0]!;
};

/** Statements that allow an action on a resource, whatever their conditions ask for. */
const allowing = (statements: readonly PolicyStatement[], action: string, resource = "*") =>
  statements.filter(
    ({ effect = "Allow", actions, resources = [] }) =>
      effect === "Allow" &&
      actions.some((pattern) => likeText(pattern, action)) &&
      resources.some((pattern) => likeText(pattern, resource)),
  );

const OWN = { "aws:ResourceTag/railyard:environment": "sample" };
const CLAIM = {
  StringEquals: { "aws:RequestTag/railyard:environment": "sample" },
  Null: { "aws:ResourceTag/railyard:environment": "true" },
};
const ci = { kind: "github", repository: "acme/cluster" };
const watched = {
  budget: { monthlyUsd: 1000 },
  alarms: { emails: ["ops@example.com"] },
  idle: {},
  schedule: { timezone: "UTC", start: "08:00", end: "19:00", nodeGroups: ["h100"] },
};
const stacks = synthStacks(sample({ ci, ...watched }).env);
const resources = (type: string): Json[] =>
  Object.values(stacks).flatMap((stack) => Object.values<Json>(stack.resource?.[type] ?? {}));
const types = [...new Set(Object.values(stacks).flatMap((stack) => Object.keys(stack.resource ?? {})))];

describe("every resource type of the stacks", () => {
  test("is known to the roles", () => {
    expect(types.length).toBeGreaterThan(30);
    expect(unknownTypes(types)).toEqual([]);
  });

  test("is told when it is not, and types of Helm and Kubernetes need nothing of AWS", () => {
    expect(unknownTypes(["aws_rds_cluster", "helm_release", "aws_vpc", "aws_iam_user"])).toEqual([
      "aws_rds_cluster",
      "aws_iam_user",
    ]);
  });

  test.each(Object.entries(SERVICES))("%s says what it changes", (service, { changes }) => {
    const statements = changes(SCOPE);
    expect(statements.length).toBeGreaterThan(0);
    for (const { actions } of statements)
      for (const action of actions) expect(action).toMatch(new RegExp(`^${service}:`));
  });
});

describe("the role that plans", () => {
  const statements = planStatements(SCOPE);

  test("writes nothing", () => {
    for (const action of statements.flatMap(({ actions }) => actions))
      expect(action).toMatch(/^[a-z0-9]+:(Describe|Get|List|View|Decrypt)/);
  });

  test("reads objects of the state only", () => {
    expect(allowing(statements, "s3:GetObject", "arn:aws:s3:::sample-tfstate/nodes.tfstate")).toHaveLength(1);
    expect(allowing(statements, "s3:GetObject", "arn:aws:s3:::sample-checkpoints/step")).toEqual([]);
    expect(bySid(statements, "DecryptState").conditions).toEqual({
      "ForAnyValue:StringEquals": { "kms:ResourceAliases": "alias/sample-state" },
    });
  });

  test("sees all that a stack may have, for the day after the last file system too", () => {
    expect(bySid(statements, "See").actions).toEqual(expect.arrayContaining(["fsx:Describe*", "iam:GetPolicyVersion"]));
  });

  test("without a bucket for state reads none", () => {
    const { stateBucket: _, stateKeyAlias: __, ...local } = SCOPE;
    const sids = planStatements({ ...local, buckets: [] }).map(({ sid }) => sid);
    expect(sids).toEqual(["See"]);
  });
});

describe("the role that deploys", () => {
  const statements = deploy();
  const account = "111122223333";

  test("has no statement over everything without a condition, but reads and what creates no resource", () => {
    const open = statements.filter(({ resources, conditions }) => resources?.includes("*") && !conditions);
    expect(open.map(({ sid }) => sid)).toEqual(["See"]);
    for (const action of open.flatMap(({ actions }) => actions)) expect(action).toMatch(/:(Describe|Get|List|View)/);
  });

  test("has statement ids that differ in each policy", () => {
    for (const policy of Object.values(deployStatements(SCOPE)))
      expect(new Set(policy.map(({ sid }) => sid)).size).toBe(policy.length);
  });

  test.each([
    "ec2:DeleteVpc",
    "ec2:DeleteSubnet",
    "ec2:DeleteNatGateway",
    "ec2:ReleaseAddress",
    "ec2:DeleteSecurityGroup",
    "ec2:DeleteLaunchTemplate",
    "ec2:DeleteTags",
    "fsx:DeleteFileSystem",
    "kms:ScheduleKeyDeletion",
    "kms:PutKeyPolicy",
  ])("%s is for what carries the environment's tag", (action) => {
    const service = action.split(":")[0]!;
    const resource = { ec2: "vpc/vpc-1", fsx: "file-system/fs-1", kms: "key/1" }[service]!;
    const found = allowing(statements, action, `arn:aws:${service}:us-east-1:${account}:${resource}`);
    expect(found).toHaveLength(1);
    expect(found[0]?.conditions?.["StringEquals"]).toEqual(OWN);
    expect(allowing(statements, action, `arn:aws:${service}:eu-west-1:${account}:${resource}`)).toEqual([]);
  });

  test.each([
    ["eks:DeleteCluster", "eks", "cluster/sample", "cluster/other"],
    ["eks:DeleteNodegroup", "eks", "nodegroup/sample/sample-h100/1", "nodegroup/other/h100/1"],
    ["eks:DisassociateAccessPolicy", "eks", "access-entry/sample/role/1", "access-entry/other/role/1"],
    [
      "autoscaling:DeleteScheduledAction",
      "autoscaling",
      "autoScalingGroup:1:autoScalingGroupName/eks-sample-h100-2",
      "autoScalingGroup:1:autoScalingGroupName/eks-other-h100-2",
    ],
    ["kms:DeleteAlias", "kms", "alias/sample-storage", "alias/other-storage"],
    ["logs:DeleteLogGroup", "logs", "log-group:/aws/fsx/sample-lustre:*", "log-group:/aws/fsx/other-lustre:*"],
  ])("%s is for the environment's names", (action, service, own, other) => {
    const at = (resource: string) =>
      allowing(statements, action, `arn:aws:${service}:us-east-1:${account}:${resource}`);
    expect(at(own)).toHaveLength(1);
    expect(at(other)).toEqual([]);
  });

  test("makes new things in the environment's Region only", () => {
    for (const action of ["ec2:CreateVpc", "ec2:RunInstances", "eks:CreateCluster", "kms:CreateKey"])
      for (const { conditions } of allowing(statements, action))
        expect(conditions?.["StringEquals"]).toMatchObject({ "aws:RequestedRegion": "us-east-1" });
  });

  test("tags what is new or its own, so that nobody else's things become its own by a tag", () => {
    const tag = allowing(statements, "ec2:CreateTags", `arn:aws:ec2:us-east-1:${account}:vpc/vpc-1`);
    expect(tag.map(({ sid }) => sid)).toEqual(["ChangeNetwork", "TagNewNetwork"]);
    expect(bySid(statements, "TagDefaultSecurityGroup").conditions).toEqual(CLAIM);
    expect(bySid(statements, "TagNewNetwork").conditions).toEqual({
      StringEquals: { "ec2:CreateAction": expect.arrayContaining(["CreateVpc", "CreateLaunchTemplate"]) as unknown },
    });
  });

  test.each([
    ["kms:TagResource", "kms", "key/1", { ...CLAIM, Null: { ...CLAIM.Null, "kms:ResourceAliases": "true" } }],
    ["fsx:TagResource", "fsx", "file-system/fs-1", CLAIM],
    ["fsx:TagResource", "fsx", "association/fs-1/dra-1", CLAIM],
  ])(
    "%s of %s %s: a new one gets its first tags, and nothing of another environment",
    (action, service, name, claim) => {
      const found = allowing(statements, action, `arn:aws:${service}:us-east-1:${account}:${name}`);
      const conditions = found.map(({ conditions: some }) => some);
      expect(conditions).toHaveLength(2);
      expect(conditions).toContainEqual(claim);
      expect(conditions.filter((one) => one?.["Null"] === undefined)).toMatchObject([{ StringEquals: OWN }]);
    },
  );

  test("gives a new bucket its tags in the call that makes it", () => {
    for (const action of ["s3:CreateBucket", "s3:TagResource"])
      expect(allowing(statements, action, "arn:aws:s3:::sample-checkpoints")).toHaveLength(1);
    expect(allowing(statements, "s3:TagResource", "arn:aws:s3:::other-checkpoints")).toEqual([]);
  });

  test("ends and changes subscriptions, which are no resource for IAM, in the Region", () => {
    for (const action of ["sns:Unsubscribe", "sns:SetSubscriptionAttributes"])
      expect(allowing(statements, action).map(({ conditions }) => conditions)).toEqual([
        { StringEquals: { "aws:RequestedRegion": "us-east-1" } },
      ]);
    expect(allowing(statements, "sns:DeleteTopic")).toEqual([]);
  });

  test("takes the last backup of a file system, and deletes none", () => {
    const at = (action: string, name: string) =>
      allowing(statements, action, `arn:aws:fsx:us-east-1:${account}:${name}`).map(({ sid }) => sid);
    expect(at("fsx:CreateBackup", "backup/backup-1")).toEqual(["BackUpFileSystem"]);
    expect(bySid(statements, "BackUpOwnFileSystem").conditions).toEqual({ StringEquals: OWN });
    expect(at("fsx:DeleteBackup", "backup/backup-1")).toEqual([]);
  });

  test("sees the groups of a VPC, which FSx asks for with its permissions", () => {
    expect(allowing(statements, "ec2:GetSecurityGroupsForVpc").map(({ sid }) => sid)).toEqual(["MakeNetwork"]);
  });

  test("leaves the key of the state alone", () => {
    expect(bySid(statements, "ChangeKeys").conditions).toMatchObject({
      "ForAllValues:StringNotEquals": { "kms:ResourceAliases": ["alias/sample-state"] },
    });
    const { stateKeyAlias: _, ...without } = SCOPE;
    expect(Object.keys(bySid(deploy(without), "ChangeKeys").conditions ?? {})).toEqual(["StringEquals"]);
  });

  describe("with roles", () => {
    const role = (name: string) => `arn:aws:iam::${account}:role/${name}`;

    test.each([
      "CreateRole",
      "PutRolePolicy",
      "AttachRolePolicy",
      "PutRolePermissionsBoundary",
      "DeleteRole",
      "UpdateRole",
      // whoever a role trusts has its power
      "UpdateAssumeRolePolicy",
    ])("%s is for bounded ones of the environment", (call) => {
      const found = allowing(statements, `iam:${call}`, role("sample-jobs"));
      expect(found.map(({ conditions }) => conditions)).toEqual([
        { StringEquals: { "iam:PermissionsBoundary": SCOPE.boundaryArn } },
      ]);
      expect(allowing(statements, `iam:${call}`, role("other-jobs"))).toEqual([]);
    });

    test("cannot take a boundary away, nor make policies and users", () => {
      for (const call of ["DeleteRolePermissionsBoundary", "CreatePolicy", "CreatePolicyVersion", "CreateUser"])
        expect(allowing(statements, `iam:${call}`, role("sample-jobs"))).toEqual([]);
    });

    test("an environment without ci has roles without a boundary, which are made as well", () => {
      const { boundaryArn: _, ...without } = SCOPE;
      const found = allowing(deploy(without), "iam:CreateRole", role("sample-jobs"));
      expect(found.map(({ conditions }) => conditions)).toEqual([undefined]);
    });

    test("keeps away from roles of people, whatever they are called", () => {
      const people = [role("sample-admin"), role("admin"), role("other-admin")];
      const { resources: denied = [] } = bySid(deploy({ ...SCOPE, people }), "NotItself");
      expect(denied.filter((arn) => people.includes(arn))).toEqual([role("sample-admin")]);
    });

    test("passes them to services of the stacks only", () => {
      expect(bySid(statements, "PassRoles").conditions).toEqual({
        StringEquals: {
          "iam:PassedToService": ["eks", "ec2", "pods.eks", "vpc-flow-logs"].map((name) => `${name}.amazonaws.com`),
        },
      });
      expect(JSON.stringify(bySid(deploy({ ...SCOPE, partition: "aws-cn" }), "PassRoles").conditions)).toContain(
        "ec2.amazonaws.com.cn",
      );
    });

    test("changes nothing of the pipeline itself", () => {
      const { effect, actions, resources } = bySid(statements, "NotItself");
      expect(effect).toBe("Deny");
      expect(resources).toEqual([role("sample-ci-*"), `arn:aws:iam::${account}:policy/sample-ci-*`]);
      const granted = statements
        .filter((one) => one.effect !== "Deny")
        .flatMap((one) => one.actions)
        .filter((action) => /^iam:(?!Get|List|CreateServiceLinkedRole)/.test(action));
      for (const action of granted) expect(actions.some((pattern) => likeText(pattern, action))).toBe(true);
    });

    test("every role of the stacks is one that it may make", () => {
      const names = resources("aws_iam_role").map(({ name }) => name as string);
      expect(names.length).toBeGreaterThan(6);
      for (const name of names) expect(name).toMatch(/^sample-/);
    });
  });

  test("writes states and locks, and deletes locks only", () => {
    const on = (action: string, name: string) =>
      allowing(statements, action, `arn:aws:s3:::sample-tfstate/${name}`).length;
    expect([on("s3:PutObject", "nodes.tfstate"), on("s3:PutObject", "nodes.tfstate.tflock")]).toEqual([1, 1]);
    expect([on("s3:DeleteObject", "nodes.tfstate"), on("s3:DeleteObject", "nodes.tfstate.tflock")]).toEqual([0, 1]);
    expect(allowing(statements, "s3:DeleteBucket", "arn:aws:s3:::sample-tfstate")).toEqual([]);
    expect(allowing(statements, "s3:DeleteBucket", "arn:aws:s3:::sample-checkpoints")).toHaveLength(1);
    expect(allowing(statements, "s3:PutObject", "arn:aws:s3:::sample-checkpoints/step")).toEqual([]);
  });

  test("without a bucket of its own changes none", () => {
    expect(allowing(deploy({ ...SCOPE, buckets: [] }), "s3:DeleteBucket")).toEqual([]);
  });

  test("may make every log group that the stacks have", () => {
    const names = resources("aws_cloudwatch_log_group").map(({ name }) => name as string);
    expect(names.length).toBeGreaterThan(2);
    for (const name of names) {
      const arn = `arn:aws:logs:us-east-1:${account}:log-group:${name.replace(/\$\{[^}]*\}/g, "sample")}`;
      expect([name, allowing(statements, "logs:CreateLogGroup", arn).length]).toEqual([name, 1]);
    }
  });
});

describe("the boundary", () => {
  const statements = boundaryStatements(SCOPE);

  test("lets every role do what the stacks give it", () => {
    const inline = resources("aws_iam_role_policy").flatMap(({ policy }) => parsePolicy(policy as string)!.statements);
    const actions = inline.flatMap((statement) => textsOfElement(statement["Action"]));
    expect(actions.length).toBeGreaterThan(30);
    for (const action of actions) expect([action, allowing(statements, action).length > 0]).toEqual([action, true]);
  });

  test.each([
    "iam:CreateRole",
    "iam:PassRole",
    "iam:PutRolePolicy",
    "sts:AssumeRole",
    "eks:CreateAccessEntry",
    "ssm:SendCommand",
  ])("%s is beyond it", (action) => {
    expect(allowing(statements, action)).toEqual([]);
  });

  const states = ["arn:aws:s3:::*-tfstate-111122223333-*", "arn:aws:s3:::*-tfstate-111122223333-*/*"];

  test("keeps every role from every state of the account, and from the keys", () => {
    expect(bySid(statements, "NotTheStates")).toMatchObject({
      effect: "Deny",
      actions: ["s3:*"],
      resources: ["arn:aws:s3:::sample-tfstate", "arn:aws:s3:::sample-tfstate/*", ...states],
    });
    const { stateBucket: _, ...without } = SCOPE;
    expect(bySid(boundaryStatements(without), "NotTheStates").resources).toEqual(states);
    const { state } = sample({ name: "other" }).env;
    expect(likeText(states[0]!, `arn:aws:s3:::${(state as { bucket: string }).bucket}`)).toBe(true);
    expect(bySid(statements, "NotTheirKeys")).toMatchObject({
      effect: "Deny",
      actions: ["kms:*"],
      conditions: { "ForAnyValue:StringLike": { "kms:ResourceAliases": "alias/*-state" } },
    });
    for (const { name } of resources("aws_kms_alias"))
      expect([name, likeText("alias/*-state", name as string)]).toEqual([name, name === "alias/sample-state"]);
  });

  test("lets no role end what carries the tag of another environment", () => {
    const { effect, actions, conditions } = bySid(statements, "NotOfOthers");
    expect([effect, conditions]).toEqual([
      "Deny",
      {
        StringNotEquals: { "aws:ResourceTag/railyard:environment": "sample" },
        Null: { "aws:ResourceTag/railyard:environment": "false" },
      },
    ]);
    const denied = (action: string) => actions.some((pattern) => likeText(pattern, action));
    expect(["ec2:TerminateInstances", "ec2:DeleteVpc", "fsx:DeleteFileSystem"].filter(denied)).toHaveLength(3);
    // in a VPC that two environments share, nodes put interfaces into subnets of the other one
    expect(["ec2:CreateNetworkInterface", "ec2:RunInstances", "ec2:CreateTags"].filter(denied)).toEqual([]);
  });

  test("is on every role of the stacks but those of the pipeline", () => {
    for (const [role, stack] of Object.entries<Json>(stacks))
      for (const { permissions_boundary: boundary } of Object.values<Json>(stack.resource?.aws_iam_role ?? {}))
        expect([role, boundary]).toEqual([role, role === "bootstrap" ? undefined : SCOPE.boundaryArn]);
    const plain = synthStacks(sample().env);
    expect(JSON.stringify(plain)).not.toContain("permissions_boundary");
    expect(JSON.stringify(plain)).not.toContain("sample-ci-");
  });
});
