import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { HelmChart } from "../core/helm-chart";
import { type HelmValues } from "../core/helm-values";
import { type PlatformChartProps, releaseOf } from "./platform-chart";
import { tolerate } from "./tolerations";
import { type NodeTaint } from "../core/node-taint";
import { eksImageRegistry } from "../../config/facts/regions";
import type { PlatformComponent, PlatformContext } from "./component";

export interface EfaDevicePluginValuesProps {
  /** Registry of EKS images in the Region, `602401143452.dkr.ecr.us-east-1.amazonaws.com`. The chart knows one Region. */
  readonly imageRegistry: string;
  /** Instance types of the groups with EFA: the plugin runs on those nodes. */
  readonly instanceTypes: readonly string[];
  /**
   * Those groups alone, by their names, where others have their EFA devices from the other driver: two groups may have one
   * instance type. @default - all nodes of the instance types
   */
  readonly nodeGroups?: readonly string[];
  /** Every taint of every node group. */
  readonly taints: readonly NodeTaint[];
}

export interface EfaDevicePluginProps extends PlatformChartProps, EfaDevicePluginValuesProps {}

/** Helm values of the device plugin that hands out EFA devices. */
export function efaDevicePluginValues(props: EfaDevicePluginValuesProps): HelmValues {
  return {
    image: { repository: `${props.imageRegistry}/eks/aws-efa-k8s-device-plugin` },
    supportedInstanceLabels: efaNodes(props),
    tolerations: tolerate(props.taints),
  };
}

/** Label and values by which the charts of both drivers find their nodes; the label that they know is the instance type. */
export const efaNodes = ({ instanceTypes, nodeGroups }: EfaDevicePluginValuesProps): HelmValues =>
  nodeGroups
    ? { keys: ["railyard.dev/node-group"], values: [...nodeGroups] }
    : { values: efaInstanceTypes(instanceTypes) };

/** Sorted and without doubles; throws when there are none, for the chart would then select all nodes of all types. */
export function efaInstanceTypes(instanceTypes: readonly string[]): string[] {
  if (instanceTypes.length === 0)
    throw new Error("instanceTypes is empty. Give the types of the groups with EFA, or leave the chart out.");
  return [...new Set(instanceTypes)].sort();
}

/**
 * Offers EFA interfaces as `vpc.amazonaws.com/efa`. Not beside the EFA DRA driver on one node: each would hand out all of
 * them.
 * @see https://docs.aws.amazon.com/eks/latest/userguide/node-efa.html
 */
export class EfaDevicePlugin extends Construct {
  readonly dependable: ITerraformDependable;

  constructor(scope: Construct, id: string, props: EfaDevicePluginProps) {
    super(scope, id);
    const { dependable } = new HelmChart(this, "chart", {
      ...releaseOf(props),
      release: "aws-efa-k8s-device-plugin",
      wait: false,
      values: efaDevicePluginValues(props),
    });
    this.dependable = dependable;
  }
}

/** Where the drivers of EFA come from, and which nodes the one of an allocation goes to. */
export function efaDriverProps(
  { env, taints }: PlatformContext,
  by: PlatformContext["env"]["nodeGroups"][number]["allocation"],
): EfaDevicePluginValuesProps {
  const withEfa = env.nodeGroups.filter(({ fabric }) =>
    fabric.charts["device-plugin"].includes("aws-efa-k8s-device-plugin"),
  );
  const served = withEfa.filter(({ allocation }) => allocation === by);
  return {
    imageRegistry: eksImageRegistry(env.region) ?? "",
    instanceTypes: served.flatMap(({ machines }) => (machines.kind === "aws" ? [machines.instanceType] : [])),
    ...(served.length < withEfa.length && { nodeGroups: served.map(({ name }) => name) }),
    taints,
  };
}

/** Where pods ask for counts of devices. */
export const efaDevicePlugin: PlatformComponent = {
  id: "efa-device-plugin",
  chart: "aws-efa-k8s-device-plugin",
  after: ["gpu-operator"],
  install: (context, { scope, id, chart }) =>
    new EfaDevicePlugin(scope, id, { ...chart, ...efaDriverProps(context, "device-plugin") }).dependable,
};
