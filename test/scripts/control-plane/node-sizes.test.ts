import { INSTANCE_TYPES } from "../../../config/facts/instance-types";
import { nodeRows, SYSTEM_POOL } from "../../../scripts/control-plane/node-sizes";
import { nodeObjects } from "../../../scripts/control-plane/node-objects";
import { NOW, sample } from "../../helpers/environment";
import { loadEnvironments } from "../../../config";
import { ENVIRONMENTS } from "../../helpers/shipped-table";

const rowOf = (name: string, pool: string) => {
  const [loaded] = loadEnvironments(ENVIRONMENTS, [name], NOW);
  return nodeRows(loaded!.resolved).find((row) => row.pool === pool)!;
};

test("nodes of AWS have what the kubelet leaves of their instance type, and the devices that plugins offer", () => {
  const { h100, cpu } = Object.fromEntries(nodeRows(sample().env).map((row) => [row.pool, row]));
  expect(h100).toMatchObject({ count: 4, labels: { "railyard.dev/node-group": "h100" } });
  expect(h100!.allocatable).toMatchObject({ "nvidia.com/gpu": "8", "vpc.amazonaws.com/efa": "32" });
  expect(h100!.allocatable["hugepages-2Mi"]).toMatch(/^\d+Mi$/);
  const memory = Number.parseInt(h100!.allocatable["memory"]!, 10);
  expect(memory).toBeLessThan(INSTANCE_TYPES["p5.48xlarge"].memoryMiB * 0.93);
  // a group that begins without nodes is there at full size
  expect(cpu!.count).toBe(3);
  expect(cpu!.allocatable["nvidia.com/gpu"]).toBeUndefined();
});

test("system nodes of AWS are as large as config says, in its zones; those of others are not known", () => {
  expect(rowOf("research", SYSTEM_POOL)).toMatchObject({
    count: 3,
    isSizeKnown: true,
    zones: ["us-east-1a", "us-east-1b"],
  });
  expect(rowOf("iron", SYSTEM_POOL)).toMatchObject({ isSizeKnown: false, labels: { "example.com/role": "system" } });
});

test("GPUs that are cut are offered as their parts, and those that are claimed as none", () => {
  const { allocatable } = rowOf("iron", "small");
  expect(Object.keys(allocatable).some((resource) => resource.startsWith("nvidia.com/mig-"))).toBe(true);
  expect(allocatable["nvidia.com/gpu"]).toBeUndefined();
  expect(Object.keys(rowOf("ultra", "nvl1").allocatable).filter((name) => name.startsWith("nvidia.com/"))).toEqual([]);
});

test("servers on premises are hybrid nodes", () => {
  expect(rowOf("hybrid", "l40s").labels).toMatchObject({ "eks.amazonaws.com/compute-type": "hybrid" });
});

test("each node is an object that its kubelet would register, spread over the zones", () => {
  const rows = [{ ...rowOf("research", SYSTEM_POOL) }];
  const nodes = nodeObjects(rows, "1.36.3", new Date("2026-11-21T12:00:00Z")) as {
    metadata: { name: string; labels: Record<string, string> };
    status: { nodeInfo: object };
  }[];
  expect(nodes.map(({ metadata }) => metadata.name)).toEqual(["system-0", "system-1", "system-2"]);
  expect(nodes.map(({ metadata }) => metadata.labels["topology.kubernetes.io/zone"])).toEqual([
    "us-east-1a",
    "us-east-1b",
    "us-east-1a",
  ]);
  expect(nodes[0]!.status.nodeInfo).toMatchObject({ kubeletVersion: "v1.36.3" });
});
