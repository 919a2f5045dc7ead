import { VpcSecurityGroupIngressRule } from "@cdktf/provider-aws/lib/vpc-security-group-ingress-rule";
import { remoteCallers } from "../../../constructs/cluster/remote-callers";
import { sample, type Change } from "../../helpers/environment";
import { hybrid } from "../../helpers/hybrid";
import { synthStacks } from "../../helpers/stacks";
import { type Json, resources, synthStack } from "../../helpers/synth";

const rulesOf = (podCidrs: readonly string[]) =>
  Object.values(
    resources(
      synthStack((stack) => remoteCallers(stack, { securityGroupId: "sg-1", nodeCidrs: ["10.200.0.0/22"], podCidrs })),
      VpcSecurityGroupIngressRule,
    ),
  ).map((rule) => [rule.cidr_ipv4, rule.ip_protocol, rule.from_port, rule.to_port, rule.security_group_id]);

const NAMES = [
  ["10.200.0.0/22", "tcp", 53, 53, "sg-1"],
  ["10.200.0.0/22", "udp", 53, 53, "sg-1"],
];

test("pods with addresses of their own call those in AWS on any port; nodes ask for names alone", () => {
  expect(rulesOf(["10.201.0.0/16", "10.202.0.0/16"])).toEqual([
    ...NAMES,
    ...["10.201.0.0/16", "10.202.0.0/16"].map((cidr) => [cidr, "-1", undefined, undefined, "sg-1"]),
  ]);
  expect(rulesOf([])).toEqual(NAMES);
});

test("the group is that which EKS has made: nodes and pods in AWS are in it", () => {
  const rules = (change: Change) =>
    Object.values<Json>(synthStacks(sample(change).env)["cluster"].resource.aws_vpc_security_group_ingress_rule)
      .filter(({ description }) => /premises|hybrid/.test(description))
      .map((rule) => [rule.cidr_ipv4, rule.ip_protocol, rule.security_group_id]);
  const group = "${aws_eks_cluster.cluster.vpc_config[0].cluster_security_group_id}";
  expect(rules(hybrid())).toEqual([
    ["10.200.0.0/22", "tcp", group],
    ["10.200.0.0/22", "udp", group],
    ["10.201.0.0/16", "-1", group],
  ]);
  expect(rules({ ...hybrid({ podRoutes: { kind: "none" } }), slurm: null })).toHaveLength(2);
  expect(rules({})).toEqual([]);
});
