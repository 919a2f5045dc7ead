import { INSTANCE_TYPES } from "../../../../config/facts/instance-types";
import { migGpuOf } from "../../../../config/facts/mig";
import { namedLayouts } from "../../../../config/sharing/mig/layout";
import { GPU_MIG_RULES } from "../../../../config/sharing/mig/rules";
import { ruleOf, violations, type Change } from "../../../helpers/environment";
import { group, groupAt, ruleCases, type Trip } from "../../../helpers/rule-cases";

const mig = (instanceType: string, more: Change = {}, sharing: Change = {}): Change =>
  group("h100", {
    instanceType,
    fabric: { kind: "none" },
    sharing: { kind: "mig", layout: "all-1g.10gb", ...sharing },
    ...more,
  });
const bottlerocket = (release?: string) => ({ image: { kind: "bottlerocket", ...(release && { release }) } });

ruleCases(GPU_MIG_RULES, {
  "gpu/mig-usable": {
    severity: "error",
    trips: [
      ...(
        [
          ["g5.48xlarge", "A10G"],
          ["g6.48xlarge", "L4"],
          ["g6e.48xlarge", "L40S"],
        ] as const
      ).map(([type, model]): Trip => ({
        when: `${type}, whose GPU has no MIG`,
        change: mig(type),
        at: groupAt("h100", "sharing", "kind"),
        message: [type, `MIG is not in ${model}`],
        fix: ["time-slicing", "g7e"],
      })),
      {
        when: "GB200, whose driver mode excludes it",
        change: mig("p6e-gb200.36xlarge"),
        at: groupAt("h100", "sharing", "kind"),
        message: ["p6e-gb200.36xlarge", "not with the driver of EKS's images"],
        fix: ["p5"],
      },
    ],
    passes: [
      {
        when: "CPU nodes, of which another rule tells",
        change: group("cpu", { sharing: { kind: "mig", layout: "all-1g.10gb" } }),
      },
      { when: "H100", change: mig("p5.48xlarge") },
      {
        when: "g7 on an image of one's own",
        change: mig("g7.48xlarge", { image: { kind: "custom", imageId: "ami-0123456789abcdef0" } }),
      },
      { when: "whole GPUs of any type", change: group("h100", { instanceType: "g5.48xlarge" }) },
    ],
  },
  "gpu/mig-layout": {
    severity: "error",
    trips: [
      {
        when: "a profile of H100 on H200 and names the one with as many slices",
        change: mig("p5en.48xlarge"),
        at: groupAt("h100", "sharing", "layout"),
        message: [
          `"all-1g.10gb"`,
          "H200",
          "all-1g.35gb, all-2g.35gb, all-3g.71gb, all-4g.71gb, all-7g.141gb or all-balanced",
        ],
        fix: [`layout: "all-1g.18gb"`],
      },
      {
        when: "a misspelt profile and names the nearest",
        change: mig("p5.48xlarge", {}, { layout: { "3.40gb": 1 } }),
        at: groupAt("h100", "sharing", "layout"),
        message: [`"3.40gb"`],
        fix: [`"3g.40gb" in its place`],
      },
      {
        when: "instances for which there are no places",
        change: mig("p5.48xlarge", {}, { layout: { "3g.40gb": 2, "1g.10gb": 1 } }),
        at: groupAt("h100", "sharing", "layout"),
        message: ["2 × 3g.40gb and 1 × 1g.10gb does not fit H100-80GB"],
        fix: [`layout: {"3g.40gb":2}`],
      },
    ],
    passes: [
      { when: "a layout of the GPU", change: mig("p5en.48xlarge", {}, { layout: "all-1g.18gb" }) },
      {
        when: "instances that have places",
        change: mig("p5.48xlarge", {}, { layout: { "3g.40gb": 1, "4g.40gb": 1 } }),
      },
      { when: "GPUs without any, of which another rule tells", change: mig("g5.48xlarge") },
    ],
  },
  "gpu/mig-strategy": {
    severity: "error",
    trips: [
      {
        when: "one name for instances of three sizes",
        change: mig("p5.48xlarge", {}, { layout: "all-balanced", strategy: "single" }),
        at: groupAt("h100", "sharing", "strategy"),
        message: ["1g.10gb, 2g.20gb, 3g.40gb"],
        fix: [`strategy: "mixed"`],
      },
    ],
    passes: [
      { when: "no word of it", change: mig("p5.48xlarge", {}, { layout: "all-balanced" }) },
      { when: "one name for equal instances", change: mig("p5.48xlarge", {}, { strategy: "single" }) },
    ],
  },
  "gpu/mig-on-fabric": {
    severity: "error",
    trips: [
      {
        when: "slices on nodes that train together",
        change: mig("p5.48xlarge", { fabric: { kind: "efa" } }),
        at: groupAt("h100", "sharing", "kind"),
        message: ["32 devices on p5.48xlarge", "NCCL"],
        fix: [`fabric: { kind: "none" }`],
      },
    ],
    passes: [
      { when: "slices on nodes that speak TCP", change: mig("p5.48xlarge") },
      { when: "whole GPUs on EFA", change: {} },
    ],
  },
  "gpu/mig-bottlerocket": {
    severity: "error",
    trips: [
      {
        when: "several resources on Bottlerocket",
        change: mig("p5.48xlarge", bottlerocket(), { strategy: "mixed" }),
        at: groupAt("h100", "sharing", "strategy"),
        message: ["mixed", "nvidia.com/gpu"],
        fix: [`strategy: "single"`],
      },
      {
        when: "a Bottlerocket without MIG",
        change: mig("p5.48xlarge", bottlerocket("1.33.9-1a2b3c4d")),
        at: groupAt("h100", "image", "release"),
        message: ["1.33.9-1a2b3c4d", "1.34.0"],
        fix: ["1.34.0 or later"],
      },
    ],
    passes: [
      { when: "whole GPUs on an old Bottlerocket", change: group("h100", bottlerocket("1.33.9-1a2b3c4d")) },
      { when: "one resource", change: mig("p5.48xlarge", bottlerocket("1.34.0-1a2b3c4d")) },
      { when: "several on Amazon Linux", change: mig("p5.48xlarge", {}, { strategy: "mixed" }) },
    ],
  },
});

test.each(Object.entries(INSTANCE_TYPES).filter(([, facts]) => facts.mig?.usable))(
  "every layout that has a name on the GPU of %s is allowed",
  (type, { gpu }) => {
    for (const layout of namedLayouts(migGpuOf(gpu!.model)!).keys())
      expect(violations(ruleOf(GPU_MIG_RULES, "gpu/mig-layout"), mig(type, {}, { layout }))).toEqual([]);
  },
);
