import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { SYSTEM_PODS, SYSTEM_PRIORITY } from "../../config/facts/system-pods";
import type { Placement } from "../cluster/placement";
import { HelmChart } from "../core/helm-chart";
import type { HelmValues } from "../core/helm-values";
import { podResources } from "../core/pod-resources";
import { releaseOf, type PlatformChartProps } from "../platform/platform-chart";
import { placementValues } from "../platform/tolerations";

export interface SlurmOperatorValuesProps {
  /** Nodes of the operator and its webhook. */
  readonly placement: Placement;
}

export interface SlurmOperatorProps extends PlatformChartProps, SlurmOperatorValuesProps {}

/** Of the operator, and of its webhook. */
export const OPERATOR_REPLICAS = 2;

/**
 * Two of each. While the webhook is away nobody can change a Controller, NodeSet or LoginSet, and a slurmd pod that is bound
 * to a node meanwhile (that webhook is passed over) does not know where its node stands in the network when it registers.
 * Its certificates come from cert-manager, its CRDs from a release of their own.
 * @see https://github.com/SlinkyProject/slurm-operator/blob/v1.2.1/helm/slurm-operator/templates/webhook/webhook.yaml
 */
export function slurmOperatorValues({ placement }: SlurmOperatorValuesProps): HelmValues {
  const twice = { replicas: OPERATOR_REPLICAS, pdb: { enabled: true }, ...placementValues(placement) };
  return {
    crds: { enabled: false },
    priorityClassName: SYSTEM_PRIORITY,
    operator: { ...twice, resources: podResources(SYSTEM_PODS.slurmOperator) },
    webhook: { ...twice, resources: podResources(SYSTEM_PODS.slurmOperatorWebhook) },
    certManager: { enabled: true },
  };
}

/** The operator that turns Controller, NodeSet, LoginSet, … into pods. */
export class SlurmOperator extends Construct {
  readonly dependable: ITerraformDependable;

  constructor(scope: Construct, id: string, props: SlurmOperatorProps) {
    super(scope, id);
    const { dependable } = new HelmChart(this, "chart", {
      ...releaseOf(props),
      release: "slurm-operator",
      values: slurmOperatorValues(props),
    });
    this.dependable = dependable;
  }
}
