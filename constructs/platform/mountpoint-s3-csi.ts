import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { PodIdentityRole } from "../cluster/pod-identity-role";
import { HelmChart } from "../core/helm-chart";
import { type HelmValues } from "../core/helm-values";
import { type Partition } from "../core/partition";
import { type PolicyStatement } from "../security/policy";
import { type PlatformChartProps, releaseOf } from "./platform-chart";

export interface MountpointS3CsiProps extends PlatformChartProps {
  readonly partition: Partition;
  readonly clusterName: string;
  /** Up to 64 characters, unique in the account. */
  readonly roleName: string;
  /** What the driver, and so every pod with a claim, may do in the bucket: `mountpointStatements`. */
  readonly statements: readonly PolicyStatement[];
}

const SERVICE_ACCOUNT = "s3-csi-driver-sa";

export function mountpointS3CsiValues(): HelmValues {
  return {
    node: {
      serviceAccount: { create: true, name: SERVICE_ACCOUNT },
      // every node, whatever its taints: pods that mount a bucket tolerate more than a list could know
      tolerateAllTaints: true,
    },
    // mounts of version 1 ran outside pods; no cluster of ours has any
    supportLegacySystemDMounts: false,
  };
}

/**
 * Mounts buckets into pods, through pods of its own in the namespace mount-s3. Volumes are static only.
 * @see https://github.com/awslabs/mountpoint-s3-csi-driver/blob/main/docs/CONFIGURATION.md
 */
export class MountpointS3Csi extends Construct {
  readonly dependable: ITerraformDependable;

  constructor(scope: Construct, id: string, props: MountpointS3CsiProps) {
    super(scope, id);
    const role = new PodIdentityRole(this, "role", {
      partition: props.partition,
      roleName: props.roleName,
      clusterName: props.clusterName,
      namespace: props.namespace,
      serviceAccount: SERVICE_ACCOUNT,
      statements: props.statements,
    });
    const { dependable } = new HelmChart(this, "chart", {
      ...releaseOf(props),
      release: "aws-mountpoint-s3-csi-driver",
      wait: false,
      values: mountpointS3CsiValues(),
      dependsOn: [...role.dependables, ...(props.dependsOn ?? [])],
    });
    this.dependable = dependable;
  }
}
