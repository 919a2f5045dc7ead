import { TEAMS_RULES } from "../../../config/teams/rules";
import { ruleOf, violations } from "../../helpers/environment";
import { ruleCases } from "../../helpers/rule-cases";

const vision = (more: object) => ({ teams: { vision: more } });
const l40s = { instanceType: "g6e.12xlarge", nodes: 2, fabric: { kind: "none" } };
const both = { nodeGroups: { l40s }, slurm: { partitions: { small: { nodeGroups: ["l40s"] } } } };

ruleCases(TEAMS_RULES, {
  "teams/quota-above-fleet": {
    severity: "warning",
    trips: [
      {
        when: "a GPU more than there are",
        change: vision({ gpus: 33 }),
        at: ["teams", "vision", "gpus"],
        message: ["33 GPUs", "32 at most"],
        fix: ["gpus: 32"],
      },
      {
        when: "more beyond the quota than there are",
        change: vision({ gpus: 8, burst: 33 }),
        at: ["teams", "vision", "burst"],
        message: ["33 GPUs beyond its quota"],
      },
      {
        when: "GPUs where Slurm has none",
        change: {
          slurm: { partitions: { train: null, prep: { nodeGroups: ["cpu"], default: true } } },
          ...vision({ gpus: 8 }),
        },
        at: ["teams", "vision", "gpus"],
        message: ["8 GPUs", "0 at most"],
        fix: ["leave it out, or give a partition GPU nodes"],
      },
      {
        when: "GPUs that Slurm does not have",
        change: { nodeGroups: { l40s }, ...vision({ gpus: 40 }) },
        at: ["teams", "vision", "gpus"],
        message: ["40 GPUs", "32 at most"],
      },
      {
        when: "more than those of Slurm and of pods below it",
        change: {
          nodeGroups: { l40s },
          teams: { vision: { gpus: 41 }, speech: { parent: "vision", gpus: 8, namespace: { gpus: 8 } } },
        },
        at: ["teams", "vision", "gpus"],
        message: ["41 GPUs", "32 at most, and namespaces 8 of them"],
        fix: ["gpus: 40"],
      },
    ],
    passes: [
      { when: "all there are", change: vision({ gpus: 32 }) },
      { when: "all of two partitions", change: { ...both, ...vision({ gpus: 40 }) } },
      { when: "nodes that are still to come", change: { nodeGroups: { h100: { nodes: 0 } }, ...vision({ gpus: 8 }) } },
      {
        when: "what a range has at full size",
        change: { nodeGroups: { h100: { nodes: { min: 0, max: 8 } } }, ...vision({ gpus: 64 }) },
      },
      {
        when: "GPUs of pods beside those of Slurm",
        change: { nodeGroups: { l40s }, ...vision({ gpus: 40, namespace: { gpus: 8 } }) },
      },
      { when: "no limit", change: { teams: { vision: null, language: {} } } },
      { when: "no Slurm, told elsewhere", change: { slurm: null, ...vision({ gpus: 99 }) } },
    ],
  },
  "teams/quota-below-node": {
    severity: "warning",
    trips: [
      {
        when: "a GPU less than a node",
        change: vision({ gpus: 7 }),
        at: ["teams", "vision", "gpus"],
        message: ["7 GPUs", "8 or more"],
        fix: ["gpus: 8"],
      },
    ],
    passes: [
      { when: "a node", change: vision({ gpus: 8 }) },
      { when: "a node of the smaller kind", change: { ...both, ...vision({ gpus: 4 }) } },
      { when: "no GPUs at all", change: vision({ gpus: 0 }) },
      { when: "no GPU nodes", change: { nodeGroups: { h100: null }, ...vision({ gpus: 4 }) } },
    ],
  },
  "teams/gpus-no-place": {
    severity: "warning",
    trips: [
      {
        when: "CPU nodes alone",
        change: {
          ...vision({ gpus: 8, partitions: ["prep"] }),
          slurm: { partitions: { prep: { nodeGroups: ["cpu"] } } },
        },
        at: ["teams", "vision", "gpus"],
        message: ["8 GPUs, and prep", "has none"],
        fix: ["gpus: 0"],
      },
      {
        when: "the CPUs of GPU nodes",
        change: {
          ...vision({ gpus: 8, partitions: ["cpu"] }),
          slurm: { partitions: { cpu: { nodeGroups: ["h100"], cpusPerNode: 8 } } },
        },
        at: ["teams", "vision", "gpus"],
        message: ["8 GPUs, and cpu"],
      },
      {
        when: "GPU hours",
        change: {
          ...vision({ gpus: null, gpuHours: 100, partitions: ["prep"] }),
          slurm: { partitions: { prep: { nodeGroups: ["cpu"] } } },
        },
        at: ["teams", "vision", "gpuHours"],
        fix: ["take gpuHours out"],
      },
      {
        when: "GPUs of a type",
        change: {
          ...vision({ gpus: null, gpusByType: { h100: 4 }, partitions: ["prep"] }),
          slurm: { partitions: { prep: { nodeGroups: ["cpu"] } } },
        },
        at: ["teams", "vision", "gpusByType"],
        fix: ["take gpusByType out"],
      },
    ],
    passes: [
      { when: "any partition", change: vision({ gpus: 8 }) },
      { when: "one with GPUs", change: vision({ gpus: 8, partitions: ["train"] }) },
      {
        when: "no GPUs",
        change: {
          ...vision({ gpus: 0, partitions: ["prep"] }),
          slurm: { partitions: { prep: { nodeGroups: ["cpu"] } } },
        },
      },
      {
        when: "pods that use them",
        change: {
          ...vision({ gpus: 8, partitions: ["prep"], namespace: { gpus: 8 } }),
          slurm: { partitions: { prep: { nodeGroups: ["cpu"] } } },
        },
      },
    ],
  },
  "teams/no-gpus-no-place": {
    severity: "warning",
    trips: [
      {
        when: "GPU nodes alone",
        change: vision({ gpus: 0 }),
        at: ["teams", "vision", "gpus"],
        message: ["no GPU", "train", "takes none without"],
        fix: ["cpusPerNode"],
      },
      {
        when: "kept from the CPU nodes",
        change: {
          ...vision({ gpus: 0, partitions: ["train"] }),
          slurm: { partitions: { prep: { nodeGroups: ["cpu"] } } },
        },
        at: ["teams", "vision", "gpus"],
        message: ["and train, where"],
      },
    ],
    passes: [
      {
        when: "CPU nodes",
        change: { ...vision({ gpus: 0 }), slurm: { partitions: { prep: { nodeGroups: ["cpu"] } } } },
      },
      {
        when: "a share of GPU nodes",
        change: { ...vision({ gpus: 0 }), slurm: { partitions: { cpu: { nodeGroups: ["h100"], cpusPerNode: 8 } } } },
      },
      { when: "a GPU", change: vision({ gpus: 8 }) },
      { when: "no Slurm", change: { slurm: null, ...vision({ gpus: 0 }) } },
    ],
  },
  "teams/gpu-hours-below-job": {
    severity: "warning",
    trips: [
      {
        change: vision({ gpuHours: 23 }),
        at: ["teams", "vision", "gpuHours"],
        message: ["23 GPU hours", "counts 24"],
        fix: ["gpuHours: 24"],
      },
      {
        when: "less than a whole node counts",
        change: { ...vision({ gpuHours: 24 }), slurm: { partitions: { train: { nodeSharing: "none" } } } },
        at: ["teams", "vision", "gpuHours"],
        message: ["the 8 GPUs of a node", "counts 192"],
      },
    ],
    passes: [
      { change: vision({ gpuHours: 24 }) },
      {
        when: "partitions without GPUs",
        change: {
          ...vision({ gpuHours: 2, partitions: ["prep"] }),
          slurm: { partitions: { prep: { nodeGroups: ["cpu"] } } },
        },
      },
      { when: "each job must say its time", change: { ...vision({ gpuHours: 2 }), slurm: { submit: {} } } },
      {
        when: "a shorter time",
        change: { ...vision({ gpuHours: 2 }), slurm: { partitions: { train: { defaultHours: 2 } } } },
      },
    ],
  },
  "teams/without-slurm": {
    severity: "warning",
    trips: [
      {
        when: "users alone",
        change: { slurm: null, teams: { vision: null, language: { users: ["ada"] } } },
        at: ["teams", "language"],
        message: ["users of the team do nothing"],
      },
    ],
    passes: [
      { when: "a limit, which the namespace has", change: { slurm: null, ...vision({ gpus: 16 }) } },
      { when: "a share alone", change: { slurm: null, teams: { vision: null, language: { share: 5 } } } },
      { when: "Slurm", change: vision({ users: ["ada"] }) },
    ],
  },
});

test("every team is looked at", () => {
  const found = violations(ruleOf(TEAMS_RULES, "teams/quota-above-fleet"), {
    teams: { vision: { gpus: 99 }, language: { gpus: 98 } },
  });
  expect(found.map((v) => v.path[1]).sort()).toEqual(["language", "vision"]);
});
