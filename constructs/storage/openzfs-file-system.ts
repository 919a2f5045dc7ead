import { FsxOpenzfsFileSystem } from "@cdktf/provider-aws/lib/fsx-openzfs-file-system";
import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { OPENZFS_DEPLOYMENTS, type OpenzfsDeployment } from "../../config/facts/openzfs";

export interface OpenzfsFileSystemProps {
  /** `Name` tag. */
  readonly name: string;
  /** Frozen Terraform id. A new one would destroy the files. */
  readonly logicalId: string;
  readonly deployment: OpenzfsDeployment;
  /** 64 to 524288. It can only grow. */
  readonly capacityGiB: number;
  /** MB/s, one of those that the deployment has. */
  readonly throughputMBps: number;
  /** @default - three for each GiB */
  readonly iops?: number;
  /** One in its zone. Changing it replaces the file system. */
  readonly subnetId: string;
  /** What one in two zones has besides; required there. @default - all of it is in one zone */
  readonly standby?: {
    /** One in the other zone. Changing it replaces the file system. */
    readonly subnetId: string;
    /** Into which FSx writes where the file system is; at least one. */
    readonly routeTableIds: readonly string[];
    /** Block of its address. Changing it replaces the file system. @default - FSx chooses */
    readonly endpointCidr?: string;
  };
  /** Changing it replaces the file system. */
  readonly securityGroupId: string;
  /** Customer key at rest. Changing it replaces the file system. */
  readonly kmsKeyArn: string;
  readonly compression: "lz4" | "zstd" | "none";
  readonly recordSizeKiB: number;
  /** Whether root of a client is nobody. */
  readonly rootSquash: boolean;
  /** Days to keep daily backups; 0 is none. */
  readonly backupDays: number;
  readonly finalBackup: "take" | "skip";
  /** @default - none */
  readonly dependsOn?: readonly ITerraformDependable[];
}

/**
 * An FSx for OpenZFS file system in one zone, or in two. Clients mount `<dnsName>:/fsx`; who they are is a matter of the network.
 *
 * Terraform replaces it, and loses its files, when type, subnet, security group or key change. `prevent_destroy` turns each of
 * these into an error of the plan.
 * @see https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystemOpenZFSConfiguration.html
 */
export class OpenzfsFileSystem extends Construct {
  readonly fileSystemId: string;
  readonly dnsName: string;

  constructor(scope: Construct, id: string, props: OpenzfsFileSystemProps) {
    super(scope, id);
    const fileSystem = new FsxOpenzfsFileSystem(this, "file-system", {
      deploymentType: OPENZFS_DEPLOYMENTS[props.deployment].deploymentType,
      storageType: "SSD",
      storageCapacity: props.capacityGiB,
      throughputCapacity: props.throughputMBps,
      ...(props.iops !== undefined && { diskIopsConfiguration: { mode: "USER_PROVISIONED", iops: props.iops } }),
      subnetIds: [props.subnetId, ...(props.standby ? [props.standby.subnetId] : [])],
      ...(props.standby && {
        preferredSubnetId: props.subnetId,
        routeTableIds: [...props.standby.routeTableIds],
        ...(props.standby.endpointCidr !== undefined && { endpointIpAddressRange: props.standby.endpointCidr }),
      }),
      securityGroupIds: [props.securityGroupId],
      kmsKeyId: props.kmsKeyArn,
      rootVolumeConfiguration: {
        copyTagsToSnapshots: true,
        dataCompressionType: props.compression.toUpperCase(),
        recordSizeKib: props.recordSizeKiB,
        nfsExports: {
          clientConfigurations: [
            { clients: "*", options: ["rw", "crossmnt", "sync", ...(props.rootSquash ? [] : ["no_root_squash"])] },
          ],
        },
      },
      automaticBackupRetentionDays: props.backupDays,
      copyTagsToBackups: true,
      copyTagsToVolumes: true,
      skipFinalBackup: props.finalBackup === "skip",
      tags: { Name: props.name },
      dependsOn: props.dependsOn && [...props.dependsOn],
      // a last backup copies all of it
      timeouts: { create: "60m", update: "180m", delete: "240m" },
      lifecycle: { preventDestroy: true },
    });
    fileSystem.overrideLogicalId(props.logicalId);
    this.fileSystemId = fileSystem.id;
    this.dnsName = fileSystem.dnsName;
  }
}
