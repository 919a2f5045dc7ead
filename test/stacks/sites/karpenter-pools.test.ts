import { INSTANCE_TYPES, type InstanceTypeName } from "../../../config/facts/instance-types";
import { NODE_DAEMONS } from "../../../config/facts/system-pods";
import { nodeResources } from "../../../constructs/slurm/node-resources";
import { nodeGroup as slurmGroup } from "../../../stacks/slurm-layout";
import { karpenterPools } from "../../../stacks/sites/aws-eks/karpenter-pools";
import type { EC2NodeClass, NodeOverlay, NodePool } from "../../../constructs/kubernetes/karpenter-resources";
import { poolObjects } from "../../../constructs/platform/karpenter/pools";
import { sample, type Change } from "../../helpers/environment";
import { CAPACITY_BLOCK } from "../../helpers/rule-cases";

const KARPENTER = { kind: "karpenter" };
const BELOW = {
  network: {
    vpcId: "vpc-1",
    privateSubnetIds: { "us-east-1a": "subnet-a", "us-east-1b": "subnet-b" },
    efaSecurityGroupId: "sg-efa",
  },
  cluster: {
    clusterName: "sample",
    endpoint: "https://k8s.example.com",
    certificateAuthority: "Y2E=",
    clusterSecurityGroupId: "sg-cluster",
    nodeRoleArn: "arn:aws:iam::111122223333:role/sample-node",
    kubeconfigCommand: "",
  },
};

/** Specs of one pool. */
interface Made {
  readonly EC2NodeClass: EC2NodeClass["spec"];
  readonly NodePool: NodePool["spec"];
  readonly NodeOverlay?: NodeOverlay["spec"];
}

/** Objects of the pools of the sample with a change, by kind: those of its one pool. */
function made(change: Change): Made {
  const objects = poolObjects(karpenterPools(sample(change).env, BELOW));
  return Object.fromEntries(objects.map((one) => [one.kind, "spec" in one && one.spec])) as unknown as Made;
}

const cpu = (change: object = {}, rest: Change = {}) => ({
  ...rest,
  nodeGroups: { cpu: { scaledBy: KARPENTER, ...change } },
});
const h100 = (change: object, rest: Change = {}) => ({
  ...rest,
  nodeGroups: { h100: { scaledBy: KARPENTER, ...change } },
});
/** Nodes with EFA that come and go. */
const SPOT_EFA = { nodes: { max: 4 }, capacity: { kind: "spot", target: null, zone: null } };

const valuesOf = ({ template }: NodePool["spec"], key: string) =>
  template.spec.requirements.find((one) => one.key === key)?.values;

test("a pool of CPU nodes buys one type in the zones of the cluster, up to its range, by ids of what is there", () => {
  const { EC2NodeClass: of, NodePool: pool, NodeOverlay: overlay } = made(cpu());
  expect(pool.limits).toEqual({ nodes: "3", cpu: "48" });
  expect(valuesOf(pool, "node.kubernetes.io/instance-type")).toEqual(["m7i.4xlarge"]);
  expect(valuesOf(pool, "topology.kubernetes.io/zone")).toEqual(["us-east-1a", "us-east-1b"]);
  expect(valuesOf(pool, "karpenter.sh/capacity-type")).toEqual(["on-demand"]);
  expect(pool.template.metadata.labels).toMatchObject({ "railyard.dev/node-group": "cpu", "railyard.dev/role": "cpu" });
  expect(of.subnetSelectorTerms).toEqual([{ id: "subnet-a" }, { id: "subnet-b" }]);
  expect(of.securityGroupSelectorTerms).toEqual([{ id: "sg-cluster" }]);
  expect(of).toMatchObject({ role: "sample-node", kubelet: { maxPods: 64 } });
  expect(of.tags).toMatchObject({ "railyard:environment": "sample", "railyard:node-group": "cpu" });
  expect(of).not.toHaveProperty("networkInterfaces");
  expect(overlay).toBeUndefined();
});

test("nodes end when they are idle for as long as config says", () => {
  const scaledBy = { ...KARPENTER, idleMinutes: 25 };
  expect(made(cpu({ scaledBy })).NodePool.disruption.consolidateAfter).toBe("25m");
});

test("spot nodes fall back to on-demand where config says so", () => {
  const bought = (capacity: object) => valuesOf(made(cpu({ capacity })).NodePool, "karpenter.sh/capacity-type");
  expect(bought({ kind: "spot" })).toEqual(["spot"]);
  expect(bought({ kind: "spot", onDemandFallback: true })).toEqual(["spot", "on-demand"]);
});

test("nodes with EFA have the interfaces of their layout, the group that lets EFA through, and huge pages", () => {
  const { EC2NodeClass: of, NodePool: pool, NodeOverlay: overlay } = made(h100(SPOT_EFA));
  const [primary, second] = of.networkInterfaces ?? [];
  expect(of.networkInterfaces).toHaveLength(33);
  expect(primary).toEqual({ networkCardIndex: 0, deviceIndex: 0, interfaceType: "interface" });
  expect(second).toEqual({ networkCardIndex: 0, deviceIndex: 1, interfaceType: "efa-only" });
  expect(of.securityGroupSelectorTerms).toEqual([{ id: "sg-cluster" }, { id: "sg-efa" }]);
  expect(of.instanceStorePolicy).toBe("RAID0");
  expect(pool.template.spec.taints).toEqual([{ key: "nvidia.com/gpu", value: "present", effect: "NoSchedule" }]);
  expect(overlay).toEqual({
    requirements: [{ key: "karpenter.sh/nodepool", operator: "In", values: ["h100"] }],
    capacity: { "hugepages-2Mi": "5120Mi" },
  });
  expect(of.userData).toContain("hugepages");
});

test("on-demand nodes with EFA start in the placement group of their name", () => {
  const own = made(h100({ ...SPOT_EFA, capacity: { ...SPOT_EFA.capacity, kind: "on-demand" } }));
  expect(own.EC2NodeClass.placementGroupSelector).toEqual({ name: "sample-h100" });
  expect(made(h100(SPOT_EFA)).EC2NodeClass).not.toHaveProperty("placementGroupSelector");
});

test.each([
  ["a reservation", {}, "cr-0123456789abcdef0"],
  ["a Capacity Block", { capacity: CAPACITY_BLOCK }, CAPACITY_BLOCK.id],
])("nodes of %s start in it and nowhere else, and never end for being idle", (_, change, id) => {
  const { EC2NodeClass: of, NodePool: pool } = made(h100(change));
  expect(of.capacityReservationSelectorTerms).toEqual([{ id }]);
  expect(valuesOf(pool, "karpenter.sh/capacity-type")).toEqual(["reserved"]);
  expect(valuesOf(pool, "karpenter.k8s.aws/capacity-reservation-id")).toEqual([id]);
  expect(pool.disruption.consolidateAfter).toBe("Never");
  expect(pool.limits).toEqual({ nodes: "4", cpu: "768" });
});

test.each([
  [{ kind: "al2023", release: "1.34.2-20251112" }, { alias: "al2023@v20251112" }],
  [{ kind: "custom", imageId: "ami-0123456789abcdef0" }, { id: "ami-0123456789abcdef0" }],
])("the image %j is chosen by %j", (image, term) => {
  expect(made(cpu({ image })).EC2NodeClass.amiSelectorTerms).toEqual([term]);
});

test("once the lifetime of an environment is over, no node starts", () => {
  expect(made(cpu({}, { lifetime: { expires: "2026-11-01" } })).NodePool.limits).toEqual({ nodes: "0", cpu: "0" });
  expect(made(cpu({}, { lifetime: { expires: "2027-11-01" } })).NodePool.limits).toEqual({ nodes: "3", cpu: "48" });
});

const TYPES = Object.keys(INSTANCE_TYPES) as InstanceTypeName[];
// scaling/claims refuses those whose NVLink spans nodes
const gangs = TYPES.filter((type) => {
  const { efa, gpu, nvlink } = INSTANCE_TYPES[type];
  return efa.supported && gpu && !nvlink?.multiNode;
});

describe("a gang is never consolidated", () => {
  const capacities = [
    { kind: "spot" },
    { kind: "spot", onDemandFallback: true },
    { kind: "on-demand" },
    CAPACITY_BLOCK,
  ];
  const bought = capacities.map((capacity) => ({
    target: null,
    ...("zone" in capacity ? {} : { zone: null }),
    ...capacity,
  }));

  test.each(gangs)("of %s, in Slurm or not, however it is bought", (instanceType) => {
    for (const capacity of bought)
      for (const nodeGroups of [["h100"], ["cpu"]]) {
        const slurm = { partitions: { train: { nodeGroups } } };
        const { disruption, template } = made(
          h100({ instanceType, fabric: { kind: "efa" }, nodes: { max: 4 }, capacity }, { slurm }),
        ).NodePool;
        expect(disruption.consolidationPolicy).toBe("WhenEmpty");
        expect(disruption.budgets).toContainEqual({ nodes: "0", reasons: ["Underutilized"] });
        expect(disruption.budgets).toContainEqual({ nodes: "0", reasons: ["Drifted"] });
        expect(template.spec.expireAfter).toBe("Never");
        expect(template.spec).not.toHaveProperty("terminationGracePeriod");
      }
  });

  test("nor one over TCP that Slurm places", () => {
    const slurm = { partitions: { prep: { nodeGroups: ["cpu"] } } };
    expect(made(cpu({}, { slurm })).NodePool.disruption.budgets).toContainEqual({ nodes: "0", reasons: ["Drifted"] });
  });

  test("while pods that stand alone move to new nodes, some at one time", () => {
    const { budgets } = made(cpu({ maxUnavailable: 2 })).NodePool.disruption;
    expect(budgets).toContainEqual({ nodes: "2", reasons: ["Drifted"] });
  });
});

/** CPU that Karpenter keeps for the kubelet, milli: the formula of the EKS images. */
function kubeletMillis(vcpus: number): number {
  const shares = [60, 10, 5, 5];
  return Array.from({ length: vcpus }, (_, core) => shares[core] ?? 2.5).reduce((sum, share) => sum + share, 0);
}

/** @see https://github.com/aws/karpenter-provider-aws/blob/v1.14.1/pkg/providers/instancetype/types.go */
test.each(
  TYPES.filter((type) => {
    const { accelerator, nvlink, vcpus } = INSTANCE_TYPES[type];
    // one core leaves nothing for Slurm: nodeResources says so
    return !accelerator && !nvlink?.multiNode && vcpus > 2;
  }),
)("Karpenter sees room for slurmd's pod beside daemons on %s before it has started one", (instanceType) => {
  const fabric = { kind: INSTANCE_TYPES[instanceType].efa.supported ? "efa" : "none" };
  const change = {
    instanceType,
    fabric,
    nodes: { max: 2 },
    capacity: { kind: "on-demand", target: null, zone: null },
  };
  const { env } = sample(h100(change));
  const group = env.nodeGroups.find(({ name }) => name === "h100")!;
  const { boot } = karpenterPools(env, BELOW)[0]!;
  const { vcpus, memoryMiB } = INSTANCE_TYPES[instanceType];
  const { cpus, memoryMiB: asked } = nodeResources(slurmGroup(group));
  const memory = Math.floor(memoryMiB * (1 - 0.075)) - (11 * boot.maxPods + 255) - 100 - NODE_DAEMONS.memoryMiB;
  expect(memory - asked - group.fabric.hugepagesMiB).toBeGreaterThanOrEqual(0);
  expect(1000 * (vcpus - cpus) - kubeletMillis(vcpus) - NODE_DAEMONS.cpuMillis).toBeGreaterThanOrEqual(0);
});
