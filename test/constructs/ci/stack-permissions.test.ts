import { boundaryStatements } from "../../../constructs/ci/boundary";
import { SERVICES, unknownTypes } from "../../../constructs/ci/permissions";
import { parsePolicy, textsOfElement, likeText } from "../../../scripts/rehearsal/aws/iam/policy-statements";
import { sample } from "../../helpers/environment";
import { synthStacks } from "../../helpers/stacks";
import type { Json } from "../../helpers/synth";
import { SCOPE } from "./scope";
import { stacks, bySid, allowing, resources, deploy } from "../../helpers/ci-permissions";

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

  test("the role that deploys may make each of the log groups", () => {
    const names = resources("aws_cloudwatch_log_group").map(({ name }) => name as string);
    expect(names.length).toBeGreaterThan(2);
    for (const name of names) {
      const arn = `arn:aws:logs:us-east-1:111122223333:log-group:${name.replace(/\$\{[^}]*\}/g, "sample")}`;
      expect([name, allowing(deploy(), "logs:CreateLogGroup", arn).length]).toEqual([name, 1]);
    }
  });
});

/** What Karpenter may do in IAM beside reading. */
const NODE_PROFILE_CALLS = [
  "iam:PassRole",
  "iam:CreateInstanceProfile",
  "iam:TagInstanceProfile",
  "iam:AddRoleToInstanceProfile",
  "iam:RemoveRoleFromInstanceProfile",
  "iam:DeleteInstanceProfile",
];

describe("the boundary", () => {
  const statements = boundaryStatements(SCOPE);

  test("lets every role do what the stacks give it", () => {
    const inline = resources("aws_iam_role_policy").flatMap(({ policy }) => parsePolicy(policy as string)!.statements);
    const actions = inline.flatMap((statement) => textsOfElement(statement["Action"]));
    expect(actions.length).toBeGreaterThan(30);
    const limited = actions.filter((action) => allowing(statements, action).length === 0);
    expect(limited.sort()).toEqual([...NODE_PROFILE_CALLS].sort());
  });

  test("lets Karpenter give its nodes their role, and no other role to anything", () => {
    const at = (action: string, resource: string) =>
      allowing(statements, action, `arn:aws:iam::111122223333:${resource}`).map(({ conditions }) => conditions);
    const services = { "iam:PassedToService": ["ec2.amazonaws.com", "ec2.amazonaws.com.cn"] };
    expect(at("iam:PassRole", "role/sample-node")).toEqual([{ StringEquals: services }]);
    expect(at("iam:PassRole", "role/sample-jobs")).toEqual([]);
    for (const action of NODE_PROFILE_CALLS.filter((call) => call !== "iam:PassRole")) {
      const [conditions, ...more] = at(action, "instance-profile/sample_1");
      expect([more, Object.entries(conditions?.["StringEquals"] ?? {})]).toEqual([
        [],
        [[expect.stringMatching(/^aws:Re\w+Tag\/kubernetes[.]io\/cluster\/sample$/), "owned"]],
      ]);
    }
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
