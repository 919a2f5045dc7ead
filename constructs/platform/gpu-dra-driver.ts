import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { type Placement } from "../cluster/placement";
import { daemonTimeoutSeconds } from "../core/daemon-rollout";
import { HelmChart } from "../core/helm-chart";
import { type HelmValues } from "../core/helm-values";
import { type PlatformChartProps, releaseOf } from "./platform-chart";
import { placementValues, tolerate } from "./tolerations";
import { type NodeTaint } from "../core/node-taint";
import type { ClusterComponent } from "./component";

export interface GpuDraDriverValuesProps {
  /** Who owns the driver: tells where it is on nodes. */
  readonly driver: "ami" | "operator";
  /** Whether groups have their GPUs from it; without any it makes compute domains alone. */
  readonly gpus: boolean;
  /**
   * Labels of the nodes of each pool that it serves, where others have their GPUs from the device plugin: it goes to no other
   * node. @default - it serves every node with a GPU
   */
  readonly pools?: readonly Readonly<Record<string, string>>[];
  /** Whether groups have NVLink over several nodes (GB200, GB300): the driver then starts the IMEX daemons of jobs. */
  readonly computeDomains: boolean;
  /** Every taint of every node group. */
  readonly taints: readonly NodeTaint[];
  /** Nodes of the controller. */
  readonly placement: Placement;
}

export interface GpuDraDriverProps extends PlatformChartProps, GpuDraDriverValuesProps {
  /** Nodes that the cluster has at most. */
  readonly nodes: number;
}

/** Helm values of the driver by which pods claim GPUs. */
export function gpuDraDriverValues(props: GpuDraDriverValuesProps): HelmValues {
  return {
    nvidiaDriverRoot: props.driver === "ami" ? "/" : "/run/nvidia/driver",
    resources: { gpus: { enabled: props.gpus }, computeDomains: { enabled: props.computeDomains } },
    // says that no device plugin hands the same GPUs out: it is off, or not on the nodes that `pools` names
    ...(props.gpus && { gpuResourcesEnabledOverride: true }),
    controller: {
      ...placementValues(props.placement),
      // asks for control-plane nodes, which EKS does not show
      affinity: { nodeAffinity: null },
    },
    kubeletPlugin: {
      tolerations: tolerate(props.taints),
      ...(props.pools && { affinity: onlyOn(props.pools) }),
    },
  };
}

/** Nodes of one of the pools; takes the place of the chart's own affinity, which is every node with a GPU. */
const onlyOn = (pools: readonly Readonly<Record<string, string>>[]): HelmValues => ({
  nodeAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: pools.map((labels) => ({
        matchExpressions: Object.entries(labels).map(([key, value]) => ({ key, operator: "In", values: [value] })),
      })),
    },
  },
});

/**
 * The NVIDIA driver for dynamic resource allocation: device classes `gpu.nvidia.com` and `mig.nvidia.com`, and compute
 * domains. It needs labels of GPU discovery, so it comes after the GPU Operator.
 * @see https://github.com/kubernetes-sigs/dra-driver-nvidia-gpu/blob/v0.4.0/docs/install.md
 */
export class GpuDraDriver extends Construct {
  /** For resource claims of pods. */
  readonly deviceClassName = "gpu.nvidia.com";
  readonly dependable: ITerraformDependable;

  constructor(scope: Construct, id: string, props: GpuDraDriverProps) {
    super(scope, id);
    const { dependable } = new HelmChart(this, "chart", {
      ...releaseOf(props),
      release: "dra-driver-nvidia-gpu",
      values: gpuDraDriverValues(props),
      timeoutSeconds: daemonTimeoutSeconds(props.nodes),
    });
    this.dependable = dependable;
  }
}

/** Where pods claim GPUs. */
export const gpuDraDriver: ClusterComponent = {
  id: "gpu-dra-driver",
  chart: "dra-driver-nvidia-gpu",
  after: ["gpu-operator"],
  install: ({ env, taints, nodes, placement }, { scope, id, chart }) => {
    const gpuPools = env.nodeGroups.filter(({ gpus }) => gpus);
    const served = gpuPools.filter(({ deviceClaims }) => deviceClaims.length > 0);
    return new GpuDraDriver(scope, id, {
      ...chart,
      // all that it serves have one owner: rule gpu/claimed-driver
      driver: served.some(({ driver }) => driver === "operator") ? "operator" : "ami",
      gpus: gpuPools.some(({ allocation }) => allocation === "dra"),
      ...(served.length < gpuPools.length && { pools: served.map(({ nodeSelector }) => nodeSelector) }),
      computeDomains: env.nodeGroups.some((g) => g.hardware.nvlink?.imexRequired === true),
      taints,
      nodes,
      placement,
    }).dependable;
  },
};
