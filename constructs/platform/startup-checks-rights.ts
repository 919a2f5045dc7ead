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
}

/** The account of the daemons, and a policy that narrows it down to their own node, and of it to one taint, one annotation and one condition. */
export const startupChecksRights = ({
  name,
  namespace,
  taint,
  annotation,
  condition,
}: StartupMarks): KubernetesObject[] => [
  ...accountOf({ name, namespace }, [
    // kubectl reads what it patches
    { apiGroups: [""], resources: ["nodes", "nodes/status"], verbs: ["get", "patch"] },
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
