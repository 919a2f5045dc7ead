import { INSTANCE_REGION_RULES } from "../../../../../config/sites/aws-eks/capacity/instance-region-rules";
import { ruleCases } from "../../../../helpers/rule-cases";

const p5 = { instanceType: "p5.48xlarge", nodes: 2, zone: "eu-central-1a" };
const frankfurt = {
  region: "eu-central-1",
  network: { zones: ["eu-central-1a", "eu-central-1b"] },
  slurm: null,
};

ruleCases(INSTANCE_REGION_RULES, {
  "capacity/type-in-region": {
    severity: "error",
    trips: [
      {
        change: { ...frankfurt, nodeGroups: { h100: null, big: p5 } },
        at: ["nodeGroups", "big", "instanceType"],
        message: ["no p5.48xlarge in eu-central-1 (as of 2026)", "us-east-1"],
        fix: ["describe-instance-type-offerings --region eu-central-1"],
      },
      {
        when: "system nodes where their type is not",
        change: {
          region: "me-south-1",
          network: { zones: ["me-south-1a", "me-south-1b"] },
          nodeGroups: { h100: null, cpu: null },
          slurm: null,
        },
        at: ["cluster", "systemNodes", "instanceType"],
        message: ["no m7i.xlarge in me-south-1"],
      },
      {
        when: "GB200 in an availability zone",
        change: { nodeGroups: { h100: { instanceType: "p6e-gb200.36xlarge" } } },
        at: ["nodeGroups", "h100", "instanceType"],
        message: ["it does in us-east-1-dfw-2a"],
      },
    ],
    passes: [
      { change: {} },
      { change: { ...frankfurt, nodeGroups: { h100: null } } },
      {
        when: "a type that stands in a Local Zone",
        change: {
          network: { zones: ["us-east-1a", "us-east-1b", "us-east-1-dfw-2a"] },
          nodeGroups: { h100: { instanceType: "p6e-gb200.36xlarge", capacity: { zone: "us-east-1-dfw-2a" } } },
        },
      },
    ],
  },
});
