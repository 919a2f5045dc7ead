import { CLUSTER_RULES } from "../../../../../config/sites/aws-eks/cluster/rules";
import { ruleCases } from "../../../../helpers/rule-cases";

const system = (systemNodes: object) => ({ cluster: { systemNodes } });
const zones = (...letters: string[]) => ({ network: { zones: letters.map((z) => `us-east-1${z}`) } });

ruleCases(CLUSTER_RULES, {
  "cluster/system-node-type": {
    severity: "error",
    trips: [
      {
        change: system({ instanceType: "g6e.4xlarge" }),
        at: ["cluster", "systemNodes", "instanceType"],
        message: ["g6e.4xlarge has L40S-48GB accelerators"],
        fix: ['instanceType: "m7i.xlarge"'],
      },
      {
        change: system({ instanceType: "trn1.32xlarge" }),
        at: ["cluster", "systemNodes", "instanceType"],
        message: ["trn1.32xlarge has Trainium accelerators"],
      },
    ],
    passes: [{ change: system({ instanceType: "c7i.4xlarge" }) }, { change: {} }],
  },
  "cluster/system-node-size": {
    severity: "warning",
    trips: [
      {
        change: system({ instanceType: "c7i.xlarge" }),
        at: ["cluster", "systemNodes", "instanceType"],
        message: ["c7i.xlarge has 4 vCPU and 8 GiB, less than the 4 vCPU and 16 GiB of m7i.xlarge"],
      },
      {
        change: system({ instanceType: "m7i.large" }),
        at: ["cluster", "systemNodes", "instanceType"],
        message: ["m7i.large has 2 vCPU and 8 GiB"],
      },
    ],
    passes: [{ change: system({ instanceType: "m7i.xlarge" }) }, { change: system({ instanceType: "c7i.2xlarge" }) }],
  },
  "cluster/system-node-per-zone": {
    severity: "warning",
    trips: [
      {
        change: {
          ...zones("a", "b", "c"),
          cluster: { systemNodes: { count: 2 }, zones: ["us-east-1a", "us-east-1b", "us-east-1c"] },
        },
        at: ["cluster", "systemNodes", "count"],
        message: ["2 system nodes leave some of the 3 zones without one"],
        fix: ["count: 3"],
      },
    ],
    passes: [{ change: { ...system({ count: 2 }), ...zones("a", "b", "c", "-dfw-2a") } }],
  },
  "cluster/deletion-protection": {
    severity: "warning",
    trips: [
      {
        change: { cluster: { deletionProtection: false } },
        at: ["cluster", "deletionProtection"],
        message: ["deletionProtection is false in a production environment"],
        fix: ['profile: "development"', "remove the key"],
      },
    ],
    passes: [{ change: { cluster: { deletionProtection: false }, profile: "development" } }, { change: {} }],
  },
});
