import { TEAM_TREE_RULES } from "../../../config/teams/tree-rules";
import type { Change } from "../../helpers/environment";
import { ruleCases } from "../../helpers/rule-cases";

const teams = (all: object, slurm: object = {}) => ({ teams: { vision: null, ...all }, slurm });
const cpu = { partitions: { prep: { nodeGroups: ["cpu"] } } };

/** All GPUs of Slurm in seven instances each. */
const cut = (lab: Change): Change => ({
  nodeGroups: { h100: { fabric: { kind: "none" }, sharing: { kind: "mig", layout: "all-1g.10gb" } } },
  lustre: { efa: false },
  teams: { vision: { gpus: 0 }, lab },
});

ruleCases(TEAM_TREE_RULES, {
  "teams/parent": {
    severity: "error",
    trips: [
      {
        when: "a team that is not there",
        change: teams({ lab: { parent: "labs" } }),
        at: ["teams", "lab", "parent"],
        message: ['no team "labs"'],
        fix: ["take parent out"],
      },
      {
        when: "a name that every object has",
        change: teams({ lab: { parent: "constructor" } }),
        at: ["teams", "lab", "parent"],
        message: ['no team "constructor"'],
      },
      {
        when: "a team above itself",
        change: teams({ lab: { parent: "lab" } }),
        at: ["teams", "lab", "parent"],
        message: ["above itself"],
      },
    ],
    passes: [{ change: teams({ lab: {}, group: { parent: "lab" }, pair: { parent: "group" } }) }],
  },
  "teams/parent-quota": {
    severity: "error",
    trips: [
      {
        when: "more GPUs below than above",
        change: teams({ lab: { gpus: 16 }, a: { parent: "lab", gpus: 8 }, b: { parent: "lab", gpus: 9 } }),
        at: ["teams", "lab", "gpus"],
        message: ["may use 16", "a and b, 17 together"],
        fix: ["gpus: 17"],
      },
      {
        when: "more of a type",
        change: teams({
          lab: { gpus: 16, gpusByType: { h100: 4 } },
          a: { parent: "lab", gpus: 8, gpusByType: { h100: 8 } },
        }),
        at: ["teams", "lab", "gpusByType", "h100"],
        message: ["8 together: GPUs of type h100"],
      },
      {
        when: "more hours",
        change: teams({ lab: { gpuHours: 16 }, a: { parent: "lab", gpuHours: 17 } }),
        at: ["teams", "lab", "gpuHours"],
        message: ["17 together"],
      },
      {
        when: "other limits below, which would leave the one above",
        change: teams({ lab: { gpus: 16 }, a: { parent: "lab", gpuHours: 17 } }),
        at: ["teams", "a"],
        message: ["none on gpus"],
      },
    ],
    passes: [
      {
        when: "parts that add up",
        change: teams({ lab: { gpus: 16 }, a: { parent: "lab", gpus: 8 }, b: { parent: "lab", gpus: 8 } }),
      },
      {
        when: "a team that shares what is above",
        change: teams({ lab: { gpus: 16 }, a: { parent: "lab" }, b: { parent: "a", gpus: 16 } }),
      },
      { when: "no limit above", change: teams({ lab: {}, a: { parent: "lab", gpus: 99 } }) },
    ],
  },
  "teams/partitions": {
    severity: "error",
    trips: [
      {
        when: "none",
        change: teams({ lab: { partitions: [] } }),
        at: ["teams", "lab", "partitions"],
        message: ["in no partition"],
        fix: ["train"],
      },
      {
        when: "one that is not there",
        change: teams({ lab: { partitions: ["trian"] } }),
        at: ["teams", "lab", "partitions", 0],
        message: ['no partition "trian"'],
        fix: ["train"],
      },
      {
        when: "one that the team above has not",
        change: teams({ lab: { partitions: ["prep"] }, a: { parent: "lab", partitions: ["train"] } }, cpu),
        at: ["teams", "a", "partitions", 0],
        message: ["lab, which is above a, may not use train"],
      },
    ],
    passes: [
      {
        when: "some",
        change: teams({ lab: { partitions: ["prep", "train"] }, a: { parent: "lab", partitions: ["train"] } }, cpu),
      },
      { when: "nothing said: all", change: teams({ lab: {} }) },
    ],
  },
  "teams/default-partition": {
    severity: "warning",
    trips: [
      {
        change: teams({ lab: { partitions: ["prep"] }, below: { parent: "lab" } }, cpu),
        at: ["teams", "lab", "partitions"],
        message: ["lab may not use train"],
        fix: ["--partition=prep"],
      },
    ],
    passes: [
      { when: "the default among others", change: teams({ lab: { partitions: ["prep", "train"] } }, cpu) },
      { when: "all of them", change: teams({ lab: {} }, cpu) },
      {
        when: "no default",
        change: teams(
          { lab: { partitions: ["prep"] } },
          { partitions: { train: { default: false }, prep: { nodeGroups: ["cpu"] } } },
        ),
      },
    ],
  },
  "teams/qos": {
    severity: "error",
    trips: [
      {
        when: "one that is not there",
        change: teams({ lab: { qos: ["hihg"] } }),
        at: ["teams", "lab", "qos", 0],
        message: ['no QOS "hihg"'],
        fix: ["high"],
      },
      {
        when: "that of accounts without a team",
        change: teams({ lab: { qos: ["standard"] } }),
        at: ["teams", "lab", "qos", 0],
        message: ["each has its own"],
      },
      {
        when: "one of another partition",
        change: teams(
          { lab: { qos: ["fast"], partitions: ["prep"] } },
          { ...cpu, qos: { fast: { partitions: ["train"] } } },
        ),
        at: ["teams", "lab", "qos", 0],
        message: ["fast is for train, and lab has prep"],
      },
    ],
    passes: [
      { when: "high", change: teams({ lab: { qos: ["high"] } }) },
      {
        when: "one of config",
        change: teams({ lab: { qos: ["fast"] } }, { qos: { fast: { partitions: ["train"] } } }),
      },
    ],
  },
  "teams/gpu-type": {
    severity: "error",
    trips: [
      {
        when: "a type that is not there",
        change: teams({ lab: { gpusByType: { H100: 8 } } }),
        at: ["teams", "lab", "gpusByType", "H100"],
        message: ['type "H100"'],
      },
      {
        when: "more than there are",
        change: teams({ lab: { gpusByType: { h100: 33 } } }),
        at: ["teams", "lab", "gpusByType", "h100"],
        message: ["33", "have 32"],
        fix: ["32"],
      },
      {
        when: "more than the team has in all",
        change: teams({ lab: { gpus: 8, gpusByType: { h100: 9 } } }),
        at: ["teams", "lab", "gpusByType", "h100"],
        message: ["8 in all"],
      },
      {
        when: "more instances than its GPUs make",
        change: cut({ gpus: 4, gpusByType: { "1g.10gb": 29 } }),
        at: ["teams", "lab", "gpusByType", "1g.10gb"],
        message: ["29 GPUs of type 1g.10gb", "4 in all, which are 28 of those"],
      },
      {
        when: "whole GPUs where all are cut",
        change: cut({ gpus: 4, gpusByType: { h100: 4 } }),
        at: ["teams", "lab", "gpusByType", "h100"],
        message: ['type "h100"', "there are 1g.10gb"],
      },
    ],
    passes: [
      { change: teams({ lab: { gpus: 8, gpusByType: { h100: 8 } } }) },
      { when: "instances of MIG, seven of each GPU", change: cut({ gpus: 4, gpusByType: { "1g.10gb": 28 } }) },
    ],
  },
  "teams/default-team": {
    severity: "error",
    trips: [
      {
        when: "a user of two teams",
        change: teams({ lab: { users: ["jane"] }, group: { users: ["jane"] } }),
        at: ["slurm", "defaultTeams"],
        message: ["jane is in lab and group"],
        fix: ['"jane": "lab"'],
      },
      {
        when: "a team in which the user is not",
        change: teams({ lab: { users: ["jane"] }, group: {} }, { defaultTeams: { jane: "group" } }),
        at: ["slurm", "defaultTeams", "jane"],
        message: ['not in "group", but in lab'],
      },
      {
        when: "a user of no team",
        change: teams({ lab: {} }, { defaultTeams: { jane: "lab" } }),
        at: ["slurm", "defaultTeams", "jane"],
        message: ["in no team"],
      },
    ],
    passes: [
      {
        when: "a default",
        change: teams(
          { lab: { users: ["jane"] }, group: { coordinators: ["jane"] } },
          { defaultTeams: { jane: "group" } },
        ),
      },
      { when: "one team", change: teams({ lab: { users: ["jane"], coordinators: ["jane"] } }) },
    ],
  },
  "teams/system-user": {
    severity: "error",
    trips: [
      { change: teams({ lab: { users: ["root"] } }), at: ["teams", "lab", "users", 0], message: ["root is a user"] },
      {
        change: teams({ lab: { coordinators: ["slurm"] } }),
        at: ["teams", "lab", "coordinators", 0],
        message: ["slurm is"],
      },
    ],
    passes: [{ change: teams({ lab: { users: ["groot"] } }) }],
  },
  "teams/burst-without-quota": {
    severity: "error",
    trips: [
      { change: teams({ lab: { burst: 8 } }), at: ["teams", "lab", "burst"], message: ["8 GPUs"], fix: ["write gpus"] },
    ],
    passes: [{ change: teams({ lab: { gpus: 8, burst: 8 } }) }],
  },
});
