import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { SYSTEM_PODS, SYSTEM_PRIORITY } from "../../config/facts/system-pods";
import { type Placement } from "../cluster/placement";
import { HelmChart } from "../core/helm-chart";
import { type HelmValues } from "../core/helm-values";
import { podResources } from "../core/pod-resources";
import { type PlatformChartProps, releaseOf } from "./platform-chart";
import { placementValues } from "./tolerations";
import { controllerProps, type ClusterComponent } from "./component";

export interface CertManagerValuesProps {
  /** Nodes of the controllers. */
  readonly placement: Placement;
  /** Whether Prometheus is told to scrape it; its CRDs must be there. */
  readonly serviceMonitor: boolean;
}

export interface CertManagerProps extends PlatformChartProps, CertManagerValuesProps {}

/** Of each of the three: requests for certificates are refused while the webhook is away. */
const REPLICAS = 2;

/** Helm values of cert-manager. */
export function certManagerValues({ placement, serviceMonitor }: CertManagerValuesProps): HelmValues {
  const controller = {
    replicaCount: REPLICAS,
    podDisruptionBudget: { enabled: true },
    resources: podResources(SYSTEM_PODS.certManager),
    ...placementValues(placement),
  };
  return {
    crds: { enabled: true, keep: true },
    global: { priorityClassName: SYSTEM_PRIORITY },
    ...controller,
    webhook: controller,
    cainjector: controller,
    startupapicheck: placementValues(placement),
    prometheus: { enabled: serviceMonitor, servicemonitor: { enabled: serviceMonitor } },
  };
}

/**
 * cert-manager, whose certificates the webhooks of the Slurm operator need. There is no chart of its CRDs alone, so it
 * owns them: an upgrade of the release upgrades them, and with `keep` they outlive it. Nothing in the stack that installs
 * it may have certificates or issuers.
 */
export class CertManager extends Construct {
  readonly dependable: ITerraformDependable;

  constructor(scope: Construct, id: string, props: CertManagerProps) {
    super(scope, id);
    const { dependable } = new HelmChart(this, "chart", {
      ...releaseOf(props),
      release: "cert-manager",
      values: certManagerValues(props),
    });
    this.dependable = dependable;
  }
}

/** For the webhooks of Slurm's operators. */
export const certManager: ClusterComponent = {
  id: "cert-manager",
  chart: "cert-manager",
  after: ["authorities"],
  install: (context, { scope, id, chart }) =>
    new CertManager(scope, id, { ...chart, ...controllerProps(context) }).dependable,
};
