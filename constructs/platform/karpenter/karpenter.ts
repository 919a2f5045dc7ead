import type { ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { SYSTEM_PODS } from "../../../config/facts/system-pods";
import { PodIdentityRole } from "../../cluster/pod-identity-role";
import type { Placement } from "../../cluster/placement";
import { HelmChart } from "../../core/helm-chart";
import type { HelmValues } from "../../core/helm-values";
import { podResources } from "../../core/pod-resources";
import type { ChartWithRoleProps } from "../chart-with-role";
import { controllerProps, type PlatformComponent } from "../component";
import { envList, goVariables, wayOut } from "../outbound-values";
import { releaseOf } from "../platform-chart";
import { placementValues } from "../tolerations";
import { karpenterStatements } from "./controller-policy";
import { InterruptionQueue } from "./interruption-queue";

export interface KarpenterValuesProps {
  readonly clusterName: string;
  readonly region: string;
  readonly queueName: string;
  readonly placement: Placement;
  readonly serviceMonitor: boolean;
  /** Variables by which it leaves the network; empty: it needs none. */
  readonly variables: Readonly<Record<string, string>>;
  /** Whether NodeOverlays are read: they tell of huge pages, which no offer of EC2 does. */
  readonly nodeOverlays: boolean;
}

export interface KarpenterProps extends ChartWithRoleProps, Omit<KarpenterValuesProps, "queueName"> {
  readonly accountId: string;
  readonly nodeRoleArn: string;
  /** Of the interruption queue. */
  readonly queueName: string;
  /** Of the cluster, as a text. */
  readonly clusterText: string;
}

const SERVICE_ACCOUNT = "karpenter";

/** Helm values of the controller. @see https://github.com/aws/karpenter-provider-aws/blob/v1.14.1/charts/karpenter/values.yaml */
export function karpenterValues(props: KarpenterValuesProps): HelmValues {
  return {
    serviceAccount: { create: true, name: SERVICE_ACCOUNT },
    replicas: 2,
    ...placementValues(props.placement),
    controller: {
      resources: podResources(SYSTEM_PODS.karpenter),
      // pods do not reach the metadata service that would tell
      env: envList({ AWS_REGION: props.region, ...props.variables }),
    },
    serviceMonitor: { enabled: props.serviceMonitor },
    settings: {
      clusterName: props.clusterName,
      eksControlPlane: true,
      interruptionQueue: props.queueName,
      featureGates: {
        // beside Slurm and its drains, a second hand that ends nodes would end jobs
        nodeRepair: false,
        spotToSpotConsolidation: false,
        reservedCapacity: true,
        staticCapacity: false,
        capacityBuffer: false,
        nodeOverlay: props.nodeOverlays,
      },
    },
  };
}

/**
 * Starts nodes for pods that find no room, and ends those that are idle. It runs on the system nodes, which it never touches.
 * Its kinds come from the chart `karpenter-crd`.
 */
export class Karpenter extends Construct {
  readonly dependable: ITerraformDependable;

  constructor(scope: Construct, id: string, props: KarpenterProps) {
    super(scope, id);
    const { partition, region, accountId, clusterText, nodeRoleArn } = props;
    const queue = new InterruptionQueue(this, "interruptions", {
      partition,
      region,
      accountId,
      name: props.queueName,
    });
    const role = new PodIdentityRole(this, "role", {
      partition,
      roleName: props.roleName,
      clusterName: props.clusterName,
      namespace: props.namespace,
      serviceAccount: SERVICE_ACCOUNT,
      statements: karpenterStatements({
        partition,
        region,
        accountId,
        clusterName: clusterText,
        nodeRoleArn,
        queueArn: queue.queueArn,
      }),
    });
    this.dependable = new HelmChart(this, "chart", {
      ...releaseOf(props),
      release: "karpenter",
      createNamespace: false,
      skipCrds: true,
      values: karpenterValues(props),
      dependsOn: [...role.dependables, ...queue.dependables, ...(props.dependsOn ?? [])],
    }).dependable;
  }
}

/** For pools that come and go. */
export const karpenter: PlatformComponent = {
  id: "karpenter",
  chart: "karpenter",
  after: ["authorities"],
  install: (context, { scope, id, chart }) => {
    const { env, partition, cluster } = context;
    return new Karpenter(scope, id, {
      ...chart,
      ...controllerProps(context),
      partition,
      region: env.region,
      accountId: env.account,
      clusterName: cluster.clusterName,
      clusterText: env.names.cluster,
      nodeRoleArn: cluster.nodeRoleArn,
      roleName: env.names.role("karpenter"),
      queueName: env.names.resource("karpenter"),
      variables: goVariables(wayOut(env.outbound)),
      nodeOverlays: context.karpenterPools().some(({ capacity }) => Object.keys(capacity).length > 0),
    }).dependable;
  },
};
