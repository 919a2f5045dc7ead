import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import type { Placement } from "../cluster/placement";
import { HelmChart } from "../core/helm-chart";
import type { HelmValues } from "../core/helm-values";
import { releaseOf, type PlatformChartProps } from "../platform/platform-chart";
import { placementValues } from "../platform/tolerations";

export interface SlurmOperatorValuesProps {
  /** Nodes of the operator and its webhook. */
  readonly placement: Placement;
}

export interface SlurmOperatorProps extends PlatformChartProps, SlurmOperatorValuesProps {}

/**
 * Two of each: while the webhook is away no slurmd pod can be bound to a node, for it refuses when it cannot be asked. Its
 * certificates come from cert-manager, its CRDs from a release of their own.
 */
export function slurmOperatorValues({ placement }: SlurmOperatorValuesProps): HelmValues {
  const twice = { replicas: 2, pdb: { enabled: true }, ...placementValues(placement) };
  return { crds: { enabled: false }, operator: twice, webhook: twice, certManager: { enabled: true } };
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
