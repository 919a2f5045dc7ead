import fc from "fast-check";
import { nodeResources } from "../../../constructs/slurm/node-resources";
import { partitions } from "../../../constructs/slurm/partitions";
import type { SlurmPartitionProps } from "../../../constructs/slurm/slurm-types";
import { CPU, GB200, H100, onlyGroup, slurmSample } from "../../helpers/slurm";

const PARTITION: SlurmPartitionProps = {
  name: "p",
  nodeGroups: ["h100"],
  default: false,
  maxHours: 48,
  defaultHours: 2,
  priority: 3,
};

const settings = (change: Partial<SlurmPartitionProps>) =>
  partitions(slurmSample({ partitions: [{ ...PARTITION, ...change }] }))[0]?.settings;

describe("partitions", () => {
  test("carries limits, tier and groups over", () => {
    expect(partitions(slurmSample())).toMatchObject([
      { name: "train", nodeGroups: ["h100"], settings: { Default: "YES", MaxTime: "14-00:00:00", PriorityTier: "10" } },
      { name: "prep", nodeGroups: ["cpu"], settings: { Default: "NO", MaxTime: "0-12:00:00", PriorityTier: "1" } },
    ]);
  });

  test("has no default time above the longest", () => {
    expect(settings({ maxHours: 1, defaultHours: 24 })).toMatchObject({
      MaxTime: "0-01:00:00",
      DefaultTime: "0-01:00:00",
    });
  });

  test("gives jobs the share of their GPUs in CPUs and memory", () => {
    expect(settings({})).toMatchObject({
      DefCpuPerGPU: "22",
      DefMemPerGPU: "240640",
      TRESBillingWeights: "CPU=4.3478,Mem=0.4252G,GRES/gpu=100",
    });
    expect(settings({})).not.toHaveProperty("DefMemPerCPU");
  });

  test("says who shares nodes with a job, where config does", () => {
    for (const key of ["OverSubscribe", "ExclusiveUser"]) expect(settings({})).not.toHaveProperty(key);
    expect(settings({ nodeSharing: "jobs" })).toEqual(settings({}));
    expect(settings({ nodeSharing: "none" })).toEqual({ ...settings({}), OverSubscribe: "EXCLUSIVE" });
    expect(settings({ nodeSharing: "user" })).toEqual({ ...settings({}), ExclusiveUser: "YES" });
  });

  test("bills a whole node as its GPUs, whatever its size", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(48, 64, 96, 144, 192, 256),
        fc.integer({ min: 128, max: 4096 }),
        fc.constantFrom(1, 2, 4, 8),
        (vcpus, memoryGiB, count) => {
          const group = { ...H100, vcpus, memoryMiB: memoryGiB * 1024, gpus: { type: "x", count } };
          const { cpus, memoryMiB } = nodeResources(group);
          const weights = partitions(onlyGroup(group))[0]?.settings["TRESBillingWeights"] ?? "";
          const [, cpu, memory, gpu] = /^CPU=(.+),Mem=(.+)G,GRES\/gpu=(.+)$/.exec(weights) ?? [];
          const whole = count * Number(gpu);
          for (const billed of [cpus * Number(cpu), (memoryMiB / 1024) * Number(memory)]) {
            expect(billed).toBeLessThanOrEqual(whole);
            expect(billed).toBeGreaterThan(whole * 0.97);
          }
        },
      ),
    );
  });

  test("refuses jobs without GPUs where all nodes have some, and nowhere else", () => {
    expect(settings({})).toMatchObject({ QOS: "normal" });
    for (const change of [{ nodeGroups: ["cpu"] }, { nodeGroups: ["h100", "cpu"] }, { cpusPerNode: 8 }])
      expect(settings(change)).not.toHaveProperty("QOS");
  });

  test("sets CPUs and memory of GPU nodes aside for CPU jobs: GPU jobs share the rest", () => {
    const share = { ...PARTITION, name: "share", cpusPerNode: 16 };
    const [whole, part] = partitions(slurmSample({ partitions: [PARTITION, share] }));
    expect(whole?.settings).toMatchObject({ DefCpuPerGPU: "20", DefMemPerGPU: "219648" });
    expect(part?.settings).toMatchObject({
      MaxCPUsPerNode: "16",
      DefMemPerCPU: "10469",
      MaxMemPerCPU: "10469",
      TRESBillingWeights: "CPU=1,Mem=0,GRES/gpu=100",
    });
    expect(8 * 219648 + 16 * 10469).toBeLessThanOrEqual(nodeResources(H100).memoryMiB);
  });

  test("gives jobs in CPU partitions memory by CPU, and counts the CPUs", () => {
    const cpu = settings({ nodeGroups: ["cpu"] });
    expect(cpu).toMatchObject({ DefMemPerCPU: "3904", TRESBillingWeights: "CPU=1,Mem=0" });
    expect(cpu).not.toHaveProperty("DefCpuPerGPU");
  });

  test("takes the smallest share of several groups, and does not let CPU nodes lower it", () => {
    const small = { ...H100, name: "small", vcpus: 96, memoryMiB: 1048576 };
    const layout = slurmSample({
      nodeGroups: [H100, small, CPU],
      partitions: [{ ...PARTITION, nodeGroups: ["h100", "small", "cpu"] }],
    });
    expect(partitions(layout)[0]?.settings).toMatchObject({ DefCpuPerGPU: "10" });
  });

  test("places jobs by NVLink block where every node has one", () => {
    expect(partitions(onlyGroup(GB200))[0]?.settings).toMatchObject({ OverSubscribe: "EXCLUSIVE", Topology: "nvlink" });
    const mixed = slurmSample({
      nodeGroups: [GB200, H100],
      partitions: [{ ...PARTITION, nodeGroups: ["gb200", "h100"] }],
    });
    expect(partitions(mixed)[0]?.settings).not.toHaveProperty("Topology");
  });

  test("fails when a partition names a group that is not there", () => {
    expect(() => settings({ nodeGroups: ["h200"] })).toThrow(
      'partition "p" names the node group "h200"; there are: h100, cpu',
    );
  });

  test.each(["default", "ALL", "all"])("fails on %s, a keyword of slurm.conf", (name) => {
    expect(() => settings({ name })).toThrow(/keyword/);
    expect(() => partitions(onlyGroup({ ...H100, name }))).toThrow(/keyword/);
  });

  test("fails when two partitions are the default, and when there is none at all", () => {
    const two = [
      { ...PARTITION, default: true },
      { ...PARTITION, name: "q", default: true },
    ];
    expect(() => partitions(slurmSample({ partitions: two }))).toThrow("p and q");
    expect(() => partitions(slurmSample({ partitions: [] }))).toThrow(/at least one/);
  });
});
