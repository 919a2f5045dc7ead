import { CHARTS } from "../../../config/facts/versions";
import { GPU_DRA_RULES } from "../../../config/rules/gpu-dra";
import { ruleOf, violations, type Change } from "../../helpers/environment";
import { group, ruleFindings, type Pass, type Trip } from "../../helpers/rule-findings";

const dra = (version: string, change: Change = {}): Change => ({
  gpu: { allocation: "dra" },
  cluster: { version },
  ...change,
});
const bottlerocket = (release?: string) =>
  group("h100", { image: { kind: "bottlerocket", ...(release && { release }) } });
const GB200 = group("h100", { instanceType: "p6e-gb200.36xlarge" });
const TCP = group("h100", { fabric: { kind: "none" } });

const trips: Trip[] = [
  {
    rule: "gpu/dra-version",
    finds: "a Kubernetes too old for the EFA driver",
    change: dra("1.34"),
    at: ["cluster", "version"],
    says: [`aws-dranet ${CHARTS["aws-dranet"].version}`, "asks for Kubernetes 1.35", "version is 1.34"],
    fix: [`version: "1.35"`, `allocation: "device-plugin"`],
  },
  {
    rule: "gpu/dra-version",
    finds: "a Kubernetes too old for the GPU driver",
    change: dra("1.33", TCP),
    at: ["cluster", "version"],
    says: ["dra-driver-nvidia-gpu", "asks for Kubernetes 1.34"],
    fix: [`version: "1.34"`],
  },
  {
    rule: "gpu/dra-bottlerocket",
    finds: "a Bottlerocket whose plugin always runs",
    change: dra("1.36", bottlerocket("1.62.9-1a2b3c4d")),
    at: ["nodeGroups", "h100", "image", "release"],
    says: ["Bottlerocket 1.62.9-1a2b3c4d", "1.63.0"],
    fix: ["1.63.0 or later"],
  },
  {
    rule: "gpu/gb200-needs",
    finds: "GB200 with device plugins",
    change: GB200,
    at: ["gpu", "allocation"],
    says: ["device-plugin", "h100 has p6e-gb200.36xlarge"],
    fix: [`allocation: "dra"`],
  },
];

const passes: Pass[] = [
  { rule: "gpu/dra-version", allows: "the oldest Kubernetes of both drivers", change: dra("1.35") },
  { rule: "gpu/dra-version", allows: "the oldest Kubernetes of the GPU driver without EFA", change: dra("1.34", TCP) },
  { rule: "gpu/dra-version", allows: "device plugins on an old Kubernetes", change: { cluster: { version: "1.31" } } },
  { rule: "gpu/dra-bottlerocket", allows: "1.63", change: dra("1.36", bottlerocket("1.63.0-1a2b3c4d")) },
  { rule: "gpu/dra-bottlerocket", allows: "the release that EKS recommends", change: dra("1.36", bottlerocket()) },
  { rule: "gpu/dra-bottlerocket", allows: "device plugins on any release", change: bottlerocket("1.50.0-1a2b3c4d") },
  { rule: "gpu/gb200-needs", allows: "GB200 with DRA", change: dra("1.36", GB200) },
  { rule: "gpu/gb200-needs", allows: "H100 with device plugins", change: {} },
];

ruleFindings(GPU_DRA_RULES, trips, passes);

test("both drivers are told of when Kubernetes is too old for both", () => {
  const found = violations(ruleOf(GPU_DRA_RULES, "gpu/dra-version"), dra("1.33"));
  expect(found.map((v) => v.message.split(", and ")[1]?.split(" ")[0])).toEqual([
    "dra-driver-nvidia-gpu",
    "aws-dranet",
  ]);
});
