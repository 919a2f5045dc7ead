import { KUEUE_RULES } from "../../../config/kueue/rules";
import type { Change } from "../../helpers/environment";
import { ruleCases } from "../../helpers/rule-cases";

const L40S = { instanceType: "g6e.12xlarge", nodes: 2, fabric: { kind: "none" } };

/** The sample with a group of 8 L40S that Kueue has. */
const queued = (kueue: Change = {}, more: Change = {}): Change => ({
  nodeGroups: { l40s: L40S },
  kueue: { nodeGroups: ["l40s"], ...kueue },
  teams: { vision: { gpus: 16, namespace: { gpus: 8 } } },
  ...more,
});
const team = (namespace: Change, more: Change = {}): Change =>
  queued({}, { teams: { vision: { gpus: 16, namespace }, ...more } });
const QUOTA = ["teams", "vision", "namespace", "quota", "l40s"];

ruleCases(KUEUE_RULES, {
  "kueue/node-groups-exist": {
    severity: "error",
    trips: [
      {
        when: "a name that no group has",
        change: queued({ nodeGroups: ["l40"] }),
        at: ["kueue", "nodeGroups", 0],
        message: ['no node group "l40"'],
        fix: ["did you mean l40s"],
      },
      {
        when: "a name twice",
        change: queued({ nodeGroups: ["l40s", "l40s"] }),
        at: ["kueue", "nodeGroups", 1],
        message: ["named twice"],
      },
    ],
    passes: [{ when: "groups that exist", change: queued() }],
  },
  "kueue/node-group-in-slurm": {
    severity: "error",
    trips: [
      {
        change: queued({ nodeGroups: ["l40s", "h100"] }),
        at: ["kueue", "nodeGroups", 1],
        message: ["h100 is in a partition of Slurm"],
      },
    ],
    passes: [
      { when: "a group of its own", change: queued() },
      { when: "all groups where there is no Slurm", change: queued({ nodeGroups: ["l40s", "h100"] }, { slurm: null }) },
    ],
  },
  "kueue/node-group-without-gpus": {
    severity: "error",
    trips: [
      {
        when: "a group of CPUs",
        change: queued({ nodeGroups: ["cpu"] }),
        at: ["kueue", "nodeGroups", 0],
        message: ["cpu has no GPUs"],
      },
      {
        when: "a group with claims",
        change: queued({}, { nodeGroups: { l40s: { ...L40S, allocation: "dra" } } }),
        at: ["kueue", "nodeGroups", 0],
        message: ["allocation dra"],
        fix: ["device plugin"],
      },
    ],
    passes: [{ when: "a group with GPUs", change: queued() }],
  },
  "kueue/no-team": {
    severity: "error",
    trips: [{ change: queued({}, { teams: { vision: null } }), at: ["kueue"], message: ["no teams"] }],
    passes: [{ when: "a team", change: queued() }],
  },
  "kueue/team-without-gpus": {
    severity: "warning",
    trips: [
      {
        when: "a team whose GPUs are all Slurm's",
        change: team({ gpus: null }),
        at: ["teams", "vision", "namespace", "gpus"],
        message: ["may use no GPU"],
      },
      {
        when: "a limit below its own",
        change: team({ gpus: 4, quota: { l40s: 8 } }),
        at: ["teams", "vision", "namespace", "gpus"],
        message: ["may use 4 GPUs", "8 of its own"],
      },
    ],
    passes: [
      { when: "a number of its own", change: queued() },
      { when: "a team without a limit", change: queued({}, { teams: { vision: { gpus: null } } }) },
    ],
  },
  "kueue/quota-node-group": {
    severity: "error",
    trips: [
      {
        when: "a group that Kueue has not",
        change: team({ gpus: 8, quota: { h100: 8 } }),
        at: ["teams", "vision", "namespace", "quota", "h100"],
        message: ["no node group of kueue, which has l40s"],
      },
      {
        when: "no Kueue",
        change: { teams: { vision: { namespace: { quota: { l40s: 8 } } } } },
        at: QUOTA,
        message: ["no kueue"],
      },
      {
        when: "a quota where history decides",
        change: queued(
          { sharing: { kind: "history" } },
          { teams: { vision: { gpus: 16, namespace: { gpus: 8, quota: { l40s: 8 } } } } },
        ),
        at: QUOTA,
        message: ["shares by history"],
      },
    ],
    passes: [{ when: "a group of Kueue", change: team({ gpus: 8, quota: { l40s: 8 } }) }],
  },
  "kueue/quota-above-capacity": {
    severity: "error",
    trips: [
      {
        when: "more than there are, of two teams",
        change: team({ gpus: 8, quota: { l40s: 6 } }, { speech: { namespace: { quota: { l40s: 3 } } } }),
        at: QUOTA,
        message: ["vision 6, speech 3: 9 GPUs, and l40s has 8"],
      },
    ],
    passes: [
      {
        when: "as many as there are",
        change: team({ gpus: 8, quota: { l40s: 6 } }, { speech: { namespace: { quota: { l40s: 2 } } } }),
      },
      { when: "a team that says none beside", change: team({ gpus: 8, quota: { l40s: 8 } }, { speech: {} }) },
      {
        when: "nodes that are still to come",
        change: { ...team({ gpus: 8, quota: { l40s: 8 } }), nodeGroups: { l40s: { ...L40S, nodes: 0 } } },
      },
    ],
  },
  "kueue/nodes-come-and-go": {
    severity: "error",
    trips: [
      {
        change: queued(
          { nodeGroups: ["l40s", "l4"] },
          {
            nodeGroups: {
              l40s: L40S,
              l4: { instanceType: "g6.12xlarge", nodes: { min: 0, max: 2 }, fabric: { kind: "none" } },
            },
          },
        ),
        at: ["kueue", "nodeGroups", 1],
        message: ["nodes of l4 come and go"],
        fix: ["a range for all"],
      },
    ],
    passes: [
      { when: "nodes that stay", change: queued() },
      {
        when: "nodes that all come and go",
        change: queued({}, { nodeGroups: { l40s: { ...L40S, nodes: { min: 0, max: 2 } } } }),
      },
    ],
  },
  "kueue/operator-not-held": {
    severity: "warning",
    trips: [
      {
        change: queued({ operators: ["jobset", "kuberay"], jobs: ["job", "jobset", "rayjob"] }),
        at: ["kueue", "operators", 1],
        message: ["kuberay brings raycluster or rayservice"],
        fix: ['"raycluster", "rayservice"'],
      },
    ],
    passes: [{ when: "kinds that are held", change: queued({ operators: ["jobset"], jobs: ["job", "jobset"] }) }],
  },
  "kueue/trainer-without-jobset": {
    severity: "error",
    trips: [
      {
        change: queued({ operators: ["trainer"], jobs: ["job", "trainjob"] }),
        at: ["kueue", "operators", 0],
        message: ["makes JobSets"],
        fix: ['add "jobset"'],
      },
    ],
    passes: [
      { when: "both", change: queued({ operators: ["trainer", "jobset"], jobs: ["job", "jobset", "trainjob"] }) },
    ],
  },
  "kueue/flavor-labels": {
    severity: "error",
    trips: [
      {
        when: "nine taints",
        change: queued(
          {},
          {
            nodeGroups: {
              l40s: {
                ...L40S,
                taints: Array.from({ length: 9 }, (_, at) => ({ key: `example.com/t${at}`, effect: "NoSchedule" })),
              },
            },
          },
        ),
        at: ["kueue", "nodeGroups", 0],
        message: ["8 are allowed"],
      },
    ],
    passes: [{ when: "a few", change: queued() }],
  },
});
