import { DEFAULT_QUOTA_RULES } from "../../../../../config/sites/aws-eks/quotas/rules";
import { group, groupAt, ruleCases } from "../../../../helpers/rule-cases";

/** The CPU group of the sample is on demand, and needs more than the 5 vCPUs of a new account. */
const BLOCKED_CPU = { capacity: { kind: "reservation", target: "cr-0123456789abcdef1", zone: "us-east-1a" }, nodes: 1 };

const h100 = (capacity: object, nodes = 16) => ({ nodeGroups: { cpu: BLOCKED_CPU, h100: { nodes, capacity } } });

ruleCases(DEFAULT_QUOTA_RULES, {
  "capacity/default-quota": {
    severity: "warning",
    tripsSample: true,
    trips: [
      {
        when: "16 p5 on demand",
        change: h100({ kind: "on-demand" }),
        at: groupAt("h100", "nodes"),
        message: ["h100 needs 3,072 vCPUs", "Running On-Demand P instances", "L-417A185B", "AWS gives a new account 0"],
        fix: ["npx railyard preflight sample", "raised to 3,072"],
      },
      {
        when: "one p5 on spot",
        change: h100({ kind: "spot" }, 1),
        at: groupAt("h100", "nodes"),
        message: ["192 vCPUs", "All P Spot Instance Requests", "L-7212CCBC"],
      },
      {
        when: "CPU nodes, and the system nodes beside them",
        change: group("cpu", { instanceType: "m7i.large", nodes: 1 }),
        at: groupAt("cpu", "nodes"),
        message: ["cpu and the system nodes need ", "AWS gives a new account 5", "what this one has is unknown here"],
      },
      {
        when: "two groups on one quota, once",
        change: { nodeGroups: { more: { instanceType: "m7i.large", nodes: 1 } } },
        at: groupAt("cpu", "nodes"),
        message: ["cpu, more and the system nodes need "],
      },
    ],
    passes: [
      {
        when: "what is reserved, and system nodes alone",
        change: h100({ kind: "reservation", target: "cr-0123456789abcdef0", zone: "us-east-1a" }),
      },
      {
        when: "a Capacity Block, which counts on none",
        change: h100({
          kind: "capacity-block",
          id: "cr-0123456789abcdef0",
          zone: "us-east-1a",
          start: "2026-12-01",
          end: "2026-12-15",
        }),
      },
    ],
  },
});
