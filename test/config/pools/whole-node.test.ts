import { resolveEfa } from "../../../config/fabrics/efa/resolve";
import { resolveNone } from "../../../config/fabrics/none/kind";
import { INSTANCE_TYPES } from "../../../config/facts/instance-types";
import { resolveGpus } from "../../../config/gpu/gpus";
import { resolveSharing } from "../../../config/sharing/resolve";
import { wholeNode } from "../../../config/pools/whole-node";

const P5 = INSTANCE_TYPES["p5.48xlarge"];
const gpus = resolveGpus(P5);
const sharing = resolveSharing({ kind: "whole" }, { gpus, inSlurm: false });
const efa = resolveEfa(undefined, P5)!;
const CLAIMS = [
  { name: "gpus", deviceClass: "gpu.nvidia.com" },
  { name: "efa", deviceClass: "efa.networking.k8s.aws" },
];

describe("wholeNode", () => {
  test("counts all devices of a node where device plugins hand them out", () => {
    expect(wholeNode({ allocation: "device-plugin", gpus, sharing, fabric: efa, nvlinkDomainNodes: null })).toEqual({
      podResources: { "nvidia.com/gpu": "8", "vpc.amazonaws.com/efa": "32", "hugepages-2Mi": "5120Mi" },
      deviceClaims: [],
    });
  });

  test("claims each of them once where they are allocated dynamically; huge pages are never claimed", () => {
    expect(wholeNode({ allocation: "dra", gpus, sharing, fabric: efa, nvlinkDomainNodes: null })).toEqual({
      podResources: { "hugepages-2Mi": "5120Mi" },
      deviceClaims: CLAIMS,
    });
  });

  test("claims EFA on nodes without GPUs, too: their device plugin is not there", () => {
    expect(wholeNode({ allocation: "dra", gpus: null, sharing, fabric: efa, nvlinkDomainNodes: null })).toMatchObject({
      podResources: { "hugepages-2Mi": "5120Mi" },
      deviceClaims: [CLAIMS[1]],
    });
  });

  test("counts devices of a fabric that has no device class, whoever hands out the GPUs", () => {
    const fabric = { ...efa, claim: null, podRequests: { "rdma/rail0": "1" }, hugepagesMiB: 0 };
    expect(wholeNode({ allocation: "dra", gpus, sharing, fabric, nvlinkDomainNodes: null })).toEqual({
      podResources: { "rdma/rail0": "1" },
      deviceClaims: [CLAIMS[0]],
    });
  });

  test.each(["dra", "device-plugin"] as const)("claims a compute domain over nodes, with %s", (allocation) => {
    const { deviceClaims } = wholeNode({ allocation, gpus, sharing, fabric: resolveNone(P5), nvlinkDomainNodes: 18 });
    expect(deviceClaims.at(-1)).toEqual({ name: "imex", deviceClass: null });
  });
});
