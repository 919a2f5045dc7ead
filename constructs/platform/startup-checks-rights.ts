import type { KubernetesObject } from "../kubernetes/objects";
import { nodePolicy } from "./node-rights";
import { accountOf } from "./node-account";

/** What the daemons of startup checks write at their node. */
export interface StartupMarks {
  /** Name of their objects and of their account. */
  readonly name: string;
  readonly namespace: string;
  readonly taint: string;
  readonly annotation: string;
  readonly condition: string;
  /** Whether it asks which devices drivers publish of it. @default false */
  readonly readsSlices?: boolean;
}

/** The account of the daemons, and a policy that narrows it down to their own node, and of it to one taint, one annotation and one condition. */
export const startupChecksRights = ({
  name,
  namespace,
  taint,
  annotation,
  condition,
  readsSlices = false,
}: StartupMarks): KubernetesObject[] => [
  ...accountOf({ name, namespace }, [
    // kubectl reads what it patches
    { apiGroups: [""], resources: ["nodes", "nodes/status"], verbs: ["get", "patch"] },
    // a list by the name of a node is a list to RBAC: slices say which devices nodes have, and nothing of who uses them
    ...(readsSlices ? [{ apiGroups: ["resource.k8s.io"], resources: ["resourceslices"], verbs: ["list"] }] : []),
  ]),
  ...nodePolicy({
    name,
    namespace,
    onlyOwn: true,
    taints: [taint],
    annotations: [annotation],
    conditions: [condition],
  }),
];
