import { GPU_RULES } from "../../../config/rules/gpu";
import { ruleOf, violations, type Change } from "../../helpers/environment";
import { group, ruleFindings, type Pass, type Trip } from "../../helpers/rule-findings";

const gpu = (change: Change, more: Change = {}): Change => ({ gpu: change, ...more });
const helm = (values: Change) => ({ platform: { helmValues: { "gpu-operator": values } } });
const CUSTOM = group("h100", { image: { kind: "custom", imageId: "ami-0123456789abcdef0" } });
const BOTTLEROCKET = group("h100", { image: { kind: "bottlerocket" } });
const NO_GPUS = { nodeGroups: { h100: null } };

const trips: Trip[] = [
  {
    rule: "gpu/driver-owner",
    finds: "an operator's driver on images that have one",
    change: gpu({ driver: "operator" }),
    at: ["gpu", "driver"],
    says: ["driver is operator", "h100 (al2023)"],
    fix: [`driver: "ami"`, `kind: "custom"`],
  },
  {
    rule: "gpu/driver-owner",
    finds: "an operator's driver without the operator",
    change: gpu({ driver: "operator", operator: false }, CUSTOM),
    at: ["gpu", "driver"],
    says: ["operator is false", "nobody brings a driver"],
    fix: ["operator: true"],
  },
  {
    rule: "gpu/driver-container",
    finds: "a custom image of unknown make",
    change: gpu({ driver: "operator" }, CUSTOM),
    at: ["nodeGroups", "h100", "image", "imageId"],
    says: ["ami-0123456789abcdef0", "unknown"],
    fix: [`driver: "ami"`],
  },
  {
    rule: "gpu/gds-driver",
    finds: "GPUDirect Storage beside the driver of the image",
    change: gpu({ gds: true }),
    at: ["gpu", "gds"],
    says: ["gds is true", "driver is ami", "operator is true"],
    fix: ["gds: false"],
  },
  {
    rule: "gpu/gds-driver",
    finds: "GPUDirect Storage without the operator",
    change: gpu({ gds: true, driver: "operator", operator: false }),
    at: ["gpu", "gds"],
    says: ["operator is false"],
    fix: ["gds: false"],
  },
  ...["driver", "toolkit"].map((part): Trip => ({
    rule: "gpu/helm-values",
    finds: `${part} switched on beside that of the image`,
    change: helm({ [part]: { enabled: true } }),
    at: ["platform", "helmValues", "gpu-operator", part, "enabled"],
    says: [part, "gpu.driver is ami"],
    fix: [`remove ${part}.enabled`],
  })),
  {
    rule: "gpu/helm-values",
    finds: "the device plugin switched on beside DRA",
    change: gpu({ allocation: "dra" }, helm({ devicePlugin: { enabled: true } })),
    at: ["platform", "helmValues", "gpu-operator", "devicePlugin", "enabled"],
    says: ["devicePlugin", "gpu.allocation is dra"],
    fix: ["remove devicePlugin.enabled"],
  },
  {
    rule: "gpu/operator-off",
    finds: "GPUs that nobody offers",
    change: gpu({ operator: false }),
    at: ["gpu", "operator"],
    says: ["operator is false", "h100"],
    fix: ["operator: true"],
  },
  {
    rule: "gpu/dcgm-needs-operator",
    finds: "an exporter that nobody runs",
    change: gpu({ operator: false }),
    at: ["gpu", "dcgm"],
    says: ["dcgm is exporter", "operator is false"],
    fix: [`dcgm: "off"`],
  },
  {
    rule: "gpu/gdrcopy-on-cpu",
    finds: "a module of the NVIDIA driver on CPU nodes",
    change: group("cpu", { gdrcopyModule: true }),
    at: ["nodeGroups", "cpu", "gdrcopyModule"],
    says: ["m7i.4xlarge has no GPU"],
    fix: ["remove gdrcopyModule"],
  },
];

const passes: Pass[] = [
  {
    rule: "gpu/driver-container",
    allows: "images of EKS, of which a harder rule tells",
    change: gpu({ driver: "operator" }),
  },
  {
    rule: "gpu/driver-owner",
    allows: "an operator's driver on custom images",
    change: gpu({ driver: "operator" }, CUSTOM),
  },
  { rule: "gpu/driver-owner", allows: "no operator where the image has the driver", change: gpu({ operator: false }) },
  { rule: "gpu/driver-container", allows: "a custom image with a driver of its own", change: CUSTOM },
  {
    rule: "gpu/gds-driver",
    allows: "GPUDirect Storage with the operator's driver",
    change: gpu({ gds: true, driver: "operator" }, CUSTOM),
  },
  {
    rule: "gpu/helm-values",
    allows: "driver and toolkit where the operator owns them",
    change: gpu({ driver: "operator" }, helm({ driver: { enabled: true }, toolkit: { enabled: true } })),
  },
  {
    rule: "gpu/helm-values",
    allows: "values that only repeat what is so",
    change: helm({ driver: { enabled: false }, devicePlugin: { enabled: true }, toolkit: null }),
  },
  {
    rule: "gpu/operator-off",
    allows: "Bottlerocket, which has a plugin",
    change: gpu({ operator: false }, BOTTLEROCKET),
  },
  {
    rule: "gpu/operator-off",
    allows: "DRA, which is a chart of its own",
    change: gpu({ operator: false, allocation: "dra" }),
  },
  { rule: "gpu/operator-off", allows: "CPU nodes alone", change: gpu({ operator: false }, NO_GPUS) },
  { rule: "gpu/dcgm-needs-operator", allows: "no telemetry", change: gpu({ operator: false, dcgm: "off" }) },
  { rule: "gpu/dcgm-needs-operator", allows: "CPU nodes alone", change: gpu({ operator: false }, NO_GPUS) },
  { rule: "gpu/gdrcopy-on-cpu", allows: "the module on GPU nodes", change: group("h100", { gdrcopyModule: true }) },
];

ruleFindings(GPU_RULES, trips, passes);

test("both faults of an operator's driver are told at once", () => {
  const found = violations(ruleOf(GPU_RULES, "gpu/driver-owner"), gpu({ driver: "operator", operator: false }));
  expect(found.map((v) => v.message)).toEqual([
    "driver is operator, but the images of h100 (al2023) bring a driver",
    "driver is operator, but operator is false: nobody brings a driver",
  ]);
});
