import { GPU_SHARING_RULES } from "../../../config/sharing/rules";
import type { Change } from "../../helpers/environment";
import { group, ruleCases, type Trip } from "../../helpers/rule-cases";

const SLICED = { kind: "time-slicing", replicas: 4 };
const MPS = { kind: "mps", replicas: 4 };
const MIG = { kind: "mig", layout: "all-1g.10gb" };
const shared = (sharing: Change, more: Change = {}): Change => ({ slurm: null, ...inSlurm(sharing, more) });
const inSlurm = (sharing: Change, more: Change = {}): Change => group("h100", { sharing, ...more });
const BOTTLEROCKET = { image: { kind: "bottlerocket" } };
const AT = ["nodeGroups", "h100", "sharing", "kind"];

ruleCases(GPU_SHARING_RULES, {
  "gpu/sharing-on-cpu": {
    severity: "error",
    trips: [
      {
        when: "CPU nodes whose GPUs are shared",
        change: group("cpu", { sharing: SLICED }),
        at: ["nodeGroups", "cpu", "sharing", "kind"],
        message: ["time-slicing", "m7i.4xlarge has no NVIDIA GPU"],
        fix: ["remove sharing"],
      },
    ],
    passes: [{ when: "shared GPUs", change: shared(SLICED) }],
  },
  "gpu/sharing-on-fabric": {
    severity: "warning",
    trips: [
      {
        when: "more pods than EFA devices",
        change: shared({ kind: "time-slicing", replicas: 8 }),
        at: AT,
        message: ["time-slicing", "64 pods for 32 EFA devices"],
        fix: [`fabric: { kind: "none" }`],
      },
    ],
    passes: [
      {
        when: "CPU nodes with EFA, of which another rule tells",
        change: group("cpu", { instanceType: "m7i.48xlarge", fabric: { kind: "efa" }, sharing: SLICED }),
      },
      { when: "sharing without EFA", change: shared(SLICED, { fabric: { kind: "none" } }) },
      { when: "MIG, of which a harder rule tells", change: shared(MIG) },
    ],
  },
  "gpu/sharing-needs-plugin": {
    severity: "error",
    trips: [SLICED, MPS].map((sharing): Trip => ({
      when: `${sharing.kind} by DRA`,
      change: { gpu: { allocation: "dra" }, ...shared(sharing) },
      at: AT,
      message: [sharing.kind, "alpha"],
      fix: [`allocation: "device-plugin"`],
    })),
    passes: [
      {
        when: "CPU nodes, of which another rule tells",
        change: { gpu: { allocation: "dra" }, ...group("cpu", { sharing: SLICED }) },
      },
      { when: "time-slicing by the device plugin", change: shared(SLICED) },
      { when: "MIG by DRA, which finds slices that are there", change: { gpu: { allocation: "dra" }, ...shared(MIG) } },
    ],
  },
  "gpu/sharing-needs-operator": {
    severity: "error",
    trips: [SLICED, MPS, MIG]
      .map((sharing): Trip => ({
        when: `${sharing.kind} that nobody applies`,
        change: { gpu: { operator: false }, ...shared(sharing) },
        at: AT,
        message: [sharing.kind, "operator is false", "al2023"],
        fix: ["operator: true"],
      }))
      .concat({
        when: "Bottlerocket, whose own plugin is told nothing of it",
        change: { gpu: { operator: false }, ...shared(SLICED, BOTTLEROCKET) },
        at: AT,
        message: ["operator is false", "bottlerocket"],
        fix: ["operator: true"],
      }),
    passes: [
      { when: "whole GPUs without the operator", change: { gpu: { operator: false } } },
      {
        when: "CPU nodes, of which another rule tells",
        change: { gpu: { operator: false }, ...group("cpu", { sharing: SLICED }) },
      },
      { when: "sharing with the operator", change: shared(MIG) },
    ],
  },
  "gpu/sharing-with-slurm": {
    severity: "error",
    trips: [
      {
        when: "MPS, which Slurm would have to do itself",
        change: inSlurm(MPS),
        at: AT,
        message: ["sharing is mps, and partition train has h100", "one user and one GPU of a node at a time"],
        fix: [`kind: "time-slicing"`, "take h100 out of partition train"],
      },
      {
        when: "instances that are claimed",
        change: { gpu: { allocation: "dra" }, ...inSlurm(MIG) },
        at: AT,
        message: ["allocation is dra"],
        fix: ["take h100 out of partition train"],
      },
    ],
    passes: [
      { when: "instances, which a script lists", change: inSlurm(MIG) },
      { when: "time-slicing, which are shards", change: inSlurm(SLICED) },
      {
        when: "a layout that the GPU has not, of which another rule tells",
        change: inSlurm({ kind: "mig", layout: "all-1g.5gb" }),
      },
      {
        when: "CPU nodes in a partition, of which another rule tells",
        change: { slurm: { partitions: { train: { nodeGroups: ["cpu"] } } }, ...group("cpu", { sharing: SLICED }) },
      },
      { when: "sharing without Slurm", change: { slurm: null, ...shared(SLICED) } },
      {
        when: "sharing on a group of no partition",
        change: { slurm: { partitions: { train: { nodeGroups: ["cpu"] } } }, ...inSlurm(SLICED) },
      },
    ],
  },
});
