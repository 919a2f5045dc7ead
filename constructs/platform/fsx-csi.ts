import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { type Placement } from "../cluster/placement";
import { PodIdentityRole } from "../cluster/pod-identity-role";
import { HelmChart } from "../core/helm-chart";
import { type HelmValues } from "../core/helm-values";
import type { Partition } from "../../config/facts/regions";
import { type PlatformChartProps, releaseOf } from "./platform-chart";
import { placementValues } from "./tolerations";
import { onCloudNodes } from "./cloud-nodes";
import type { PlatformComponent } from "./component";

export interface FsxCsiValuesProps {
  /** Told, because pods do not reach the metadata service that would tell. */
  readonly region: string;
  /** Nodes of the daemons. @default - all but those that the chart leaves out */
  readonly affinity?: HelmValues;
  /** Nodes of the controller that makes file systems for claims. @default - none runs: static volumes need none */
  readonly controllerPlacement?: Placement;
}

export interface FsxCsiProps extends PlatformChartProps, Pick<FsxCsiValuesProps, "affinity"> {
  readonly region: string;
  /** Lets claims make file systems, with all rights to FSx. @default - static volumes only, no rights */
  readonly dynamicProvisioning?: {
    readonly partition: Partition;
    readonly clusterName: string;
    /** Up to 64 characters, unique in the account. */
    readonly roleName: string;
    /** Nodes of the controller. */
    readonly placement: Placement;
  };
}

const CONTROLLER_ACCOUNT = "fsx-csi-controller-sa";

/** Helm values of the CSI driver of FSx for Lustre. */
export function fsxCsiValues({ region, controllerPlacement, affinity }: FsxCsiValuesProps): HelmValues {
  return {
    nodeComponentOnly: controllerPlacement === undefined,
    ...(controllerPlacement && {
      controller: {
        region,
        serviceAccount: { create: true, name: CONTROLLER_ACCOUNT },
        ...placementValues(controllerPlacement),
      },
    }),
    // every node, whatever its taints: pods that mount a file system tolerate more than this list could know
    node: { region, tolerateAllTaints: true, ...(affinity && { affinity }) },
  };
}

/** Mounts FSx for Lustre file systems into pods. Nodes need the Lustre client, which their boot scripts install. */
export class FsxCsi extends Construct {
  readonly dependable: ITerraformDependable;

  constructor(scope: Construct, id: string, props: FsxCsiProps) {
    super(scope, id);
    const { region, dynamicProvisioning } = props;
    const role =
      dynamicProvisioning &&
      new PodIdentityRole(this, "role", {
        partition: dynamicProvisioning.partition,
        roleName: dynamicProvisioning.roleName,
        clusterName: dynamicProvisioning.clusterName,
        namespace: props.namespace,
        serviceAccount: CONTROLLER_ACCOUNT,
        awsManagedPolicies: ["AmazonFSxFullAccess"],
      });
    const { dependable } = new HelmChart(this, "chart", {
      ...releaseOf(props),
      release: "aws-fsx-csi-driver",
      wait: dynamicProvisioning !== undefined,
      values: fsxCsiValues({
        region,
        ...(props.affinity && { affinity: props.affinity }),
        ...(dynamicProvisioning && { controllerPlacement: dynamicProvisioning.placement }),
      }),
      dependsOn: [...(role?.dependables ?? []), ...(props.dependsOn ?? [])],
    });
    this.dependable = dependable;
  }
}

/** Static volumes only: the file system is Terraform's. */
export const fsxCsi: PlatformComponent = {
  id: "fsx-csi",
  chart: "aws-fsx-csi-driver",
  install: (context, { scope, id, chart }) =>
    new FsxCsi(scope, id, { ...chart, region: context.env.region, ...onCloudNodes(context) }).dependable,
};
