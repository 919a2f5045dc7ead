import { hybridGatewayValues } from "../../../constructs/platform/hybrid-gateway";
import { sample } from "../../helpers/environment";
import { HYBRID_NETWORKS, hybrid, withGateway } from "../../helpers/hybrid";
import { valuesOf } from "../../helpers/release";
import { synthStacks } from "../../helpers/stacks";
import type { Json } from "../../helpers/synth";

const TGW = { kind: "transit-gateway", id: "tgw-0a1b2c3d4e5f60718" };
const stacks = synthStacks(sample(withGateway({}, { connection: TGW })).env);
const all = (stack: string, type: string): Json[] => Object.values(stacks[stack]?.resource[type] ?? {});
const releases = Object.fromEntries(all("platform", "helm_release").map((one) => [one.name, one]));
const statementsOf = (policy: Json): Json[] => JSON.parse(policy.policy).Statement;

test("AWS's chart is told of the VPC, of the pods on premises and of the tables of private subnets", () => {
  const { repository, version, namespace, wait } = releases["eks-hybrid-nodes-gateway"];
  expect([repository, version, namespace, wait]).toEqual([
    "oci://public.ecr.aws/eks",
    "1.0.0",
    "eks-hybrid-nodes-gateway",
    false,
  ]);
  expect(valuesOf(releases["eks-hybrid-nodes-gateway"])).toMatchObject({
    vpcCIDR: "10.20.0.0/16",
    podCIDRs: "10.201.0.0/16",
    routeTableIDs: expect.stringMatching(/^\$\{[^,]+\},\$\{[^,]+\}/),
    autoMode: { enabled: false },
    nodeLabel: "hybrid-gateway-node",
    replicas: 2,
  });
  expect(() => hybridGatewayValues({ vpcCidr: "10.20.0.0/16", podCidrs: [], routeTableIds: ["rtb-1"] })).toThrow(
    "podCidrs",
  );
  expect(() => hybridGatewayValues({ vpcCidr: "10.20.0.0/16", podCidrs: ["10.1.0.0/16"], routeTableIds: [] })).toThrow(
    "routeTableIds",
  );
});

test("its pods may point routes of those tables, and of no others", () => {
  const policy = all("platform", "aws_iam_role_policy").find(({ policy: text }) => /ReplaceRoute/.test(text));
  const [find, point] = statementsOf(policy);
  expect([find!.Action, find!.Resource]).toEqual([["ec2:DescribeInstances", "ec2:DescribeRouteTables"], "*"]);
  expect(point!.Action).toEqual(["ec2:CreateRoute", "ec2:ReplaceRoute"]);
  for (const arn of [point!.Resource].flat()) expect(arn).toMatch(/:route-table\/\$\{/);
});

test("Cilium on hybrid nodes sends packets for the VPC into the tunnel, and others with the address of the node", () => {
  const { vtep, l7Proxy, enableIPv4Masquerade } = valuesOf(releases["cilium"]);
  expect([vtep, l7Proxy, enableIPv4Masquerade]).toEqual([{ enabled: true }, false, true]);
  const cni = all("cluster", "aws_eks_addon").find(({ addon_name: name }) => name === "vpc-cni");
  expect(JSON.parse(cni.configuration_values).env.AWS_VPC_K8S_CNI_EXCLUDE_SNAT_CIDRS).toBe("10.201.0.0/16");
});

test("Terraform routes to servers, and leaves routes to their pods to the gateway", () => {
  const routes = all("network", "aws_route").filter(({ transit_gateway_id: id }) => id);
  expect(new Set(routes.map(({ destination_cidr_block: cidr }) => cidr))).toEqual(new Set(HYBRID_NETWORKS.nodeCidrs));
  const [{ remote_network_config: remote }] = all("cluster", "aws_eks_cluster") as [Json];
  expect(remote.remote_pod_networks).toEqual({ cidrs: ["10.201.0.0/16"] });
});

test("its nodes have label and taint, take tunnels of servers, and pass packets of others", () => {
  const group = all("nodes", "aws_eks_node_group").find(({ node_group_name: name }) => name === "sample-gateway");
  expect(group.labels["hybrid-gateway-node"]).toBe("true");
  expect(group.taint).toEqual([{ key: "hybrid-gateway-node", effect: "NO_SCHEDULE" }]);
  expect(group.subnet_ids.length).toBeGreaterThan(1);
  const template = all("nodes", "aws_launch_template").find(({ name }) => name === "sample-gateway");
  expect(template.vpc_security_group_ids).toHaveLength(2);
  const script = Buffer.from(template.user_data, "base64").toString();
  expect(script).toContain("--no-source-dest-check");
  const [tunnel] = all("nodes", "aws_vpc_security_group_ingress_rule") as [Json];
  expect([tunnel.cidr_ipv4, tunnel.ip_protocol, tunnel.from_port, tunnel.to_port]).toEqual([
    "10.200.0.0/22",
    "udp",
    8472,
    8472,
  ]);
  const other = all("nodes", "aws_launch_template").find(({ name }) => name === "sample-h100");
  expect(JSON.stringify(other)).not.toContain("sample-tunnels");
});

test("nodes may switch the check off on interfaces of that group alone", () => {
  const policy = all("cluster", "aws_iam_role_policy").find(({ name }) => name === "forwarding");
  const [statement] = statementsOf(policy);
  expect(statement).toMatchObject({
    Action: "ec2:ModifyNetworkInterfaceAttribute",
    Condition: {
      StringEquals: {
        "aws:ResourceTag/railyard:environment": "sample",
        "aws:ResourceTag/railyard:node-group": "gateway",
      },
    },
  });
});

test("where the network on premises has routes, there is nothing of it", () => {
  const plain = synthStacks(sample(hybrid()).env);
  expect(JSON.stringify([plain["network"], plain["cluster"], plain["nodes"]])).not.toMatch(
    /source-dest|forwarding|tunnels|EXCLUDE_SNAT|privateRouteTable/,
  );
  const names = Object.values<Json>(plain["platform"].resource.helm_release).map(({ name }) => name);
  expect(names).not.toContain("eks-hybrid-nodes-gateway");
});
