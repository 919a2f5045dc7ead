import type { ResolvedLustre } from "../../config/storage/fsx-lustre/resolve";
import type { LogRetentionDays } from "../../constructs/core/log-retention";
import { LustreVolume } from "../../constructs/platform/lustre-volume";
import { cloudWatchLogsStatement } from "../../constructs/security/kms-key";
import { LustreFileSystem, lustreLogGroupName } from "../../constructs/storage/lustre-file-system";
import { LustreSecurityGroup } from "../../constructs/storage/lustre-security-group";
import { fileSystemKeyStatements } from "../../constructs/storage/storage-key-statements";
import type { AwsStack } from "../sites/aws-eks/aws-stack";
import { lustreDeployment } from "../lustre-props";
import type { StorageBuilder, VolumePlace } from "./builder";
import { constructId, logicalId, resourcePart } from "./names";

/** Days to keep what Lustre logs. */
const LUSTRE_LOG_DAYS: LogRetentionDays = 90;

const nameOf = (volume: ResolvedLustre, { env }: AwsStack): string => env.names.resource(resourcePart(volume));

/** FSx for Lustre in Terraform. */
export const FSX_LUSTRE_BUILDER: StorageBuilder<ResolvedLustre> = {
  kind: "fsx-lustre",
  outputs: ["fileSystemId", "dnsName", "mountName"],

  /** A scratch file system takes no key, but its log group does. */
  keyStatements(volumes, stack) {
    const { partition, env } = stack;
    const { region, account: accountId } = env;
    const logs = volumes
      .filter(({ config }) => config.logLevel !== "disabled")
      .map((volume) => lustreLogGroupName(nameOf(volume, stack)));
    return [
      ...fileSystemKeyStatements({ accountId, region }),
      ...(logs.length > 0 ? [cloudWatchLogsStatement({ partition, region, accountId, logGroupNames: logs })] : []),
    ];
  },

  create(volume, place) {
    const { fileSystemId, dnsName, mountName } = fileSystem(volume, place);
    return { fileSystemId, dnsName, mountName };
  },

  claims(volume, outputs, { scope, ...place }) {
    return new LustreVolume(scope, constructId(volume), {
      fileSystemId: outputs["fileSystemId"] ?? "",
      dnsName: outputs["dnsName"] ?? "",
      mountName: outputs["mountName"] ?? "",
      claimName: volume.mount.claimName,
      ...place,
    }).dependables;
  },
};

function fileSystem(volume: ResolvedLustre, { stack, keyArn, network, cluster }: VolumePlace): LustreFileSystem {
  const { config } = volume;
  const id = constructId(volume);
  const name = nameOf(volume, stack);
  const group = new LustreSecurityGroup(stack, `${id}-security-group`, {
    name,
    logicalId: `${logicalId(volume)}_security_group`,
    vpcId: network.vpcId,
    clients: [{ id: "cluster-nodes", securityGroupId: cluster.clusterSecurityGroupId }],
    ...(volume.size.efa && { efaClientSecurityGroupId: network.efaSecurityGroupId }),
  });
  return new LustreFileSystem(stack, id, {
    name,
    logicalId: logicalId(volume),
    deployment: lustreDeployment(volume, keyArn),
    subnetId: network.privateSubnetIds[volume.zone] ?? "",
    securityGroupId: group.securityGroupId,
    compression: config.compression,
    ...(config.rootSquash && { rootSquash: config.rootSquash }),
    weeklyMaintenanceStartTime: config.maintenance,
    logging:
      config.logLevel === "disabled"
        ? { level: "disabled" }
        : { level: config.logLevel, retentionDays: LUSTRE_LOG_DAYS, kmsKeyArn: keyArn },
    dependsOn: group.rules,
  });
}
