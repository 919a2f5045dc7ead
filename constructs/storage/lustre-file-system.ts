import { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import {
  FsxLustreFileSystem,
  type FsxLustreFileSystemLogConfiguration,
} from "@cdktf/provider-aws/lib/fsx-lustre-file-system";
import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { type LogRetentionDays } from "../core/log-retention";
import { lustreAttributes, type LustreDeployment } from "./lustre-deployment";

/** Which events of data repositories go to CloudWatch. */
export type LustreLogging =
  | { readonly level: "disabled" }
  | {
      readonly level: "warn" | "error" | "warn-error";
      /** Days to keep events. */
      readonly retentionDays: LogRetentionDays;
      /**
       * Customer key of the log group; its policy must let CloudWatch Logs use it for `lustreLogGroupName`. It can change in
       * place: what was logged before stays under the key before.
       * @default - CloudWatch's own key
       * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/encrypt-log-data-kms.html
       */
      readonly kmsKeyArn?: string;
    };

export interface LustreFileSystemProps {
  /** `Name` tag, and the last part of the log group `/aws/fsx/<name>`. */
  readonly name: string;
  /** Frozen Terraform id, e.g. `lustre`; the log group gets `<logicalId>_logs`. A new one would destroy the file system. */
  readonly logicalId: string;
  readonly deployment: LustreDeployment;
  /** Exactly one, in the zone of the nodes that use it most. Changing it replaces the file system. */
  readonly subnetId: string;
  /** Of a `LustreSecurityGroup`. Changing it replaces the file system. */
  readonly securityGroupId: string;
  /** Compression on the servers, of data written from now on. @default "lz4" */
  readonly compression?: "lz4" | "none";
  /**
   * Whom root of a client becomes, except on the clients with the `exemptNids`, e.g. `10.0.1.[2-9]@tcp`.
   * To switch it off again say 0 and 0: FSx keeps what it was told last.
   * @default - root stays root
   */
  readonly rootSquash?: { readonly uid: number; readonly gid: number; readonly exemptNids?: readonly string[] };
  /** Weekly window in UTC, `d:HH:MM`, 1 is Monday. Clients wait for some minutes. @default - AWS chooses */
  readonly weeklyMaintenanceStartTime?: string;
  readonly logging: LustreLogging;
  /** What must exist first: the `rules` of the security group, without which FSx refuses to create. @default - none */
  readonly dependsOn?: readonly ITerraformDependable[];
}

const LOG_LEVELS = { warn: "WARN_ONLY", error: "ERROR_ONLY", "warn-error": "WARN_ERROR" } as const;

/**
 * An FSx for Lustre file system.
 *
 * Terraform replaces it, and loses its data, when capacity or metadata IOPS shrink, or when type, subnet, security
 * group, EFA or key change. `prevent_destroy` turns each of these into an error of the plan.
 * @see https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystemLustreConfiguration.html
 */
export class LustreFileSystem extends Construct {
  readonly fileSystemId: string;
  readonly dnsName: string;
  /** Second half of the mount source: `<dnsName>@tcp:/<mountName>`. */
  readonly mountName: string;
  readonly arn: string;
  /** Undefined when logging is disabled. */
  readonly logGroupName?: string;

  constructor(scope: Construct, id: string, props: LustreFileSystemProps) {
    super(scope, id);
    const attributes = lustreAttributes(props.deployment);

    const fileSystem = new FsxLustreFileSystem(this, "file-system", {
      ...attributes,
      subnetIds: [props.subnetId],
      securityGroupIds: [props.securityGroupId],
      dataCompressionType: (props.compression ?? "lz4").toUpperCase(),
      rootSquashConfiguration: props.rootSquash && {
        rootSquash: `${props.rootSquash.uid}:${props.rootSquash.gid}`,
        noSquashNids: props.rootSquash.exemptNids && [...props.rootSquash.exemptNids],
      },
      weeklyMaintenanceStartTime: props.weeklyMaintenanceStartTime,
      logConfiguration: this.logConfiguration(props),
      tags: { Name: props.name },
      dependsOn: props.dependsOn && [...props.dependsOn],
      // Growing moves data between servers, a final backup copies all of it: both outlast the default of 30 min.
      timeouts: { create: "60m", update: "180m", delete: "240m" },
      lifecycle: {
        preventDestroy: true,
        // FSx cannot change it: a link that comes or goes would replace the file system for what tags of backups are
        ignoreChanges: ["copy_tags_to_backups"],
      },
    });
    fileSystem.overrideLogicalId(props.logicalId);

    this.fileSystemId = fileSystem.id;
    this.dnsName = fileSystem.dnsName;
    this.mountName = fileSystem.mountName;
    this.arn = fileSystem.arn;
    if (props.logging.level !== "disabled") this.logGroupName = lustreLogGroupName(props.name);
  }

  private logConfiguration(props: LustreFileSystemProps): FsxLustreFileSystemLogConfiguration {
    // Said outright, since leaving the block out keeps what was set before.
    if (props.logging.level === "disabled") return { level: "DISABLED" };
    const group = new CloudwatchLogGroup(this, "logs", {
      name: lustreLogGroupName(props.name),
      retentionInDays: props.logging.retentionDays,
      kmsKeyId: props.logging.kmsKeyArn,
      tags: { Name: props.name },
    });
    group.overrideLogicalId(`${props.logicalId}_logs`);
    return { level: LOG_LEVELS[props.logging.level], destination: group.arn };
  }
}

/** Log group of the file system of this name. FSx writes only to log groups with this prefix. */
export const lustreLogGroupName = (name: string): string => `/aws/fsx/${name}`;
