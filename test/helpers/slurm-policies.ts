import type { Change } from "./environment";

/** Everything that `slurm` and `teams` say of limits, on two types of GPUs and CPU nodes. */
export const POLICIES = {
  nodeGroups: {
    h100: {
      instanceType: "p5.48xlarge",
      nodes: 4,
      capacity: { kind: "reservation", target: "cr-0123456789abcdef0", zone: "us-east-1a" },
    },
    l40s: { instanceType: "g6e.12xlarge", nodes: 2, fabric: { kind: "none" }, zone: "us-east-1a" },
    cpu: { instanceType: "m7i.4xlarge", nodes: 2 },
  },
  slurm: {
    partitions: {
      train: { nodeGroups: ["h100"], default: true, maxHours: 48, defaultHours: 2 },
      small: { nodeGroups: ["l40s"], maxHours: 24, defaultHours: 1, nodeSharing: "user" },
      prep: { nodeGroups: ["cpu"], maxHours: 12, defaultHours: 1, nodeSharing: "none" },
    },
    halfLifeDays: 3.5,
    reservations: {
      upgrade: { kind: "maintenance", start: "2099-12-01T06:00:00Z", end: "2099-12-01T12:00:00Z", partition: "prep" },
      block: {
        kind: "teams",
        partition: "small",
        teams: ["research"],
        start: "2099-12-01T06:00:00Z",
        end: "2099-12-09T12:00:00Z",
      },
    },
    submit: { leaves: { train: { nodes: 2, waitMinutes: 5 } } },
    qos: {
      scavenger: { exemptMinutes: 1, maxHours: 24 },
      standard: { gpusPerUser: 32, submittedPerUser: 500 },
      urgent: {
        priority: 500,
        preempts: ["scavenger", "standard"],
        maxHours: 4,
        gpusPerUser: { h100: 8 },
        gpusPerTeam: 8,
        gpusPerJob: 8,
        gpus: 16,
        gpuHours: 64,
        jobsPerUser: 2,
        exemptMinutes: 5,
        usageFactor: 2,
        partitions: ["train"],
      },
      debug: { priority: 200, maxHours: 1, everyone: true },
      high: { graceSeconds: 60 },
    },
    users: {
      ada: { uid: 20001 },
      "jane.doe": { uid: 20002 },
    },
    defaultTeams: { "jane.doe": "vision" },
  },
  teams: {
    research: { gpus: 32, gpusByType: { h100: 24 }, gpuHours: 4000, share: 300, coordinators: ["ada"] },
    vision: { parent: "research", gpus: 8, share: 2, users: ["jane.doe"], qos: ["urgent"], burst: 8 },
    speech: { parent: "research", share: 1, users: ["ada", "jane.doe"] },
    interns: { gpus: 4, gpusByType: { h100: 0, l40s: 4 }, partitions: ["small", "prep"], users: ["ada"] },
  },
} as const satisfies Change;
