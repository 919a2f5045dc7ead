import { INSTANCE_TYPES } from "../../../../config/facts/instance-types";
import { GPU_MIG_RULES } from "../../../../config/sharing/mig/rules";
import { ruleOf, violations, type Change } from "../../../helpers/environment";
import { group, groupAt, ruleCases, type Trip } from "../../../helpers/rule-cases";

const mig = (instanceType: string, more: Change = {}, sharing: Change = {}): Change =>
  group("h100", {
    instanceType,
    fabric: { kind: "none" },
    sharing: { kind: "mig", profile: "1g.10gb", ...sharing },
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
        change: group("cpu", { sharing: { kind: "mig", profile: "1g.10gb" } }),
      },
      { when: "H100", change: mig("p5.48xlarge") },
      {
        when: "g7 on an image of one's own",
        change: mig("g7.48xlarge", { image: { kind: "custom", imageId: "ami-0123456789abcdef0" } }),
      },
      { when: "whole GPUs of any type", change: group("h100", { instanceType: "g5.48xlarge" }) },
    ],
  },
  "gpu/mig-profile": {
    severity: "error",
    trips: [
      {
        when: "a profile of H100 on H200 and names the one with as many slices",
        change: mig("p5en.48xlarge"),
        at: groupAt("h100", "sharing", "profile"),
        message: [`"1g.10gb"`, "H200", "1g.18gb, 1g.35gb, 2g.35gb, 3g.71gb, 4g.71gb or 7g.141gb"],
        fix: [`profile: "1g.18gb"`],
      },
      {
        when: "a misspelt profile and names the nearest",
        change: mig("p5.48xlarge", {}, { profile: "3.40gb" }),
        at: groupAt("h100", "sharing", "profile"),
        message: [`"3.40gb"`],
        fix: [`profile: "3g.40gb"`],
      },
    ],
    passes: [
      { when: "a profile of the GPU", change: mig("p5en.48xlarge", {}, { profile: "1g.18gb" }) },
      { when: "GPUs without any, of which another rule tells", change: mig("g5.48xlarge") },
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
  "every profile that the facts give for %s is allowed",
  (type, facts) => {
    for (const profile of Object.keys(facts.mig?.profiles ?? {})) {
      expect(violations(ruleOf(GPU_MIG_RULES, "gpu/mig-profile"), mig(type, {}, { profile }))).toEqual([]);
    }
  },
);
