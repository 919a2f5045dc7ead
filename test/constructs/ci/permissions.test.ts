import { deployStatements, planStatements } from "../../../constructs/ci/permissions";
import { likeText } from "../../../scripts/rehearsal/aws/iam/policy-statements";
import type { CiScope } from "../../../constructs/ci/scope";
import { SCOPE } from "./scope";
import { bySid, allowing, resources, deploy } from "../../helpers/ci-permissions";

const OWN = { "aws:ResourceTag/railyard:environment": "sample" };

const CLAIM = {
  StringEquals: { "aws:RequestTag/railyard:environment": "sample" },
  Null: { "aws:ResourceTag/railyard:environment": "true" },
};

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

  test("says where copies of a bucket go, and passes S3 a role for it, only where config has copies", () => {
    const put = (scope: CiScope, bucket = "sample-checkpoints") =>
      allowing(deploy(scope), "s3:PutReplicationConfiguration", `arn:aws:s3:::${bucket}`);
    const passed = (scope: CiScope) => JSON.stringify(bySid(deploy(scope), "PassRoles").conditions);
    expect(put(SCOPE)).toHaveLength(1);
    expect(put(SCOPE, "other-checkpoints")).toEqual([]);
    expect(passed(SCOPE)).toContain('"s3.amazonaws.com"');
    const metrics = (scope: CiScope) =>
      allowing(deploy(scope), "s3:PutMetricsConfiguration", "arn:aws:s3:::sample-checkpoints").length;
    expect([metrics(SCOPE), metrics({ ...SCOPE, requestMetrics: false })]).toEqual([1, 0]);
    const { replicates: _, ...others } = SCOPE;
    expect(put(others)).toEqual([]);
    expect(passed(others)).not.toContain('"s3.amazonaws.com"');
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
          "iam:PassedToService": ["eks", "ec2", "pods.eks", "vpc-flow-logs", "rolesanywhere", "s3"].map(
            (name) => `${name}.amazonaws.com`,
          ),
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
    expect([on("s3:PutObject", "verify/weekly/last.json"), on("s3:DeleteObject", "verify/weekly/last.json")]).toEqual([
      1, 0,
    ]);
    expect([on("s3:DeleteObject", "nodes.tfstate"), on("s3:DeleteObject", "nodes.tfstate.tflock")]).toEqual([0, 1]);
    expect(allowing(statements, "s3:DeleteBucket", "arn:aws:s3:::sample-tfstate")).toEqual([]);
    expect(allowing(statements, "s3:DeleteBucket", "arn:aws:s3:::sample-checkpoints")).toHaveLength(1);
    expect(allowing(statements, "s3:PutObject", "arn:aws:s3:::sample-checkpoints/step")).toEqual([]);
  });

  test("without a bucket of its own changes none", () => {
    expect(allowing(deploy({ ...SCOPE, buckets: [] }), "s3:DeleteBucket")).toEqual([]);
  });
});
