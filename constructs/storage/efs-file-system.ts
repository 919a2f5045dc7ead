import { EfsAccessPoint } from "@cdktf/provider-aws/lib/efs-access-point";
import { EfsBackupPolicy } from "@cdktf/provider-aws/lib/efs-backup-policy";
import {
  EfsFileSystem as AwsEfsFileSystem,
  type EfsFileSystemLifecyclePolicy,
} from "@cdktf/provider-aws/lib/efs-file-system";
import { EfsFileSystemPolicy } from "@cdktf/provider-aws/lib/efs-file-system-policy";
import { EfsMountTarget } from "@cdktf/provider-aws/lib/efs-mount-target";
import { Construct } from "constructs";
import { type EFS_LIFECYCLE_DAYS } from "../../config/facts/efs";
import { policyDocument, type PolicyStatement } from "../security/policy";

/** Days without a read, or never. */
export type EfsLifecycleDays = (typeof EFS_LIFECYCLE_DAYS)[number] | "never";

export interface EfsFileSystemProps {
  /** `Name` tag, and the token that makes creating it twice the same file system. Changing it replaces it. */
  readonly name: string;
  /** Frozen Terraform id of file system and access point. A new one would destroy the files. */
  readonly logicalId: string;
  /** Customer key at rest. Changing it replaces the file system. */
  readonly kmsKeyArn: string;
  /** Zone of a One Zone file system. Changing it replaces the file system. @default - Regional */
  readonly oneZone?: string;
  readonly throughput:
    | { readonly mode: "elastic" | "bursting" }
    /** MiB/s of writes. */
    | { readonly mode: "provisioned"; readonly mibps: number };
  /** Cannot change. */
  readonly performance: "general-purpose" | "max-io";
  readonly lifecycle: {
    readonly infrequentAccessAfterDays: EfsLifecycleDays;
    /** Later than the other, and with elastic throughput only. */
    readonly archiveAfterDays: EfsLifecycleDays;
    /** Whether a file that is read comes back to Standard. */
    readonly backOnRead: boolean;
  };
  readonly backups: "automatic" | "off";
  /** A mount target in each: one subnet a zone. */
  readonly subnetIdsByZone: Readonly<Record<string, string>>;
  readonly securityGroupId: string;
  /** Root of what clients see: they reach nothing above it. */
  readonly folder: string;
  /** Of the folder when it is made, such as `0755`. */
  readonly permissions: string;
  /** Who everybody is on the file system. @default - everybody stays who they are */
  readonly user?: { readonly uid: number; readonly gid: number };
}

const ROOT = { uid: 0, gid: 0 };

/**
 * An EFS file system with an access point, a mount target in each zone, backups, and a policy that lets nobody in but
 * through the access point and over TLS.
 * @see https://docs.aws.amazon.com/efs/latest/ug/iam-access-control-nfs-efs.html
 */
export class EfsFileSystem extends Construct {
  readonly fileSystemId: string;
  readonly accessPointId: string;

  constructor(scope: Construct, id: string, props: EfsFileSystemProps) {
    super(scope, id);
    const { name, logicalId, throughput } = props;
    const fileSystem = new AwsEfsFileSystem(this, "file-system", {
      creationToken: name,
      encrypted: true,
      kmsKeyId: props.kmsKeyArn,
      availabilityZoneName: props.oneZone,
      performanceMode: props.performance === "max-io" ? "maxIO" : "generalPurpose",
      throughputMode: throughput.mode,
      ...(throughput.mode === "provisioned" && { provisionedThroughputInMibps: throughput.mibps }),
      lifecyclePolicy: lifecyclePolicies(props.lifecycle),
      tags: { Name: name },
      lifecycle: { preventDestroy: true },
    });
    fileSystem.overrideLogicalId(logicalId);
    this.fileSystemId = fileSystem.id;

    const owner = props.user ?? ROOT;
    const accessPoint = new EfsAccessPoint(this, "access-point", {
      fileSystemId: fileSystem.id,
      ...(props.user && { posixUser: props.user }),
      rootDirectory: {
        path: props.folder,
        creationInfo: { ownerUid: owner.uid, ownerGid: owner.gid, permissions: props.permissions },
      },
      tags: { Name: name },
    });
    accessPoint.overrideLogicalId(logicalId);
    this.accessPointId = accessPoint.id;

    new EfsFileSystemPolicy(this, "policy", {
      fileSystemId: fileSystem.id,
      policy: policyDocument(accessStatements(fileSystem.arn, accessPoint.arn, props.user !== undefined)),
    });
    new EfsBackupPolicy(this, "backups", {
      fileSystemId: fileSystem.id,
      backupPolicy: { status: props.backups === "automatic" ? "ENABLED" : "DISABLED" },
    });
    for (const [zone, subnetId] of Object.entries(props.subnetIdsByZone)) {
      new EfsMountTarget(this, zone, {
        fileSystemId: fileSystem.id,
        subnetId,
        securityGroups: [props.securityGroupId],
      });
    }
  }
}

/** One block for each move: EFS takes no two in one. */
function lifecyclePolicies(given: EfsFileSystemProps["lifecycle"]): EfsFileSystemLifecyclePolicy[] {
  const after = (days: EfsLifecycleDays) => (days === 1 ? "AFTER_1_DAY" : `AFTER_${days}_DAYS`);
  const { infrequentAccessAfterDays: early, archiveAfterDays: late } = given;
  const moves = early !== "never" || late !== "never";
  return [
    ...(early === "never" ? [] : [{ transitionToIa: after(early) }]),
    ...(late === "never" ? [] : [{ transitionToArchive: after(late) }]),
    ...(given.backOnRead && moves ? [{ transitionToPrimaryStorageClass: "AFTER_1_ACCESS" }] : []),
  ];
}

/** Who is let in is a matter of the network; by which way, of this. Root makes homes, unless everybody is one user. */
function accessStatements(fileSystemArn: string, accessPointArn: string, oneUser: boolean): PolicyStatement[] {
  const resources = [fileSystemArn];
  return [
    {
      sid: "ThroughAccessPoint",
      actions: [
        "elasticfilesystem:ClientMount",
        "elasticfilesystem:ClientWrite",
        ...(oneUser ? [] : ["elasticfilesystem:ClientRootAccess"]),
      ],
      resources,
      principals: { anyone: true },
      conditions: {
        Bool: { "elasticfilesystem:AccessedViaMountTarget": "true" },
        StringEquals: { "elasticfilesystem:AccessPointArn": accessPointArn },
      },
    },
    {
      sid: "OnlyOverTls",
      effect: "Deny",
      actions: ["*"],
      resources,
      principals: { anyone: true },
      conditions: { Bool: { "aws:SecureTransport": "false" } },
    },
  ];
}
