import { OPENZFS_PORTS } from "../../config/facts/openzfs";
import type { ResolvedOpenzfs } from "../../config/storage/fsx-openzfs/resolve";
import { NfsVolume } from "../../constructs/platform/nfs-volume";
import { NfsSecurityGroup } from "../../constructs/storage/nfs-security-group";
import { OpenzfsFileSystem } from "../../constructs/storage/openzfs-file-system";
import { fileSystemKeyStatements } from "../../constructs/storage/storage-key-statements";
import type { StorageBuilder } from "./builder";
import { constructId, logicalId, resourcePart } from "./names";

/** Folder at which FSx exports the root volume. */
const ROOT_EXPORT = "/fsx";

/** FSx for OpenZFS in Terraform. */
export const FSX_OPENZFS_BUILDER: StorageBuilder<ResolvedOpenzfs> = {
  kind: "fsx-openzfs",
  outputs: ["dnsName"],

  keyStatements: (_volumes, { env: { account: accountId, region } }) => fileSystemKeyStatements({ accountId, region }),

  create(volume, { stack, keyArn, network, cluster }) {
    const { config, zone, standbyZone, backupDays } = volume;
    const id = constructId(volume);
    const name = stack.env.names.resource(resourcePart(volume));
    const group = new NfsSecurityGroup(stack, `${id}-security-group`, {
      name,
      description: "FSx for OpenZFS: file server",
      ports: OPENZFS_PORTS,
      logicalId: `${logicalId(volume)}_security_group`,
      vpcId: network.vpcId,
      clientSecurityGroupId: cluster.clusterSecurityGroupId,
    });
    const { dnsName } = new OpenzfsFileSystem(stack, id, {
      name,
      logicalId: logicalId(volume),
      deployment: config.deployment,
      capacityGiB: config.capacityGiB,
      throughputMBps: config.throughputMBps,
      ...(config.iops !== undefined && { iops: config.iops }),
      subnetId: network.privateSubnetIds[zone] ?? "",
      ...(standbyZone !== null &&
        config.deployment === "multi-az-1" && {
          standby: {
            subnetId: network.privateSubnetIds[standbyZone] ?? "",
            routeTableIds: config.routeTables ?? Object.values(network.privateRouteTableIds ?? {}),
            ...(config.endpointCidr !== undefined && { endpointCidr: config.endpointCidr }),
          },
        }),
      securityGroupId: group.securityGroupId,
      kmsKeyArn: keyArn,
      compression: config.compression,
      recordSizeKiB: config.recordSizeKiB,
      rootSquash: config.rootSquash,
      backupDays,
      finalBackup: config.finalBackup,
      dependsOn: group.rules,
    });
    return { dnsName };
  },

  claims(volume, outputs, { scope, ...place }) {
    return new NfsVolume(scope, constructId(volume), {
      server: outputs["dnsName"] ?? "",
      exportPath: ROOT_EXPORT,
      version: "4.2",
      connections: volume.config.nconnect,
      claimName: volume.mount.claimName,
      ...place,
    }).dependables;
  },
};
