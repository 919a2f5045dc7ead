import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { SYSTEM_PODS } from "../../config/facts/system-pods";
import { type Placement } from "../cluster/placement";
import { type HelmValues } from "../core/helm-values";
import { podResources } from "../core/pod-resources";
import { loadBalancerStatements } from "./load-balancer-policy";
import { chartWithRole, type ChartWithRoleProps } from "./chart-with-role";
import { placementValues } from "./tolerations";
import { controllerProps, type PlatformComponent } from "./component";

export interface LoadBalancerControllerValuesProps {
  readonly clusterName: string;
  readonly region: string;
  /** Of the cluster. Told, because pods do not reach the metadata service that would tell. */
  readonly vpcId: string;
  /** Tags of load balancers, listeners, target groups and security groups; the provider's default tags do not reach them. */
  readonly tags: Readonly<Record<string, string>>;
  readonly placement: Placement;
  readonly serviceMonitor: boolean;
}

export interface LoadBalancerControllerProps extends ChartWithRoleProps, LoadBalancerControllerValuesProps {
  readonly accountId: string;
}

const SERVICE_ACCOUNT = "aws-load-balancer-controller";

/** Helm values of the controller of load balancers. */
export function loadBalancerControllerValues(props: LoadBalancerControllerValuesProps): HelmValues {
  return {
    clusterName: props.clusterName,
    region: props.region,
    vpcId: props.vpcId,
    serviceAccount: { create: true, name: SERVICE_ACCOUNT },
    // the webhook refuses every new Service of the cluster while the controller is away; Services name their class instead
    enableServiceMutatorWebhook: false,
    // the role has no rights to these
    enableShield: false,
    enableWaf: false,
    enableWafv2: false,
    replicaCount: 2,
    podDisruptionBudget: { maxUnavailable: 1 },
    resources: podResources(SYSTEM_PODS.loadBalancerController),
    defaultTags: props.tags,
    serviceMonitor: { enabled: props.serviceMonitor },
    ...placementValues(props.placement),
  };
}

/**
 * Makes load balancers for Services of the class `service.k8s.aws/nlb`. Its CRDs are in the chart's `crds/`: Helm installs
 * them once, never upgrades and never removes them, so a new version of the chart may need them applied first.
 * @see https://github.com/kubernetes-sigs/aws-load-balancer-controller/issues/4140
 */
export class LoadBalancerController extends Construct {
  /** `loadBalancerClass` of Services that the controller looks after. */
  readonly loadBalancerClass = "service.k8s.aws/nlb";
  readonly dependable: ITerraformDependable;

  constructor(scope: Construct, id: string, props: LoadBalancerControllerProps) {
    super(scope, id);
    this.dependable = chartWithRole(this, props, {
      release: "aws-load-balancer-controller",
      serviceAccount: SERVICE_ACCOUNT,
      statements: loadBalancerStatements(props),
      values: loadBalancerControllerValues(props),
    });
  }
}

/** For Services that ask for a load balancer: those of Slurm's login, and of users. */
export const loadBalancerController: PlatformComponent = {
  id: "load-balancer-controller",
  chart: "aws-load-balancer-controller",
  after: ["authorities"],
  install: (context, { scope, id, chart }) => {
    const { env, partition, cluster, network } = context;
    return new LoadBalancerController(scope, id, {
      ...chart,
      ...controllerProps(context),
      clusterName: cluster.clusterName,
      region: env.region,
      vpcId: network.vpcId,
      tags: env.tags,
      partition,
      accountId: env.account,
      roleName: env.names.role("load-balancers"),
    }).dependable;
  },
};
