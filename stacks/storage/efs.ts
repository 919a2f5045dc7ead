import { EFS_PORTS } from "../../config/facts/efs";
import type { ResolvedEfs } from "../../config/storage/efs/resolve";
import { EfsVolume } from "../../constructs/platform/efs-volume";
import { EfsFileSystem } from "../../constructs/storage/efs-file-system";
import { NfsSecurityGroup } from "../../constructs/storage/nfs-security-group";
import { efsKeyStatements } from "../../constructs/storage/storage-key-statements";
import type { StorageBuilder } from "./builder";
import { constructId, logicalId, resourcePart } from "./names";

/** EFS in Terraform. */
export const EFS_BUILDER: StorageBuilder<ResolvedEfs> = {
  kind: "efs",
  outputs: ["fileSystemId", "accessPointId"],

  keyStatements: (_volumes, { env: { account: accountId, region } }) => efsKeyStatements({ accountId, region }),

  create(volume, { stack, keyArn, network, cluster }) {
    const { config, mount, oneZone, folder } = volume;
    const id = constructId(volume);
    const name = stack.env.names.resource(resourcePart(volume));
    const group = new NfsSecurityGroup(stack, `${id}-security-group`, {
      name,
      description: "EFS: mount targets",
      ports: EFS_PORTS,
      logicalId: `${logicalId(volume)}_security_group`,
      vpcId: network.vpcId,
      clientSecurityGroupId: cluster.clusterSecurityGroupId,
    });
    const { fileSystemId, accessPointId } = new EfsFileSystem(stack, id, {
      name,
      logicalId: logicalId(volume),
      kmsKeyArn: keyArn,
      ...(oneZone !== null && { oneZone }),
      throughput: config.throughput,
      performance: config.performance,
      lifecycle: config.lifecycle,
      backups: config.backups,
      subnetIdsByZone: Object.fromEntries(mount.zones.map((zone) => [zone, network.privateSubnetIds[zone] ?? ""])),
      securityGroupId: group.securityGroupId,
      folder,
      permissions: config.permissions,
      ...(config.user && { user: config.user }),
    });
    return { fileSystemId, accessPointId };
  },

  claims(volume, outputs, { scope, ...place }) {
    return new EfsVolume(scope, constructId(volume), {
      fileSystemId: outputs["fileSystemId"] ?? "",
      accessPointId: outputs["accessPointId"] ?? "",
      ...(volume.oneZone !== null && { zone: volume.oneZone }),
      claimName: volume.mount.claimName,
      ...place,
    }).dependables;
  },
};
