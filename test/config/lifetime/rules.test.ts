import { LIFETIME_RULES } from "../../../config/lifetime/rules";
import { CAPACITY_BLOCK, group, ruleCases } from "../../helpers/rule-cases";

const development = (expires: string) => ({ profile: "development", lifetime: { expires } });
const AT = ["lifetime", "expires"];

ruleCases(LIFETIME_RULES, {
  "lifetime/production": {
    severity: "error",
    trips: [
      { change: { lifetime: { expires: "2026-12-31" } }, at: AT, message: ["production", "2027-01-01T00:00:00Z"] },
    ],
    passes: [{ change: development("2026-12-31") }],
  },
  "lifetime/over": {
    severity: "warning",
    trips: [
      { change: development("2026-11-20"), at: AT, message: ["expired at 2026-11-21T00:00:00Z"], fix: ["destroy it"] },
      { change: development("2026-11-21T12:00:00Z"), at: AT, message: ["2026-11-21T12:00:00Z"] },
    ],
    passes: [{ change: development("2026-11-21") }, { change: development("2026-11-21T12:00:01Z") }],
  },
  "lifetime/paid-capacity": {
    severity: "warning",
    trips: [
      {
        change: { ...development("2026-11-25"), ...group("h100", { capacity: CAPACITY_BLOCK }) },
        at: AT,
        message: ["h100", "2026-11-27T11:30:00Z"],
        fix: ['"2026-11-27T11:30:00Z"'],
      },
    ],
    passes: [
      { change: { ...development("2026-11-27"), ...group("h100", { capacity: CAPACITY_BLOCK }) } },
      {
        when: "a block that is over",
        now: "2026-12-01T00:00:00Z",
        change: { ...development("2026-11-26"), ...group("h100", { capacity: CAPACITY_BLOCK }) },
      },
      { when: "reservations", change: development("2026-11-25") },
    ],
  },
  "lifetime/autoscaler": {
    severity: "warning",
    // cpu has a range of nodes
    trips: [{ change: development("2026-12-31"), at: ["nodeGroups", "cpu", "nodes"], message: ["cpu", "2027-01-01"] }],
    passes: [
      { change: { ...development("2026-12-31"), ...group("cpu", { nodes: 2 }) } },
      {
        when: "a pool whose jobs ask for no node from then on",
        change: {
          ...development("2026-12-31"),
          ...group("cpu", { scaledBy: { kind: "karpenter" } }),
          slurm: { partitions: { prep: { nodeGroups: ["cpu"] } } },
        },
      },
      { change: {} },
    ],
  },
});
