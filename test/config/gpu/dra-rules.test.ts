import { CHARTS } from "../../../config/facts/versions";
import { GPU_DRA_RULES } from "../../../config/gpu/dra-rules";
import { ruleOf, violations, type Change } from "../../helpers/environment";
import { group, ruleCases } from "../../helpers/rule-cases";

const dra = (version: string, change: Change = {}): Change => ({
  gpu: { allocation: "dra" },
  cluster: { version },
  ...change,
});
const bottlerocket = (release?: string) =>
  group("h100", { image: { kind: "bottlerocket", ...(release && { release }) } });
const GB200 = group("h100", { instanceType: "p6e-gb200.36xlarge" });
/** A group of GB200 and one of L40S, each with its own way. */
const MIXED = (gb200: string, l40s: string): Change => ({
  nodeGroups: {
    h100: { instanceType: "p6e-gb200.36xlarge", allocation: gb200 },
    l40s: { instanceType: "g6e.12xlarge", nodes: 2, allocation: l40s },
  },
});
const TEAM = (gpus: number) => ({ vision: { gpus: 16, namespace: { gpus } } });
const TCP = group("h100", { fabric: { kind: "none" } });

ruleCases(GPU_DRA_RULES, {
  "gpu/dra-version": {
    severity: "error",
    trips: [
      {
        when: "a Kubernetes too old for the EFA driver",
        change: dra("1.34"),
        at: ["cluster", "version"],
        message: [`aws-dranet ${CHARTS["aws-dranet"].version}`, "asks for Kubernetes 1.35", "version is 1.34"],
        fix: [`version: "1.35"`, `allocation: "device-plugin"`],
      },
      {
        when: "a Kubernetes too old for the GPU driver",
        change: dra("1.33", TCP),
        at: ["cluster", "version"],
        message: ["dra-driver-nvidia-gpu", "asks for Kubernetes 1.34"],
        fix: [`version: "1.34"`],
      },
    ],
    passes: [
      { when: "the oldest Kubernetes of both drivers", change: dra("1.35") },
      { when: "the oldest Kubernetes of the GPU driver without EFA", change: dra("1.34", TCP) },
      { when: "device plugins on an old Kubernetes", change: { cluster: { version: "1.31" } } },
    ],
  },
  "gpu/dra-bottlerocket": {
    severity: "error",
    trips: [
      {
        when: "a Bottlerocket whose plugin always runs",
        change: dra("1.36", bottlerocket("1.62.9-1a2b3c4d")),
        at: ["nodeGroups", "h100", "image", "release"],
        message: ["Bottlerocket 1.62.9-1a2b3c4d", "1.63.0"],
        fix: ["1.63.0 or later"],
      },
    ],
    passes: [
      { when: "1.63", change: dra("1.36", bottlerocket("1.63.0-1a2b3c4d")) },
      { when: "the release that EKS recommends", change: dra("1.36", bottlerocket()) },
      { when: "device plugins on any release", change: bottlerocket("1.50.0-1a2b3c4d") },
    ],
  },
  "gpu/gb200-needs": {
    severity: "error",
    trips: [
      {
        when: "GB200 with device plugins",
        change: { gpu: { allocation: "device-plugin" }, ...GB200 },
        at: ["nodeGroups", "h100", "allocation"],
        message: ["device-plugin", "h100 has p6e-gb200.36xlarge"],
        fix: [`allocation: "dra"`],
      },
    ],
    passes: [
      { when: "GB200 with DRA", change: dra("1.36", GB200) },
      { when: "GB200 of which nothing is said", change: GB200 },
      {
        when: "GB200 with DRA in an environment of device plugins",
        change: {
          gpu: { allocation: "device-plugin" },
          ...group("h100", { instanceType: "p6e-gb200.36xlarge", allocation: "dra" }),
        },
      },
      { when: "H100 with device plugins", change: {} },
    ],
  },
  "gpu/compute-domain-mix": {
    severity: "error",
    trips: [
      {
        when: "GB200 with device plugins beside GPUs that are claimed",
        change: MIXED("device-plugin", "dra"),
        at: ["nodeGroups", "h100", "allocation"],
        message: ["allocation of h100 is device-plugin", "the GPUs of l40s"],
        fix: ["the same allocation"],
      },
    ],
    passes: [
      { when: "GB200 with DRA beside device plugins", change: MIXED("dra", "device-plugin") },
      { when: "GB200 with device plugins beside device plugins", change: MIXED("device-plugin", "device-plugin") },
    ],
  },
  "gpu/mixed-validator": {
    severity: "warning",
    trips: [
      {
        when: "groups that differ",
        change: MIXED("dra", "device-plugin"),
        at: ["nodeGroups", "h100", "allocation"],
        message: ["h100 is allocated by dra", "nvidia-operator-validator"],
        fix: ["the same allocation in all GPU groups"],
      },
    ],
    passes: [
      { when: "one way for all", change: MIXED("dra", "dra") },
      { when: "no operator", change: { ...MIXED("dra", "device-plugin"), gpu: { operator: false } } },
    ],
  },
  "gpu/mixed-quota": {
    severity: "error",
    trips: [
      {
        when: "a namespace with GPUs where groups differ",
        change: { ...MIXED("dra", "device-plugin"), teams: TEAM(8) },
        at: ["teams", "vision", "namespace", "gpus"],
        message: ["may use 8 GPUs", "claims", "nvidia.com/gpu", "up to 16"],
        fix: ["namespace: { gpus: 0 }"],
      },
      {
        when: "instances of three sizes",
        change: {
          slurm: null,
          ...group("h100", { fabric: { kind: "none" }, sharing: { kind: "mig", layout: "all-balanced" } }),
          teams: TEAM(8),
        },
        at: ["teams", "vision", "namespace", "gpus"],
        message: ["nvidia.com/mig-1g.10gb and nvidia.com/mig-2g.20gb and nvidia.com/mig-3g.40gb", "up to 24"],
        fix: ["kueue"],
      },
    ],
    passes: [
      { when: "a namespace without GPUs", change: { ...MIXED("dra", "device-plugin"), teams: TEAM(0) } },
      { when: "one way for all", change: { ...MIXED("dra", "dra"), teams: TEAM(8) } },
    ],
  },
});

test("both drivers are told of when Kubernetes is too old for both", () => {
  const found = violations(ruleOf(GPU_DRA_RULES, "gpu/dra-version"), dra("1.33"));
  expect(found.map((v) => v.message.split(", and ")[1]?.split(" ")[0])).toEqual([
    "dra-driver-nvidia-gpu",
    "aws-dranet",
  ]);
});
