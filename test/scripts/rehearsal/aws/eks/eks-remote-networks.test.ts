import { refuseRemoteBlocks } from "../../../../../scripts/rehearsal/aws/eks/eks-remote-networks";
import { fakeCloud } from "../fake-cloud";

const VPC = "10.20.0.0/16";
const blocks = (...cidrs: string[]) => [{ cidrs }];
const cluster = (nodes: string[], pods: string[] = [], more: object = {}) => ({
  remote_network_config: [
    { remote_node_networks: blocks(...nodes), remote_pod_networks: pods.length > 0 ? blocks(...pods) : [] },
  ],
  vpc_config: [{ endpoint_private_access: true, endpoint_public_access: false }],
  ...more,
});
const refusals = (object: ReturnType<typeof cluster> | object, partition = "aws") =>
  refuseRemoteBlocks(object as never, [VPC], fakeCloud({ partition })).map(({ message }) => message);

test("clusters without remote networks are not looked at", () => {
  expect(refusals({ access_config: [{ authentication_mode: "CONFIG_MAP" }] })).toEqual([]);
});

test("private blocks that meet nothing are taken", () => {
  expect(refusals(cluster(["10.200.0.0/22"], ["100.64.0.0/16"]))).toEqual([]);
});

test.each([
  ["public addresses", cluster(["203.0.113.0/24"]), "no block that a remote network may have"],
  ["addresses of the VPC", cluster(["10.20.8.0/22"]), "overlaps 10.20.0.0/16"],
  ["the same for nodes and pods", cluster(["10.200.0.0/22"], ["10.200.0.0/16"]), "overlaps 10.200.0.0/22"],
  ["more blocks than 15", cluster(Array.from({ length: 16 }, (_, at) => `10.200.${at}.0/24`)), "has 16 blocks"],
  [
    "two endpoints",
    cluster(["10.200.0.0/22"], [], { vpc_config: [{ endpoint_private_access: true, endpoint_public_access: true }] }),
    "public and private",
  ],
  [
    "a config map",
    cluster(["10.200.0.0/22"], [], { access_config: [{ authentication_mode: "CONFIG_MAP" }] }),
    "access entries",
  ],
])("refuses %s", (_, object, text) => {
  expect(refusals(object)).toEqual([expect.stringContaining(text)]);
});

test("there are no hybrid nodes outside commercial Regions", () => {
  expect(refusals(cluster(["10.200.0.0/22"]), "aws-us-gov")).toEqual([expect.stringContaining("aws-us-gov")]);
});
