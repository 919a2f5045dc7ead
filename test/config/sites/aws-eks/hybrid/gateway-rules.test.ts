import { HYBRID_GATEWAY_RULES } from "../../../../../config/sites/aws-eks/hybrid/gateway-rules";
import type { Change } from "../../../../helpers/environment";
import { hybrid, withGateway } from "../../../../helpers/hybrid";
import { ruleCases } from "../../../../helpers/rule-cases";

const at = (key: string) => ["nodeGroups", "gateway", key];
const EXISTING = {
  kind: "existing",
  vpcId: "vpc-0123456789abcdef0",
  cidr: "10.20.0.0/16",
  subnets: ["a", "b"].map((zone, number) => ({
    id: `subnet-0123456789abcdef${number}`,
    zone: `us-east-1${zone}`,
    cidr: `10.20.${number}.0/24`,
    tier: "private",
  })),
};
const partitions = (nodeGroups: readonly string[]): Change => ({
  slurm: { partitions: { train: { nodeGroups: ["h100"] }, more: { nodeGroups } } },
});

ruleCases(HYBRID_GATEWAY_RULES, {
  "hybrid/gateway-nodes": {
    severity: "error",
    trips: [
      {
        change: withGateway({}, { podRoutes: { kind: "gateway", nodeGroup: "gatewy" } }),
        at: ["cluster", "hybrid", "podRoutes", "nodeGroup"],
        message: ["gatewy is no node group in AWS"],
        fix: ["gateway"],
      },
      {
        change: hybrid({ podRoutes: { kind: "gateway", nodeGroup: "onsite" } }),
        at: ["cluster", "hybrid", "podRoutes", "nodeGroup"],
        message: ["onsite is no node group in AWS"],
        fix: ['add onsite: { instanceType: "c7i.xlarge", nodes: 2 }'],
      },
      {
        change: withGateway({ instanceType: "g6.xlarge" }),
        at: at("instanceType"),
        message: ["g6.xlarge, whose accelerators or EFA would do nothing"],
      },
      { change: withGateway({ nodes: 1 }), at: at("nodes"), message: ["may have 1 nodes"], fix: ["nodes: 2"] },
      { change: withGateway({ nodes: { min: 1, max: 3 } }), at: at("nodes"), message: ["may have 1 nodes"] },
      {
        change: withGateway({ nodes: { max: 2 }, scaledBy: { kind: "karpenter" } }),
        at: at("scaledBy"),
        message: ["scaled by Karpenter"],
      },
      { change: withGateway({ capacity: { kind: "spot" } }), at: at("capacity"), message: ["spot nodes"] },
      { change: withGateway({ image: { kind: "bottlerocket" } }), at: at("image"), message: ["bottlerocket"] },
    ],
    passes: [{ change: withGateway() }, { change: withGateway({ nodes: 3 }) }, { change: hybrid() }],
  },
  "hybrid/gateway-alone": {
    severity: "error",
    trips: [
      {
        change: { ...withGateway(), ...partitions(["gateway"]) },
        at: ["slurm", "partitions", "more", "nodeGroups"],
        message: ["partition more of Slurm runs jobs there"],
        fix: ["take gateway out of the list"],
      },
    ],
    passes: [{ change: { ...withGateway(), ...partitions(["onsite"]) } }],
  },
  "hybrid/gateway-network": {
    severity: "error",
    trips: [
      {
        change: { ...withGateway(), network: EXISTING },
        at: ["cluster", "hybrid", "podRoutes", "kind"],
        message: ["vpc-0123456789abcdef0 exists"],
        fix: ['kind: "network"'],
      },
    ],
    passes: [{ change: withGateway() }, { change: { ...hybrid(), network: EXISTING } }],
  },
  "hybrid/gateway-zones": {
    severity: "warning",
    trips: [
      { change: withGateway({ zone: "us-east-1a" }), at: at("zone"), message: ["gateway is in us-east-1a alone"] },
    ],
    passes: [{ change: withGateway() }, { change: hybrid() }],
  },
});
