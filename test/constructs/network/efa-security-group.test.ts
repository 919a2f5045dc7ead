import { SecurityGroup } from "@cdktf/provider-aws/lib/security-group";
import { VpcSecurityGroupEgressRule } from "@cdktf/provider-aws/lib/vpc-security-group-egress-rule";
import { VpcSecurityGroupIngressRule } from "@cdktf/provider-aws/lib/vpc-security-group-ingress-rule";
import { EfaSecurityGroup } from "../../../constructs/network/efa-security-group";
import { only, resources, synthStack, type Json } from "../../helpers/synth";

const synth = (name = "research-efa"): Json =>
  synthStack((stack) => new EfaSecurityGroup(stack, "efa", { name, vpcId: "vpc-1" }));

const groupId = (json: Json): string => `\${aws_security_group.${Object.keys(resources(json, SecurityGroup))[0]}.id}`;

describe("EfaSecurityGroup", () => {
  test("lets every protocol in from its own members, and nothing else in", () => {
    const json = synth();
    expect(only(json, VpcSecurityGroupIngressRule)).toMatchObject({
      security_group_id: groupId(json),
      referenced_security_group_id: groupId(json),
      ip_protocol: "-1",
    });
  });

  test("lets every protocol out to its own members by reference: no CIDR matches EFA", () => {
    const json = synth();
    const toMembers = Object.values(resources(json, VpcSecurityGroupEgressRule)).filter(
      (rule) => rule.referenced_security_group_id === groupId(json),
    );
    expect(toMembers).toHaveLength(1);
    expect(toMembers[0]).toMatchObject({ security_group_id: groupId(json), ip_protocol: "-1" });
    expect(toMembers[0]).not.toHaveProperty("cidr_ipv4");
  });

  test("lets IP out to anywhere: the provider removes what AWS allows a new group", () => {
    const json = synth();
    const toAnywhere = Object.values(resources(json, VpcSecurityGroupEgressRule)).filter((rule) => rule.cidr_ipv4);
    expect(toAnywhere).toHaveLength(1);
    expect(toAnywhere[0]).toMatchObject({
      security_group_id: groupId(json),
      ip_protocol: "-1",
      cidr_ipv4: "0.0.0.0/0",
    });
  });

  test("gives no ports to rules for every protocol, which AWS would refuse", () => {
    const json = synth();
    const rules = [VpcSecurityGroupIngressRule, VpcSecurityGroupEgressRule].flatMap((type) =>
      Object.values(resources(json, type)),
    );
    expect(rules).toHaveLength(3);
    for (const rule of rules) {
      expect(rule).not.toHaveProperty("from_port");
      expect(rule).not.toHaveProperty("to_port");
    }
  });

  test("has no inline rules, which would remove the rules of others", () => {
    const group = only(synth(), SecurityGroup);
    expect(group).not.toHaveProperty("ingress");
    expect(group).not.toHaveProperty("egress");
  });

  test("carries its name and stands in the given VPC", () => {
    expect(only(synth(), SecurityGroup)).toMatchObject({
      name: "research-efa",
      vpc_id: "vpc-1",
      tags: { Name: "research-efa" },
    });
  });

  test("describes itself and its rules in characters that EC2 takes", () => {
    const json = synth();
    const described = [SecurityGroup, VpcSecurityGroupIngressRule, VpcSecurityGroupEgressRule].flatMap((type) =>
      Object.values(resources(json, type)),
    );
    for (const { description } of described)
      expect(description).toMatch(/^[a-zA-Z0-9 ._\-:/()#,@[\]+=&;{}!$*]{1,255}$/);
  });

  test("exposes its id, and its rules for nodes to depend on", () => {
    const json = synthStack((stack) => {
      const efa = new EfaSecurityGroup(stack, "efa", { name: "efa", vpcId: "vpc-1" });
      new SecurityGroup(stack, "node", { name: efa.securityGroupId, dependsOn: [...efa.rules] });
    });
    const { node, ...groups } = resources(json, SecurityGroup);
    expect(node.name).toBe(`\${aws_security_group.${Object.keys(groups)[0]}.id}`);
    const rules = [VpcSecurityGroupIngressRule, VpcSecurityGroupEgressRule].flatMap((type) =>
      Object.keys(resources(json, type)).map((logicalId) => `${type.tfResourceType}.${logicalId}`),
    );
    expect([...node.depends_on].sort()).toEqual(rules.sort());
  });

  test("fails on a name that EC2 refuses", () => {
    expect(() => synth("sg-efa")).toThrow(/security group name "sg-efa" is not legal/);
  });
});
