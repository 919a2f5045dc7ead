import {
  DescribeAccessPointsCommand,
  DescribeBackupPolicyCommand,
  DescribeFileSystemPolicyCommand,
  DescribeFileSystemsCommand,
  DescribeMountTargetsCommand,
  DescribeMountTargetSecurityGroupsCommand,
  EFSClient,
  type AccessPointDescription,
  type FileSystemDescription,
  type MountTargetDescription,
} from "@aws-sdk/client-efs";
import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import { privateSubnet } from "../../../config/sites/aws-eks/network/resolve";
import { adoptedEfs, adoptedPlace } from "../../../stacks/adopted-resources";
import type { AwsAccess } from "../../lib/aws/access";
import { ask, askAll, askMaybe, notThere } from "./ask";
import { statementsOf } from "./compare";
import type { Found, FoundPart, Obstacle } from "./found";
import { ownerOf } from "./owner";
import { ofType, type Places } from "./planned";

export interface ReadEfsProps {
  readonly aws: AwsAccess;
  readonly environment: AwsEnvironment;
  /** Resources of the storage stack. */
  readonly places: Places;
  readonly id: string;
}

/** An EFS file system with its access point, mount targets, policy and backups. */
export async function readEfs({ aws, environment, places, id }: ReadEfsProps): Promise<Found> {
  const efs = aws.client(EFSClient);
  const system = await fileSystem(efs, environment, id);
  const whole = adoptedPlace("efs", environment);
  const folder = whole.replace(/\/file-system$/, "");
  const targets = await askAll("elasticfilesystem:DescribeMountTargets", "NextMarker", (Marker) =>
    efs.send(new DescribeMountTargetsCommand({ FileSystemId: id, Marker })),
  ).then((pages) => pages.flatMap(({ MountTargets = [] }) => MountTargets));
  const policy = await askMaybe("elasticfilesystem:DescribeFileSystemPolicy", () =>
    efs.send(new DescribeFileSystemPolicyCommand({ FileSystemId: id })),
  );
  const backups = await askMaybe("elasticfilesystem:DescribeBackupPolicy", () =>
    efs.send(new DescribeBackupPolicyCommand({ FileSystemId: id })),
  );
  const owner = ownerOf(id, system.Tags ?? [], environment);
  return {
    kind: "efs",
    id,
    parts: [
      { place: whole, id, actual: actualOf(system) },
      ...(await accessPoint(efs, places, folder, id)),
      ...(policy ? [{ place: `${folder}/policy`, id, actual: { policy: statementsOf(policy.Policy ?? "") } }] : []),
      ...(backups?.BackupPolicy
        ? [{ place: `${folder}/backups`, id, actual: { "backup_policy.status": backups.BackupPolicy.Status } }]
        : []),
      ...targetParts(environment, places, folder, targets),
    ],
    obstacles: [
      ...owner.obstacles,
      ...zoneObstacles(system, environment),
      ...targetObstacles(id, targets, environment),
    ],
    notes: [
      ...owner.notes,
      `the policy of ${id} becomes that of the environment: who mounts it without its access point, or without TLS, is shut out`,
      ...(await groupNotes(efs, id, targets)),
    ],
  };
}

async function fileSystem(efs: EFSClient, { region }: AwsEnvironment, id: string): Promise<FileSystemDescription> {
  const one = await askMaybe("elasticfilesystem:DescribeFileSystems", () =>
    efs.send(new DescribeFileSystemsCommand({ FileSystemId: id })),
  );
  const [found] = one?.FileSystems ?? [];
  if (found) return found;
  const pages = await askAll("elasticfilesystem:DescribeFileSystems", "NextMarker", (Marker) =>
    efs.send(new DescribeFileSystemsCommand({ Marker })),
  );
  const known = pages.flatMap(({ FileSystems = [] }) => FileSystems.map(({ FileSystemId = "" }) => FileSystemId));
  throw notThere("EFS file system", id, region, known);
}

/** By the names of `aws_efs_file_system`. */
const actualOf = (system: FileSystemDescription): FoundPart["actual"] => ({
  encrypted: system.Encrypted ?? false,
  kms_key_id: system.KmsKeyId ?? null,
  performance_mode: system.PerformanceMode ?? null,
  throughput_mode: system.ThroughputMode ?? null,
  provisioned_throughput_in_mibps: system.ProvisionedThroughputInMibps ?? null,
  availability_zone_name: system.AvailabilityZoneName ?? null,
});

/** One that is in all like that of the stack: nothing of an access point can change. */
async function accessPoint(efs: EFSClient, places: Places, folder: string, id: string): Promise<FoundPart[]> {
  const pages = await askAll("elasticfilesystem:DescribeAccessPoints", "NextToken", (NextToken) =>
    efs.send(new DescribeAccessPointsCommand({ FileSystemId: id, NextToken })),
  );
  const points = pages.flatMap(({ AccessPoints = [] }) => AccessPoints);
  return ofType(places, "aws_efs_access_point").flatMap(([place, json]) => {
    const found = points.find((point) => place.startsWith(`${folder}/`) && isLike(point, json));
    return found ? [{ place, id: found.AccessPointId ?? "", actual: {} }] : [];
  });
}

interface RootJson {
  readonly path: string;
  readonly creation_info: { readonly owner_uid: number; readonly owner_gid: number; readonly permissions: string };
}

function isLike({ RootDirectory: root, PosixUser: user }: AccessPointDescription, json: object): boolean {
  const { root_directory: wanted, posix_user: who } = json as {
    root_directory: RootJson;
    posix_user?: { uid: number; gid: number };
  };
  const made = root?.CreationInfo;
  const { owner_uid: uid, owner_gid: gid, permissions } = wanted.creation_info;
  return (
    root?.Path === wanted.path &&
    made?.OwnerUid === uid &&
    made.OwnerGid === gid &&
    made.Permissions === permissions &&
    user?.Uid === who?.uid &&
    user?.Gid === who?.gid
  );
}

/** Private subnet of a zone: one of an existing network, or of a VPC that is adopted; undefined: it would be new. */
const subnetOf = ({ network, adopt }: AwsEnvironment, zone: string): string | undefined =>
  privateSubnet(network, zone)?.id ?? adopt?.vpc?.parts[`vpc/subnet-private-${zone}`];

function targetParts(
  environment: AwsEnvironment,
  places: Places,
  folder: string,
  targets: readonly MountTargetDescription[],
): FoundPart[] {
  return ofType(places, "aws_efs_mount_target").flatMap(([place]) => {
    if (!place.startsWith(`${folder}/`)) return [];
    const subnet = subnetOf(environment, place.slice(folder.length + 1));
    const found = targets.find(({ SubnetId }) => subnet !== undefined && SubnetId === subnet);
    return found ? [{ place, id: found.MountTargetId ?? "", actual: {} }] : [];
  });
}

/** EFS has one mount target in a zone, and all of them in one VPC. */
function targetObstacles(
  id: string,
  targets: readonly MountTargetDescription[],
  environment: AwsEnvironment,
): Obstacle[] {
  const zones = adoptedEfs(environment)?.mount.zones ?? [];
  const vpc = environment.network.vpcId ?? environment.adopt?.vpc?.id;
  const elsewhere = targets.find(({ VpcId }) => VpcId !== vpc);
  if (elsewhere)
    return [
      {
        text: `${id} has mount targets in ${elsewhere.VpcId}, and the network of the environment ${vpc === undefined ? "would be new" : `is ${vpc}`}; EFS has them in one VPC`,
        fix: `adopt the VPC as well (--vpc ${elsewhere.VpcId}), or write network: { kind: "existing", vpcId: "${elsewhere.VpcId}", … }`,
      },
    ];
  return targets.flatMap(({ MountTargetId, AvailabilityZoneName: zone = "", SubnetId }) => {
    const own = subnetOf(environment, zone);
    if (!zones.includes(zone) || own === SubnetId) return [];
    return [
      {
        text: `${MountTargetId} of ${id} is in ${SubnetId}; the private subnet of ${zone} ${own === undefined ? "would be new" : `is ${own}`}, and EFS has one mount target in a zone`,
        fix: `use the subnet: ${SubnetId} as the private one of ${zone}; or delete the mount target when nothing mounts by it`,
      },
    ];
  });
}

function zoneObstacles(
  { FileSystemId, AvailabilityZoneName: zone }: FileSystemDescription,
  environment: AwsEnvironment,
): Obstacle[] {
  const volume = adoptedEfs(environment);
  if (!volume || zone === undefined || volume.oneZone === zone) return [];
  return [
    {
      text: `${FileSystemId} is kept in ${zone} alone, and storage.${volume.name} is ${volume.oneZone === null ? "Regional" : `in ${volume.oneZone}`}`,
      fix: `write storage: { ${volume.name}: { zone: "${zone}" } }`,
    },
  ];
}

/** Who comes in by another group, mounts it no longer. */
async function groupNotes(efs: EFSClient, id: string, targets: readonly MountTargetDescription[]): Promise<string[]> {
  const [first] = targets;
  if (!first) return [];
  const { SecurityGroups = [] } = await ask("elasticfilesystem:DescribeMountTargetSecurityGroups", () =>
    efs.send(new DescribeMountTargetSecurityGroupsCommand({ MountTargetId: first.MountTargetId })),
  );
  return [
    `the mount targets of ${id} get the security group of the environment instead of ${SecurityGroups.join(", ") || "theirs"}: clients outside of the cluster are cut off`,
  ];
}
