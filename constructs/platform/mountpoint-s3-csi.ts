import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { type HelmValues } from "../core/helm-values";
import { type PolicyStatement } from "../security/policy";
import { chartWithRole, type ChartWithRoleProps } from "./chart-with-role";

export interface MountpointS3CsiProps extends ChartWithRoleProps {
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
    this.dependable = chartWithRole(this, props, {
      release: "aws-mountpoint-s3-csi-driver",
      serviceAccount: SERVICE_ACCOUNT,
      statements: props.statements,
      wait: false,
      values: mountpointS3CsiValues(),
    });
  }
}
