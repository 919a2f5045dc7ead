import { SLURM_QOS_RULES } from "../../../config/slurm/qos-rules";
import { ruleOf, violations } from "../../helpers/environment";
import { ruleCases } from "../../helpers/rule-cases";

const qos = (all: object, more: object = {}) => ({ slurm: { qos: all, ...more } });
const prep = { partitions: { train: { defaultHours: 2 }, prep: { nodeGroups: ["cpu"], maxHours: 12 } } };

ruleCases(SLURM_QOS_RULES, {
  "slurm/qos-name-reserved": {
    severity: "error",
    trips: [
      { change: qos({ normal: {} }), at: ["slurm", "qos", "normal"], message: ["GPU partitions"], fix: ["urgent"] },
      { change: qos({ "team-vision": {} }), at: ["slurm", "qos", "team-vision"], message: ["as QOS of teams"] },
      { change: qos({ "burst-vision": {} }), at: ["slurm", "qos", "burst-vision"], message: ["as QOS of teams"] },
      { change: qos({ all: {} }), at: ["slurm", "qos", "all"], message: ["word of sacctmgr"] },
    ],
    passes: [
      { when: "one of its own", change: qos({ urgent: {} }) },
      { when: "those of every cluster", change: qos({ standard: {}, scavenger: {}, high: {} }) },
      { when: "a name that only looks alike", change: qos({ teamwork: {}, normally: {} }) },
    ],
  },
  "slurm/qos-preempts": {
    severity: "error",
    trips: [
      {
        when: "a QOS that is not there",
        change: qos({ urgent: { preempts: ["scavanger"] } }),
        at: ["slurm", "qos", "urgent", "preempts", 0],
        message: ['no QOS "scavanger"'],
        fix: ["scavenger"],
      },
      {
        when: "one that preempts itself",
        change: qos({ urgent: { preempts: ["urgent"] } }),
        at: ["slurm", "qos", "urgent", "preempts", 0],
        message: ["preempts itself"],
      },
      {
        when: "a circle with one that every cluster has",
        change: qos({ scavenger: { preempts: ["high"] } }),
        at: ["slurm", "qos", "scavenger", "preempts", 0],
        message: ["scavenger preempts high, which preempts scavenger"],
      },
      {
        when: "a circle by way of standard",
        change: qos({ standard: { preempts: ["high"] } }),
        at: ["slurm", "qos", "standard", "preempts", 0],
        message: ["standard preempts high, which preempts standard"],
      },
    ],
    passes: [
      {
        when: "a chain",
        change: qos({ urgent: { preempts: ["standard", "slow"] }, slow: { preempts: ["scavenger"] } }),
      },
      { when: "what standard preempts besides", change: qos({ slow: {}, standard: { preempts: ["slow"] } }) },
    ],
  },
  "slurm/qos-preempts-upwards": {
    severity: "warning",
    trips: [
      {
        change: qos({ urgent: { priority: 50, preempts: ["standard"] } }),
        at: ["slurm", "qos", "urgent", "preempts"],
        message: ["priority 50", "standard, which has 100"],
        fix: ["priority: 101"],
      },
    ],
    passes: [{ change: qos({ urgent: { priority: 101, preempts: ["standard"] } }) }],
  },
  "slurm/qos-gpu-type": {
    severity: "error",
    trips: [
      {
        change: qos({ urgent: { gpusPerUser: { h200: 8 } } }),
        at: ["slurm", "qos", "urgent", "gpusPerUser", "h200"],
        message: ['type "h200"', "h100"],
      },
    ],
    passes: [{ change: qos({ urgent: { gpusPerUser: { h100: 8 } } }) }, { change: qos({ urgent: { gpus: 8 } }) }],
  },
  "slurm/qos-above-fleet": {
    severity: "error",
    trips: [
      {
        change: qos({ urgent: { gpus: 33 } }),
        at: ["slurm", "qos", "urgent", "gpus"],
        message: ["33", "32"],
        fix: ["32"],
      },
      {
        change: qos({ urgent: { gpusPerTeam: { h100: 33 } } }),
        at: ["slurm", "qos", "urgent", "gpusPerTeam", "h100"],
        message: ["type h100", "32"],
      },
      {
        when: "GPUs that its partitions have not",
        change: qos({ urgent: { gpusPerUser: { h100: 8 }, partitions: ["prep"] } }, prep),
        at: ["slurm", "qos", "urgent", "gpusPerUser", "h100"],
        message: ["more than the 0 of its partitions, prep"],
        fix: ["leave it out"],
      },
      {
        when: "GPUs of any type where its partitions have none",
        change: qos({ urgent: { gpus: 8, partitions: ["prep"] } }, prep),
        at: ["slurm", "qos", "urgent", "gpus"],
        fix: ["leave it out"],
      },
    ],
    passes: [
      {
        when: "nodes that are still to come",
        change: {
          nodeGroups: { h100: { nodes: 0 } },
          ...qos({ urgent: { gpus: 32, gpusPerTeam: { h100: 16 } } }),
        },
      },
      {
        when: "what a range has at full size",
        change: {
          nodeGroups: { h100: { nodes: { min: 0, max: 8 } } },
          ...qos({ urgent: { gpus: 64 } }),
        },
      },
      { change: qos({ urgent: { gpus: 32, gpusPerTeam: { h100: 32 } } }) },
      {
        when: "none of a type that its partitions lack",
        change: qos({ urgent: { gpusPerUser: { h100: 0 }, partitions: ["prep"] } }, prep),
      },
    ],
  },
  "slurm/qos-limits-order": {
    severity: "warning",
    trips: [
      {
        change: qos({ urgent: { gpusPerUser: 16, gpus: 8 } }),
        at: ["slurm", "qos", "urgent", "gpusPerUser"],
        message: ["gpusPerUser is 16, and gpus 8"],
        fix: ["gpusPerUser: 8"],
      },
      {
        when: "none at all",
        change: qos({ urgent: { gpusPerTeam: 64, gpus: 0 } }),
        at: ["slurm", "qos", "urgent", "gpusPerTeam"],
        fix: ["write gpus: 64 or more"],
      },
    ],
    passes: [{ change: qos({ urgent: { gpusPerJob: 8, gpusPerUser: 8, gpusPerTeam: 16, gpus: 32 } }) }],
  },
  "slurm/qos-time-order": {
    severity: "error",
    trips: [
      {
        when: "more than any partition allows",
        change: qos({ slow: { maxHours: 400 } }),
        at: ["slurm", "qos", "slow", "maxHours"],
        message: ["400 hours", "336 hours at most"],
      },
      {
        when: "more than its own partition allows",
        change: qos({ fast: { maxHours: 24, partitions: ["prep"] } }, prep),
        at: ["slurm", "qos", "fast", "maxHours"],
        message: ["24 hours", "12 hours at most"],
      },
    ],
    passes: [
      { when: "less than jobs get that ask for none", change: qos({ fast: { maxHours: 4 } }) },
      { when: "the longest", change: qos({ slow: { maxHours: 336 } }) },
      { when: "no limit", change: qos({ slow: {} }) },
    ],
  },
  "slurm/qos-exempt-never": {
    severity: "warning",
    trips: [
      {
        when: "as long as the longest job of its partitions",
        change: qos({ scavenger: { exemptMinutes: 336 * 60 } }),
        at: ["slurm", "qos", "scavenger", "exemptMinutes"],
        message: ["336 hours", "standard and high never preempt it"],
      },
      {
        when: "longer than its own jobs may last",
        change: qos({ slow: { maxHours: 24, exemptMinutes: 1500 }, fast: { preempts: ["slow"] } }),
        at: ["slurm", "qos", "slow", "exemptMinutes"],
        message: ["24 hours", "fast never preempts it"],
        fix: ["exemptMinutes: 720"],
      },
    ],
    passes: [
      { when: "shorter", change: qos({ scavenger: { exemptMinutes: 336 * 60 - 1 } }) },
      { when: "nobody preempts it", change: qos({ slow: { maxHours: 24, exemptMinutes: 1500 } }) },
    ],
  },
});

test("a limit is held against all wider ones, and not against the next alone", () => {
  const found = violations(
    ruleOf(SLURM_QOS_RULES, "slurm/qos-limits-order"),
    qos({ urgent: { gpusPerJob: 16, gpusPerUser: 32, gpus: 8 } }),
  );
  expect(found.map(({ message }) => message)).toEqual([
    "gpusPerJob is 16, and gpus 8",
    "gpusPerUser is 32, and gpus 8",
  ]);
});
