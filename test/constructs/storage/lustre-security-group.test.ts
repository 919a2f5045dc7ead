import { SecurityGroup } from "@cdktf/provider-aws/lib/security-group";
import { VpcSecurityGroupEgressRule } from "@cdktf/provider-aws/lib/vpc-security-group-egress-rule";
import { VpcSecurityGroupIngressRule } from "@cdktf/provider-aws/lib/vpc-security-group-ingress-rule";
import { Testing, TerraformOutput, TerraformStack } from "cdktf";
import { LustreSecurityGroup, type LustreSecurityGroupProps } from "../../../constructs/storage/lustre-security-group";
import { type Json, only, resources, synthStack } from "../../helpers/synth";

const FS = "${aws_security_group.lustre_security_group.id}";

const synth = (props: Partial<LustreSecurityGroupProps> = {}): Json =>
  synthStack(
    (stack) =>
      new LustreSecurityGroup(stack, "lustre-access", {
        name: "dev-lustre",
        logicalId: "lustre_security_group",
        vpcId: "vpc-1",
        clients: [{ id: "nodes", securityGroupId: "sg-nodes" }],
        ...props,
      }),
  );

/** Rules as `group<peer protocol ports`, sorted. */
const rules = (json: Json, type: typeof VpcSecurityGroupIngressRule | typeof VpcSecurityGroupEgressRule): string[] =>
  Object.values(resources(json, type))
    .map((r) => {
      const ports = r.from_port === undefined ? "all" : `${r.from_port}-${r.to_port}`;
      return `${r.security_group_id} ${r.referenced_security_group_id} ${r.ip_protocol} ${ports}`;
    })
    .sort();

const tcp = (group: string, peer: string) => [`${group} ${peer} tcp 988-988`, `${group} ${peer} tcp 1018-1023`];
const all = (group: string, peer: string) => `${group} ${peer} -1 all`;

describe("LustreSecurityGroup", () => {
  test.each([VpcSecurityGroupIngressRule, VpcSecurityGroupEgressRule])(
    "opens the LNET ports between file servers and with every client, on both groups: %p",
    (type) => {
      const clients = [
        { id: "nodes", securityGroupId: "sg-nodes" },
        { id: "login", securityGroupId: "sg-login" },
      ];
      const expected = [
        ...tcp(FS, FS),
        ...tcp(FS, "sg-nodes"),
        ...tcp("sg-nodes", FS),
        ...tcp(FS, "sg-login"),
        ...tcp("sg-login", FS),
      ];
      expect(rules(synth({ clients }), type)).toEqual(expected.sort());
    },
  );

  test.each([VpcSecurityGroupIngressRule, VpcSecurityGroupEgressRule])(
    "adds all traffic by reference for EFA: with itself, and with the clients on both groups: %p",
    (type) => {
      const json = synth({ efaClientSecurityGroupId: "sg-efa" });
      const added = rules(json, type).filter((rule) => !rules(synth(), type).includes(rule));
      expect(added).toEqual([all(FS, FS), all(FS, "sg-efa"), all("sg-efa", FS)].sort());
    },
  );

  test("lets the EFA group be a TCP client as well", () => {
    const json = synth({
      clients: [{ id: "gpu", securityGroupId: "sg-efa" }],
      efaClientSecurityGroupId: "sg-efa",
    });
    const found = rules(json, VpcSecurityGroupIngressRule);
    expect(new Set(found).size).toBe(found.length);
    expect(found).toContain(all("sg-efa", FS));
  });

  test("has no rule by CIDR: EFA would not match it", () => {
    const text = JSON.stringify(synth({ efaClientSecurityGroupId: "sg-efa" }));
    expect(text).not.toContain("cidr");
  });

  test("has no inline rules, which would remove all others", () => {
    const group = only(synth(), SecurityGroup);
    expect(group.ingress).toBeUndefined();
    expect(group.egress).toBeUndefined();
  });

  test("keeps its Terraform id and refuses to be destroyed: a new group means a new file system", () => {
    const json = synth();
    expect(Object.keys(resources(json, SecurityGroup))).toEqual(["lustre_security_group"]);
    expect(only(json, SecurityGroup).lifecycle).toEqual({ prevent_destroy: true });
    expect(only(json, SecurityGroup)).toMatchObject({
      name: "dev-lustre",
      vpc_id: "vpc-1",
      description: "FSx for Lustre: file servers and their clients",
      tags: { Name: "dev-lustre" },
    });
  });

  test("keeps the ids of its rules", () => {
    const ids = Object.keys(resources(synth({ efaClientSecurityGroupId: "sg-efa" }), VpcSecurityGroupEgressRule));
    expect(ids.map((id) => id.replace(/_[0-9A-F]{8}$/, "")).sort()).toEqual([
      "lustre-access_out-efa",
      "lustre-access_out-efa-side",
      "lustre-access_out-nodes-1018-1023",
      "lustre-access_out-nodes-988",
      "lustre-access_out-nodes-side-1018-1023",
      "lustre-access_out-nodes-side-988",
      "lustre-access_out-self-1018-1023",
      "lustre-access_out-self-988",
      "lustre-access_out-self-efa",
    ]);
  });

  test("keeps the rules of a client when another one is added before it", () => {
    const nodes = { id: "nodes", securityGroupId: "sg-nodes" };
    const before = Object.keys(resources(synth({ clients: [nodes] }), VpcSecurityGroupIngressRule));
    const clients = [{ id: "login", securityGroupId: "sg-login" }, nodes];
    expect(Object.keys(resources(synth({ clients }), VpcSecurityGroupIngressRule))).toEqual(
      expect.arrayContaining(before),
    );
  });

  test("exposes its id and every rule for the file system to wait for", () => {
    const stack = new TerraformStack(Testing.app(), "test");
    const group = new LustreSecurityGroup(stack, "lustre-access", {
      name: "dev-lustre",
      logicalId: "lustre_security_group",
      vpcId: "vpc-1",
      clients: [{ id: "nodes", securityGroupId: "sg-nodes" }],
      efaClientSecurityGroupId: "sg-efa",
    });
    new TerraformOutput(stack, "id", { value: group.securityGroupId });
    expect(JSON.parse(Testing.synth(stack)).output.id.value).toBe(FS);
    // 2 port ranges x (self, client, client's side) + 3 for EFA, in both directions
    expect(group.rules).toHaveLength(2 * (2 * 3 + 3));
  });

  test("fails when two clients share a group", () => {
    const clients = [
      { id: "nodes", securityGroupId: "sg-nodes" },
      { id: "login", securityGroupId: "sg-nodes" },
    ];
    expect(() => synth({ clients })).toThrow(/client group sg-nodes is given twice.*Name it once/);
  });

  test("fails on a name that EC2 refuses", () => {
    expect(() => synth({ name: "sg-lustre" })).toThrow(/security group name "sg-lustre" is not legal/);
  });
});
