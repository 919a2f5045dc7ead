import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { type HelmValues } from "../core/helm-values";
import { type PolicyStatement } from "../security/policy";
import { chartWithRole, type ChartWithRoleProps } from "./chart-with-role";
import { onCloudNodes } from "./cloud-nodes";
import type { PlatformComponent } from "./component";
import { existingBucket } from "../storage/checkpoint-store";
import { mountpointStatements } from "../storage/mountpoint-role";

export interface MountpointS3CsiProps extends ChartWithRoleProps {
  /** What the driver, and so every pod with a claim, may do in the bucket: `mountpointStatements`. */
  readonly statements: readonly PolicyStatement[];
  /** Nodes of the daemons. @default - all but those that the chart leaves out */
  readonly affinity?: HelmValues;
}

const SERVICE_ACCOUNT = "s3-csi-driver-sa";

/** Helm values of the CSI driver of buckets. */
export function mountpointS3CsiValues(affinity?: HelmValues): HelmValues {
  return {
    node: {
      serviceAccount: { create: true, name: SERVICE_ACCOUNT },
      // every node, whatever its taints: pods that mount a bucket tolerate more than a list could know
      tolerateAllTaints: true,
      ...(affinity && { affinity }),
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
      values: mountpointS3CsiValues(props.affinity),
    });
  }
}

/** For the bucket of the checkpoints; the role reaches no further than the prefixes of jobs. */
export const mountpointS3Csi: PlatformComponent = {
  id: "mountpoint-s3-csi",
  chart: "aws-mountpoint-s3-csi-driver",
  install: (context, { scope, id, chart }) => {
    const { env, partition, cluster, storage, jobPrefixes } = context;
    const bucket = env.checkpoints!.bucket;
    const store = existingBucket({
      bucketName: bucket.name,
      partition,
      ...((bucket.kind === "create" || bucket.kmsKeyArn !== null) && { kmsKeyArn: storage.checkpointKeyArn }),
    });
    return new MountpointS3Csi(scope, id, {
      ...chart,
      partition,
      clusterName: cluster.clusterName,
      roleName: env.names.role("mountpoint"),
      ...onCloudNodes(context),
      statements: mountpointStatements({ store, region: env.region, prefixes: jobPrefixes!, access: "read-write" }),
    }).dependable;
  },
};
