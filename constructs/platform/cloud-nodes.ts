import { HYBRID_LABEL } from "../../config/facts/hybrid-nodes";
import type { HelmValues } from "../core/helm-values";
import type { ClusterContext } from "./component";

/** Affinity of daemons that mount what only machines in AWS reach; nothing where there are no others. */
export function onCloudNodes({ env }: Pick<ClusterContext, "env">): { readonly affinity?: HelmValues } {
  if (env.nodeGroups.every(({ machines }) => machines.kind === "aws")) return {};
  const [[key, value]] = Object.entries(HYBRID_LABEL) as [[string, string]];
  // the affinity of a chart is replaced, not merged: Fargate is what theirs keeps away from
  const matchExpressions = [{ key, operator: "NotIn", values: ["fargate", value] }];
  return {
    affinity: {
      nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions }] } },
    },
  };
}
