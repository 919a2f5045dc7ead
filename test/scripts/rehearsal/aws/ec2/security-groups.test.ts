import { SECURITY_GROUP_KINDS, vpcOfGroup } from "../../../../../scripts/rehearsal/aws/ec2/security-groups";
import { cloudObject, fakeCloud } from "../fake-cloud";
import { codes, messages } from "../refusal-codes";

const group = SECURITY_GROUP_KINDS["aws_security_group"]!;
const ofVpc = SECURITY_GROUP_KINDS["aws_default_security_group"]!;
const named = (name: string, more = {}) => ({ vpc_id: "vpc-1", name, description: "some", ...more });

describe("a plan of aws_security_group", () => {
  test("replaces for all but rules and tags, as the provider does", () => {
    expect(group.forcesNew).toEqual(["description", "name", "name_prefix", "vpc_id"]);
  });

  test("describes a group that nobody describes", () => {
    expect(group.defaults).toEqual({ description: "Managed by Terraform", revoke_rules_on_delete: false });
  });

  test("keeps the VPC", () => {
    expect(group.references).toEqual([
      { path: "vpc_id", to: ["aws_vpc"], missing: "InvalidVpcID.NotFound", holds: "DependencyViolation" },
    ]);
  });
});

describe("a new security group", () => {
  test("has no rules at all, not even those that AWS gives", () => {
    const made = group.create(named("gpu"), fakeCloud());
    expect(made["id"]).toMatch(/^sg-[0-9a-f]{17}$/);
    expect(made).toMatchObject({ name: "gpu", name_prefix: "", egress: [], ingress: [], owner_id: "123456789012" });
    expect(made["arn"]).toBe(`arn:aws:ec2:us-west-2:123456789012:security-group/${String(made["id"])}`);
  });

  test("gets a name where only the beginning of one is given", () => {
    const made = group.create({ name: null, name_prefix: "gpu-" }, fakeCloud());
    expect(made["name"]).toMatch(/^gpu-[0-9a-f]{26}$/);
  });
});

describe("EC2", () => {
  test.each(["gpu nodes", "a._-:/()#,@[]+=&;{}!$*", "n".repeat(255), "SG-1"])("takes the name %j", (name) => {
    expect(codes(group, named(name))).toEqual([]);
  });

  test.each(["sg-gpu", "n".repeat(256), "gpü", "a|b"])("refuses the name %j", (name) => {
    expect(codes(group, named(name))).toEqual(["InvalidParameterValue"]);
  });

  test("keeps the name default for itself", () => {
    expect(codes(group, named("default"))).toEqual(["InvalidGroup.Reserved"]);
  });

  test("refuses descriptions with other characters", () => {
    expect(codes(group, named("gpu", { description: "EFA: all traffic" }))).toEqual([]);
    expect(codes(group, named("gpu", { description: "EFA – all traffic" }))).toEqual(["InvalidParameterValue"]);
    expect(messages(group, named("gpu", { description: "it's" }))[0]).toContain(`description "it's"`);
  });

  test("refuses the same name in the same VPC, also in capitals", () => {
    const other = cloudObject("aws_security_group", "sg-1", { vpc_id: "vpc-1", name: "gpu" });
    const api = fakeCloud({ objects: [other] });
    expect(codes(group, named("gpu"), api)).toEqual(["InvalidGroup.Duplicate"]);
    expect(codes(group, named("GPU"), api)).toEqual(["InvalidGroup.Duplicate"]);
    expect(codes(group, named("gpu-2"), api)).toEqual([]);
    expect(codes(group, named("gpu", { vpc_id: "vpc-2" }), api)).toEqual([]);
    expect(codes(group, named("gpu", { id: "sg-1" }), api)).toEqual([]);
    expect(codes(group, { vpc_id: "vpc-1", name: null }, api)).toEqual([]);
  });

  test("looks at the tags", () => {
    expect(codes(group, named("gpu", { tags_all: { "aws:x": "y" } }))).toEqual(["InvalidTagKey.Malformed"]);
  });
});

describe("the default security group", () => {
  const spawned = cloudObject("aws_security_group", "sg-of-vpc", {
    vpc_id: "vpc-1",
    name: "default",
    description: "default VPC security group",
    arn: "arn:aws:ec2:us-west-2:123456789012:security-group/sg-of-vpc",
  });
  const other = cloudObject("aws_security_group", "sg-1", { vpc_id: "vpc-1", name: "gpu" });
  const api = fakeCloud({ objects: [other, spawned] });

  test("is another one for another VPC, and keeps nothing", () => {
    expect(ofVpc.forcesNew).toEqual(["vpc_id"]);
    expect(ofVpc.references).toEqual([{ path: "vpc_id", to: ["aws_vpc"], missing: "InvalidVpcID.NotFound" }]);
    expect(ofVpc.defaults).toEqual({ revoke_rules_on_delete: false });
  });

  test("is the one that came with the VPC, without its rules", () => {
    expect(ofVpc.create({ vpc_id: "vpc-1" }, api)).toEqual({
      id: "sg-of-vpc",
      arn: "arn:aws:ec2:us-west-2:123456789012:security-group/sg-of-vpc",
      name: "default",
      name_prefix: "",
      description: "default VPC security group",
      owner_id: "123456789012",
      egress: [],
      ingress: [],
    });
  });

  test("must be there", () => {
    expect(codes(ofVpc, { vpc_id: "vpc-1" }, api)).toEqual([]);
    expect(codes(ofVpc, { vpc_id: "vpc-2" }, api)).toEqual(["InvalidGroup.NotFound"]);
    expect(codes(ofVpc, { vpc_id: "vpc-1", tags_all: { "aws:x": "y" } }, api)).toEqual(["InvalidTagKey.Malformed"]);
  });
});

test("the VPC of a group is known of both kinds, and not of foreign groups", () => {
  const adopted = cloudObject("aws_default_security_group", "sg-2", { vpc_id: "vpc-2" });
  const api = fakeCloud({ objects: [cloudObject("aws_security_group", "sg-1", { vpc_id: "vpc-1" }), adopted] });
  expect([vpcOfGroup("sg-1", api), vpcOfGroup("sg-2", api), vpcOfGroup("sg-3", api)]).toEqual(["vpc-1", "vpc-2", null]);
});
