import { CLUSTER_RULES } from "../../../config/rules/cluster";
import { describeRules } from "../../helpers/rule-pairs";

const system = (systemNodes: object) => ({ cluster: { systemNodes } });
const zones = (...letters: string[]) => ({ network: { zones: letters.map((z) => `us-east-1${z}`) } });

describeRules(CLUSTER_RULES, [
  {
    id: "cluster/system-node-type",
    severity: "error",
    trips: system({ instanceType: "g6e.4xlarge" }),
    path: ["cluster", "systemNodes", "instanceType"],
    says: ["g6e.4xlarge has L40S-48GB accelerators", 'instanceType: "m7i.xlarge"'],
    passes: system({ instanceType: "c7i.4xlarge" }),
  },
  {
    id: "cluster/system-node-type",
    severity: "error",
    trips: system({ instanceType: "trn1.32xlarge" }),
    path: ["cluster", "systemNodes", "instanceType"],
    says: ["trn1.32xlarge has Trainium accelerators"],
    passes: {},
  },
  {
    id: "cluster/system-node-size",
    severity: "warning",
    trips: system({ instanceType: "c7i.xlarge" }),
    path: ["cluster", "systemNodes", "instanceType"],
    says: ["c7i.xlarge has 4 vCPU and 8 GiB, less than the 4 vCPU and 16 GiB of m7i.xlarge"],
    passes: system({ instanceType: "m7i.xlarge" }),
  },
  {
    id: "cluster/system-node-size",
    severity: "warning",
    trips: system({ instanceType: "m7i.large" }),
    path: ["cluster", "systemNodes", "instanceType"],
    says: ["m7i.large has 2 vCPU and 8 GiB"],
    passes: system({ instanceType: "c7i.2xlarge" }),
  },
  {
    id: "cluster/system-node-per-zone",
    severity: "warning",
    trips: { ...system({ count: 2 }), ...zones("a", "b", "c") },
    path: ["cluster", "systemNodes", "count"],
    says: ["2 system nodes leave some of the 3 zones without one", "count: 3"],
    passes: { ...system({ count: 2 }), ...zones("a", "b", "-dfw-2a") },
  },
  {
    id: "cluster/deletion-protection",
    severity: "warning",
    trips: { cluster: { deletionProtection: false } },
    path: ["cluster", "deletionProtection"],
    says: ["deletionProtection is false in a production environment", 'profile: "development"'],
    passes: { cluster: { deletionProtection: false }, profile: "development" },
  },
  {
    id: "cluster/deletion-protection",
    severity: "warning",
    trips: { cluster: { deletionProtection: false } },
    path: ["cluster", "deletionProtection"],
    says: ["remove the key"],
    passes: {},
  },
]);
