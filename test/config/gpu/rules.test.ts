import { GPU_RULES } from "../../../config/gpu/rules";
import { ruleOf, violations, type Change } from "../../helpers/environment";
import { hybrid } from "../../helpers/hybrid";
import { group, ruleCases, type Trip } from "../../helpers/rule-cases";

const gpu = (change: Change, more: Change = {}): Change => ({ gpu: change, ...more });
const helm = (values: Change) => ({ platform: { helmValues: { "gpu-operator": values } } });
const CUSTOM = group("h100", { image: { kind: "custom", imageId: "ami-0123456789abcdef0" } });
const BOTTLEROCKET = group("h100", { image: { kind: "bottlerocket" } });
const NO_GPUS = { nodeGroups: { h100: null } };

ruleCases(GPU_RULES, {
  "gpu/driver-owner": {
    severity: "error",
    trips: [
      {
        when: "an operator's driver on images that have one",
        change: gpu({ driver: "operator" }),
        at: ["gpu", "driver"],
        message: ["driver is operator", "h100 (al2023)"],
        fix: [`driver: "ami"`, `kind: "custom"`],
      },
      {
        when: "an operator's driver for a group whose image has one",
        change: group("h100", { driver: "operator" }),
        at: ["nodeGroups", "h100", "driver"],
        message: ["the image of h100 (al2023) brings a driver"],
        fix: [`driver: "host"`],
      },
      {
        when: "servers whose driver the operator brings, without the operator",
        change: { ...hybrid({}, { driver: "operator" }), gpu: { operator: false } },
        at: ["nodeGroups", "onsite", "driver"],
        message: ["operator is false"],
        fix: [`driver: "host"`],
      },
      {
        when: "an operator's driver without the operator",
        change: gpu({ driver: "operator", operator: false }, CUSTOM),
        at: ["gpu", "driver"],
        message: ["operator is false", "nobody brings a driver"],
        fix: ["operator: true"],
      },
    ],
    passes: [
      { when: "an operator's driver on custom images", change: gpu({ driver: "operator" }, CUSTOM) },
      { when: "an operator's driver on servers on premises", change: hybrid({}, { driver: "operator" }) },
      {
        when: "one for all but the groups whose image has one",
        change: { ...group("h100", { driver: "host" }), gpu: { driver: "operator" } },
      },
      { when: "no operator where the image has the driver", change: gpu({ operator: false }) },
    ],
  },
  "gpu/driver-container": {
    severity: "warning",
    trips: [
      {
        when: "a custom image of unknown make",
        change: gpu({ driver: "operator" }, CUSTOM),
        at: ["nodeGroups", "h100", "image", "imageId"],
        message: ["ami-0123456789abcdef0", "unknown"],
        fix: [`driver: "ami"`],
      },
    ],
    passes: [
      { when: "images of EKS, of which a harder rule tells", change: gpu({ driver: "operator" }) },
      { when: "a custom image with a driver of its own", change: CUSTOM },
    ],
  },
  "gpu/gds-driver": {
    severity: "error",
    trips: [
      {
        when: "GPUDirect Storage beside the driver of the image",
        change: gpu({ gds: true }),
        at: ["gpu", "gds"],
        message: ["gds is true", "driver is ami", "operator is true"],
        fix: ["gds: false"],
      },
      {
        when: "GPUDirect Storage without the operator",
        change: gpu({ gds: true, driver: "operator", operator: false }),
        at: ["gpu", "gds"],
        message: ["operator is false"],
        fix: ["gds: false"],
      },
    ],
    passes: [
      { when: "GPUDirect Storage with the operator's driver", change: gpu({ gds: true, driver: "operator" }, CUSTOM) },
      { when: "one with that of a pool", change: { ...hybrid({}, { driver: "operator" }), gpu: { gds: true } } },
    ],
  },
  "gpu/helm-values": {
    severity: "error",
    trips: [
      ...["driver", "toolkit"].map((part): Trip => ({
        when: `${part} switched on beside that of the image`,
        change: helm({ [part]: { enabled: true } }),
        at: ["platform", "helmValues", "gpu-operator", part, "enabled"],
        message: [part, "gpu.driver is ami"],
        fix: [`remove ${part}.enabled`],
      })),
      {
        when: "the device plugin switched on beside DRA",
        change: gpu({ allocation: "dra" }, helm({ devicePlugin: { enabled: true } })),
        at: ["platform", "helmValues", "gpu-operator", "devicePlugin", "enabled"],
        message: ["devicePlugin", "allocation is dra"],
        fix: ["remove devicePlugin.enabled"],
      },
    ],
    passes: [
      {
        when: "driver and toolkit where the operator owns them",
        change: gpu({ driver: "operator" }, helm({ driver: { enabled: true }, toolkit: { enabled: true } })),
      },
      {
        when: "values that only repeat what is so",
        change: helm({ driver: { enabled: false }, devicePlugin: { enabled: true }, toolkit: null }),
      },
    ],
  },
  "gpu/operator-off": {
    severity: "error",
    trips: [
      {
        when: "GPUs that nobody offers",
        change: gpu({ operator: false }),
        at: ["gpu", "operator"],
        message: ["operator is false", "h100"],
        fix: ["operator: true"],
      },
    ],
    passes: [
      { when: "Bottlerocket, which has a plugin", change: gpu({ operator: false }, BOTTLEROCKET) },
      { when: "DRA, which is a chart of its own", change: gpu({ operator: false, allocation: "dra" }) },
      { when: "CPU nodes alone", change: gpu({ operator: false }, NO_GPUS) },
    ],
  },
  "gpu/dcgm-needs-operator": {
    severity: "warning",
    trips: [
      {
        when: "an exporter that nobody runs",
        change: gpu({ operator: false }),
        at: ["gpu", "dcgm"],
        message: ["dcgm is exporter", "operator is false"],
        fix: [`dcgm: "off"`],
      },
    ],
    passes: [
      { when: "no telemetry", change: gpu({ operator: false, dcgm: "off" }) },
      { when: "CPU nodes alone", change: gpu({ operator: false }, NO_GPUS) },
    ],
  },
  "gpu/driver-on-cpu": {
    severity: "error",
    trips: [
      {
        when: "a group without GPUs",
        change: group("cpu", { driver: "operator" }),
        at: ["nodeGroups", "cpu", "driver"],
        message: ["has no GPU"],
      },
    ],
    passes: [{ when: "one with GPUs", change: group("h100", { driver: "host" }) }],
  },
  "gpu/gdrcopy-on-cpu": {
    severity: "error",
    trips: [
      {
        when: "a module of the NVIDIA driver on CPU nodes",
        change: group("cpu", { gdrcopyModule: true }),
        at: ["nodeGroups", "cpu", "gdrcopyModule"],
        message: ["m7i.4xlarge has no GPU"],
        fix: ["remove gdrcopyModule"],
      },
    ],
    passes: [{ when: "the module on GPU nodes", change: group("h100", { gdrcopyModule: true }) }],
  },
});

test("both faults of an operator's driver are told at once", () => {
  const found = violations(ruleOf(GPU_RULES, "gpu/driver-owner"), gpu({ driver: "operator", operator: false }));
  expect(found.map((v) => v.message)).toEqual([
    "driver is operator, but the images of h100 (al2023) bring a driver",
    "driver is operator, but operator is false: nobody brings a driver",
  ]);
});
