import { GPU_SHARING_RULES } from "../../../config/rules/gpu-sharing";
import type { Change } from "../../helpers/environment";
import { group, ruleFindings, type Pass, type Trip } from "../../helpers/rule-findings";

const SLICED = { kind: "time-slicing", replicas: 4 };
const MPS = { kind: "mps", replicas: 4 };
const MIG = { kind: "mig", profile: "1g.10gb" };
const shared = (sharing: Change, more: Change = {}): Change => group("h100", { sharing, ...more });
const BOTTLEROCKET = { image: { kind: "bottlerocket" } };
const AT = ["nodeGroups", "h100", "sharing", "kind"];

const trips: Trip[] = [
  {
    rule: "gpu/sharing-on-cpu",
    finds: "CPU nodes whose GPUs are shared",
    change: group("cpu", { sharing: SLICED }),
    at: ["nodeGroups", "cpu", "sharing", "kind"],
    says: ["time-slicing", "m7i.4xlarge has no NVIDIA GPU"],
    fix: ["remove sharing"],
  },
  {
    rule: "gpu/sharing-on-fabric",
    finds: "more pods than EFA devices",
    change: shared({ kind: "time-slicing", replicas: 8 }),
    at: AT,
    says: ["time-slicing", "64 pods for 32 EFA devices"],
    fix: [`fabric: { kind: "none" }`],
  },
  {
    rule: "gpu/mps-bottlerocket",
    finds: "MPS on Bottlerocket and offers as many replicas",
    change: shared(MPS, BOTTLEROCKET),
    at: AT,
    says: ["mps on Bottlerocket"],
    fix: [`kind: "time-slicing", replicas: 4`],
  },
  ...[SLICED, MPS].map((sharing): Trip => ({
    rule: "gpu/sharing-needs-plugin",
    finds: `${sharing.kind} by DRA`,
    change: { gpu: { allocation: "dra" }, ...shared(sharing) },
    at: AT,
    says: [sharing.kind, "alpha"],
    fix: [`allocation: "device-plugin"`],
  })),
  ...[SLICED, MPS, MIG].map((sharing): Trip => ({
    rule: "gpu/sharing-needs-operator",
    finds: `${sharing.kind} that nobody applies`,
    change: { gpu: { operator: false }, ...shared(sharing) },
    at: AT,
    says: [sharing.kind, "operator is false", "al2023"],
    fix: ["operator: true"],
  })),
  ...[SLICED, MPS, MIG].map((sharing): Trip => ({
    rule: "gpu/sharing-with-slurm",
    finds: `${sharing.kind} on nodes that Slurm hands out whole`,
    change: shared(sharing),
    at: AT,
    says: [sharing.kind, "partition train", "8 whole GPUs"],
    fix: ["take h100 out of partition train"],
  })),
];

const passes: Pass[] = [
  {
    rule: "gpu/sharing-on-fabric",
    allows: "CPU nodes with EFA, of which another rule tells",
    change: group("cpu", { instanceType: "m7i.48xlarge", fabric: { kind: "efa" }, sharing: SLICED }),
  },
  {
    rule: "gpu/sharing-needs-plugin",
    allows: "CPU nodes, of which another rule tells",
    change: { gpu: { allocation: "dra" }, ...group("cpu", { sharing: SLICED }) },
  },
  {
    rule: "gpu/sharing-needs-operator",
    allows: "whole GPUs without the operator",
    change: { gpu: { operator: false } },
  },
  {
    rule: "gpu/sharing-needs-operator",
    allows: "CPU nodes, of which another rule tells",
    change: { gpu: { operator: false }, ...group("cpu", { sharing: SLICED }) },
  },
  {
    rule: "gpu/sharing-with-slurm",
    allows: "CPU nodes in a partition, of which another rule tells",
    change: { slurm: { partitions: { train: { nodeGroups: ["cpu"] } } }, ...group("cpu", { sharing: SLICED }) },
  },
  { rule: "gpu/sharing-on-cpu", allows: "shared GPUs", change: shared(SLICED) },
  {
    rule: "gpu/sharing-on-fabric",
    allows: "sharing without EFA",
    change: shared(SLICED, { fabric: { kind: "none" } }),
  },
  { rule: "gpu/sharing-on-fabric", allows: "MIG, of which a harder rule tells", change: shared(MIG) },
  { rule: "gpu/mps-bottlerocket", allows: "MPS on Amazon Linux", change: shared(MPS) },
  { rule: "gpu/mps-bottlerocket", allows: "time-slicing on Bottlerocket", change: shared(SLICED, BOTTLEROCKET) },
  { rule: "gpu/sharing-needs-plugin", allows: "time-slicing by the device plugin", change: shared(SLICED) },
  {
    rule: "gpu/sharing-needs-plugin",
    allows: "MIG by DRA, which finds slices that are there",
    change: { gpu: { allocation: "dra" }, ...shared(MIG) },
  },
  {
    rule: "gpu/sharing-needs-operator",
    allows: "Bottlerocket, which shares by itself",
    change: { gpu: { operator: false }, ...shared(SLICED, BOTTLEROCKET) },
  },
  { rule: "gpu/sharing-needs-operator", allows: "sharing with the operator", change: shared(MIG) },
  { rule: "gpu/sharing-with-slurm", allows: "sharing without Slurm", change: { slurm: null, ...shared(SLICED) } },
  {
    rule: "gpu/sharing-with-slurm",
    allows: "sharing on a group of no partition",
    change: { slurm: { partitions: { train: { nodeGroups: ["cpu"] } } }, ...shared(SLICED) },
  },
];

ruleFindings(GPU_SHARING_RULES, trips, passes);
