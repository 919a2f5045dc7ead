import { DescribeNetworkInterfacesCommand, EC2Client, type GroupIdentifier } from "@aws-sdk/client-ec2";
import { DescribeClusterCommand, EKSClient } from "@aws-sdk/client-eks";
import {
  DescribeDataRepositoryAssociationsCommand,
  DescribeFileSystemsCommand,
  FSxClient,
  type FileSystem,
} from "@aws-sdk/client-fsx";
import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import { privateSubnet } from "../../../config/sites/aws-eks/network/resolve";
import type { AwsAccess } from "../../lib/aws/access";
import { ask, askAll, askMaybe, notThere } from "./ask";
import type { Found, FoundPart, Obstacle } from "./found";
import { readGroupRules } from "./group-rules";
import { ownerOf } from "./owner";
import { ofType, type Places } from "./planned";

export interface ReadFileSystemProps {
  readonly aws: AwsAccess;
  readonly environment: AwsEnvironment;
  /** Resources of the storage stack. */
  readonly places: Places;
  readonly id: string;
}

/** An FSx for Lustre file system with its security group, the rules of that and its links to S3. */
export async function readFileSystem({ aws, environment, places, id }: ReadFileSystemProps): Promise<Found> {
  const found = await fileSystem(aws, environment, id);
  if (found.FileSystemType !== "LUSTRE")
    return found_(
      id,
      [],
      [{ text: `${id} is of type ${found.FileSystemType}`, fix: "name an FSx for Lustre file system" }],
    );
  const all = await groupsOf(aws, found);
  const groups = all.map(({ GroupId = "" }) => GroupId);
  const [group] = groups;
  const owner = ownerOf(id, found.Tags ?? [], environment);
  const notes = [
    ...owner.notes,
    ...(groups.length > 1
      ? [`${id} has the security groups ${groups.join(", ")}: the first is adopted, and its rules let clients in`]
      : []),
  ];
  return found_(
    id,
    [
      { place: "lustre/file-system", id, actual: actualOf(found) },
      ...(group === undefined ? [] : await groupParts(aws, environment, places, group)),
      ...(await links(aws, places, id)),
    ],
    [...owner.obstacles, ...groupObstacles(id, all, environment), ...placeObstacles(found, environment)],
    group === undefined
      ? [...notes, `${id} has no security group that AWS tells: open it to the new one by hand`]
      : notes,
  );
}

const found_ = (
  id: string,
  parts: Found["parts"],
  obstacles: readonly Obstacle[],
  notes: readonly string[] = [],
): Found => ({
  kind: "fileSystem",
  id,
  parts,
  obstacles,
  notes,
});

async function fileSystem(aws: AwsAccess, { region }: AwsEnvironment, id: string): Promise<FileSystem> {
  const fsx = aws.client(FSxClient);
  const one = await askMaybe("fsx:DescribeFileSystems", () =>
    fsx.send(new DescribeFileSystemsCommand({ FileSystemIds: [id] })),
  );
  const [found] = one?.FileSystems ?? [];
  if (found) return found;
  const pages = await askAll("fsx:DescribeFileSystems", "NextToken", (NextToken) =>
    fsx.send(new DescribeFileSystemsCommand({ NextToken })),
  );
  const known = pages.flatMap(({ FileSystems = [] }) => FileSystems.map(({ FileSystemId = "" }) => FileSystemId));
  throw notThere("file system", id, region, known);
}

/** By the names of `aws_fsx_lustre_file_system`. */
function actualOf(system: FileSystem): FoundPart["actual"] {
  const lustre = system.LustreConfiguration ?? {};
  const { DataRepositoryConfiguration: old, MetadataConfiguration: metadata } = lustre;
  return {
    deployment_type: lustre.DeploymentType,
    storage_type: system.StorageType,
    storage_capacity: system.StorageCapacity,
    per_unit_storage_throughput: lustre.PerUnitStorageThroughput ?? null,
    throughput_capacity: lustre.ThroughputCapacity ?? null,
    efa_enabled: lustre.EfaEnabled ?? false,
    drive_cache_type: lustre.DriveCacheType ?? null,
    file_system_type_version: system.FileSystemTypeVersion ?? null,
    kms_key_id: system.KmsKeyId ?? null,
    copy_tags_to_backups: lustre.CopyTagsToBackups ?? false,
    data_compression_type: lustre.DataCompressionType ?? "NONE",
    weekly_maintenance_start_time: lustre.WeeklyMaintenanceStartTime ?? null,
    automatic_backup_retention_days: lustre.AutomaticBackupRetentionDays ?? 0,
    "metadata_configuration.mode": metadata?.Mode ?? null,
    "metadata_configuration.iops": metadata?.Iops ?? null,
    import_path: old?.ImportPath ?? null,
    export_path: old?.ExportPath ?? null,
    imported_file_chunk_size: old?.ImportedFileChunkSize ?? null,
    "log_configuration.level": lustre.LogConfiguration?.Level ?? "DISABLED",
  };
}

/** FSx does not say which groups a file system has; its network interfaces do. */
async function groupsOf(aws: AwsAccess, { NetworkInterfaceIds = [] }: FileSystem): Promise<GroupIdentifier[]> {
  const [first] = NetworkInterfaceIds;
  if (first === undefined) return [];
  const answer = await askMaybe("ec2:DescribeNetworkInterfaces", () =>
    aws.client(EC2Client).send(new DescribeNetworkInterfacesCommand({ NetworkInterfaceIds: [first] })),
  );
  return (answer?.NetworkInterfaces ?? []).flatMap(({ Groups = [] }) => Groups);
}

/**
 * A file system that was made with no word about groups has the VPC's default one. A VPC that Terraform manages loses the
 * rules of that group, and every client would lose its mount.
 * @see https://registry.terraform.io/providers/hashicorp/aws/6.25.0/docs/resources/default_security_group
 */
function groupObstacles(id: string, groups: readonly GroupIdentifier[], { network }: AwsEnvironment): Obstacle[] {
  const fallback = groups.find(({ GroupName }) => GroupName === "default");
  if (!fallback || network.vpcId !== null) return [];
  return [
    {
      text: `${id} has the default security group of its VPC (${fallback.GroupId}), whose rules go with a VPC that Terraform manages: its clients would be cut off`,
      fix: 'use the VPC without managing it: write network: { kind: "existing", … }',
    },
  ];
}

async function groupParts(
  aws: AwsAccess,
  { names }: AwsEnvironment,
  places: Places,
  group: string,
): Promise<FoundPart[]> {
  const place = "lustre-security-group/lustre";
  const address = places.get(place)?.address;
  const cluster = await askMaybe("eks:DescribeCluster", () =>
    aws.client(EKSClient).send(new DescribeClusterCommand({ name: names.cluster })),
  );
  const clusterGroup = cluster?.cluster?.resourcesVpcConfig?.clusterSecurityGroupId;
  const groups = new Map([
    [`\${${address}.id}`, group],
    // what the stack calls the group of the cluster
    ...(clusterGroup ? [["${local.cluster_cluster_security_group_id}", clusterGroup] as const] : []),
  ]);
  return [{ place, id: group, actual: {} }, ...(await readGroupRules({ ec2: aws.client(EC2Client), places, groups }))];
}

async function links(aws: AwsAccess, places: Places, id: string): Promise<FoundPart[]> {
  const { Associations = [] } = await ask("fsx:DescribeDataRepositoryAssociations", () =>
    aws
      .client(FSxClient)
      .send(new DescribeDataRepositoryAssociationsCommand({ Filters: [{ Name: "file-system-id", Values: [id] }] })),
  );
  return ofType(places, "aws_fsx_data_repository_association").flatMap(([place, json]) => {
    const found = Associations.find(({ FileSystemPath = "" }) => FileSystemPath === json["file_system_path"]);
    if (!found) return [];
    const actual = { file_system_path: found.FileSystemPath, data_repository_path: found.DataRepositoryPath ?? null };
    return [{ place, id: found.AssociationId ?? "", actual }];
  });
}

/** FSx moves no file system: the subnet of its zone must be the one that it stands in. */
function placeObstacles({ FileSystemId, SubnetIds = [], VpcId }: FileSystem, environment: AwsEnvironment): Obstacle[] {
  const { network, lustre, adopt } = environment;
  const [there = "none"] = SubnetIds;
  const zone = lustre?.zone ?? "";
  const own = privateSubnet(network, zone)?.id ?? adopt?.vpc?.parts[`vpc/subnet-private-${zone}`];
  if (own === there) return [];
  const text = `${FileSystemId} stands in ${there} of ${VpcId}; the private subnet of ${zone}, where the config puts it, ${own === undefined ? "would be new" : `is ${own}`}`;
  const other = network.subnets.find(({ id, tier }) => id === there && tier === "private");
  const fix = other
    ? `write lustre.zone: "${other.zone}"`
    : `adopt the VPC as well (--vpc ${VpcId}), or write network: { kind: "existing", vpcId: "${VpcId}", … } with ${there} in ${zone}`;
  return [{ text, fix }];
}
