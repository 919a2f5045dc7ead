import { onAws } from "../../scripts/lib/environments/on-aws";
import fc from "fast-check";
import { loadEnvironments } from "../../config";
import { leakedToken } from "../../constructs/core/guards";
import { legalEnvironment } from "../helpers/arbitrary-environment";
import { NOW } from "../helpers/environment";
import { synthStacks } from "../helpers/stacks";
import type { Json } from "../helpers/synth";
import { ec2Groups } from "../../config/sites/aws-eks/nodes/ec2-groups";

test("any legal environment becomes legal stacks", () => {
  fc.assert(
    fc.property(legalEnvironment, (input) => {
      const { resolved } = onAws(loadEnvironments({ [input.name]: () => input }, [], NOW)[0]!, "the test");
      const stacks = synthStacks(resolved);
      expect(leakedToken(JSON.stringify(stacks))).toBeNull();

      for (const group of ec2Groups(resolved)) {
        const names = `${resolved.name}-${group.name}`;
        const template = find(stacks.nodes, "aws_launch_template", "name", names);
        const nodes = find(stacks.nodes, "aws_eks_node_group", "node_group_name", names);
        const interfaces: Json[] = template.network_interfaces ?? [];
        const efa = interfaces.filter((n) => n.interface_type !== "interface");
        // the whole fabric, no two devices on one card
        if (group.fabric.kind === "efa") expect(efa).toHaveLength(group.hardware.efa.max ?? -1);
        else expect(interfaces).toEqual([]);
        expect(new Set(efa.map((n) => n.network_card_index)).size).toBe(efa.length);
        // security groups on the template or on the interfaces, never both
        expect(Boolean(template.vpc_security_group_ids?.length)).toBe(interfaces.length === 0);
        // what EKS refuses in a launch template
        expect(interfaces.some((n) => n.subnet_id !== undefined)).toBe(false);
        if (group.fabric.kind === "efa" || group.machines.capacity.kind === "capacity-block")
          expect(nodes.subnet_ids).toHaveLength(1);
        if (group.machines.capacity.kind === "capacity-block") {
          expect([nodes.capacity_type, nodes.instance_types, template.placement]).toEqual([
            "CAPACITY_BLOCK",
            undefined,
            undefined,
          ]);
        } else expect(template.instance_market_options).toBeUndefined();
      }

      // addresses: what can run at once fits into the zone's subnet
      for (const subnet of resolved.network.subnets.filter((s) => s.tier === "private")) {
        const nodes = ec2Groups(resolved)
          .filter((g) => g.machines.zones.includes(subnet.zone))
          .reduce((sum, g) => sum + g.count.max * g.machines.addressesPerNode, 0);
        const storage = resolved.lustre?.zone === subnet.zone ? (resolved.lustre.addresses ?? NaN) : 0;
        expect(nodes + storage).toBeLessThanOrEqual(subnet.freeAddresses);
      }

      // Slurm: every GPU is asked for, and defaults per GPU fit into the node
      for (const group of resolved.slurm ? resolved.nodeGroups : []) {
        const { nodesets, partitions } = slurmValues(stacks.slurm);
        const { limits } = nodesets[group.name].slurmd.resources;
        const gpus = group.gpus?.count ?? 0;
        expect(limits["nvidia.com/gpu"]).toBe(gpus ? String(gpus) : undefined);
        expect(nodesets[group.name].extraConfMap?.Gres).toBe(group.gpus?.gres);
        expect(limits["vpc.amazonaws.com/efa"]).toBe(group.podResources["vpc.amazonaws.com/efa"]);
        const { DefCpuPerGPU = "0", DefMemPerGPU = "0" } = partitions[group.name].configMap;
        expect(Number(DefCpuPerGPU) * gpus).toBeLessThanOrEqual(Number(limits.cpu));
        expect(Number(DefMemPerGPU) * gpus).toBeLessThanOrEqual(parseInt(limits.memory));
        expect(Number(limits.cpu)).toBeLessThan(group.hardware.vcpus);
      }

      for (const [limit, name] of boundedNames(stacks)) expect([name, name.length <= limit]).toEqual([name, true]);
    }),
    { numRuns: 60 },
  );
});

function find(json: Json, type: string, key: string, value: string): Json {
  const found = Object.values<Json>(json.resource[type]).filter((r) => r[key] === value);
  expect(found).toHaveLength(1);
  return found[0];
}

function slurmValues(json: Json): Json {
  const release = Object.values<Json>(json.resource.helm_release).find((r) => r.chart === "slurm");
  return JSON.parse(release.values[0]);
}

/** Names with the limit of their service. */
function boundedNames(stacks: Record<string, Json>): [limit: number, name: string][] {
  const limits: Record<string, [key: string, limit: number]> = {
    aws_iam_role: ["name", 64],
    aws_s3_bucket: ["bucket", 63],
    aws_eks_cluster: ["name", 100],
    aws_eks_node_group: ["node_group_name", 63],
    aws_launch_template: ["name", 128],
    aws_security_group: ["name", 255],
    aws_placement_group: ["name", 255],
  };
  return Object.values(stacks).flatMap((json) =>
    Object.entries(limits).flatMap(([type, [key, limit]]) =>
      Object.values<Json>(json.resource?.[type] ?? {}).map((r): [number, string] => [limit, r[key]]),
    ),
  );
}
