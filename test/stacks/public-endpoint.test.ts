import { EksCluster } from "@cdktf/provider-aws/lib/eks-cluster";
import { sample, type Change } from "../helpers/environment";
import { synthStacks } from "../helpers/stacks";
import { only } from "../helpers/synth";

const stacks = (endpoint: Change, network: Change = {}) =>
  synthStacks(sample({ cluster: { endpoint }, network, lustre: null, checkpoints: null }).env);
const PUBLIC = { kind: "public", allowedCidrs: ["198.18.0.0/24"] };

test("an API that is on the internet alone lets the network's NAT gateways in, by which nodes call it", () => {
  const { network, cluster } = stacks(PUBLIC, { nat: "per-zone" });
  const published = Object.keys(network!.output).filter((name) => name.startsWith("nat_public_ips"));
  expect(published.sort()).toEqual(["nat_public_ips_us_east_1a", "nat_public_ips_us_east_1b"]);
  expect(only(cluster!, EksCluster).vpc_config).toMatchObject({
    endpoint_private_access: false,
    endpoint_public_access: true,
    public_access_cidrs: [
      "198.18.0.0/24",
      "${local.network_nat_public_ips_us_east_1a}/32",
      "${local.network_nat_public_ips_us_east_1b}/32",
    ],
  });
});

test("the addresses are handed on where somebody asks for them, and nowhere else", () => {
  const { network } = stacks({ kind: "private" });
  expect(Object.keys(network!.output).filter((name) => name.startsWith("nat_public"))).toEqual([]);
});
