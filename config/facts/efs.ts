import { isLocalZone } from "./zones";

const guide = "https://docs.aws.amazon.com/efs/latest/ug";
const mirror = "crowecawcaw/aws-docs-history";

/** Where the facts of this file were read: the page, the copy of it, and the year of the copy. */
export const EFS_SOURCES = {
  regions: {
    url: "https://docs.aws.amazon.com/general/latest/gr/elasticfilesystem.html",
    copy: `${mirror}@39ff693 docs/general/latest/gr/elasticfilesystem.md`,
    asOf: "2026",
  },
  oneZone: {
    url: `${guide}/features.html#OneZoneAZs`,
    copy: `${mirror}@446b18d docs/efs/latest/ug/features.md`,
    asOf: "2026",
  },
  limits: { url: `${guide}/limits.html`, copy: `${mirror} docs/efs/latest/ug/limits.md`, asOf: "2026" },
  create: {
    url: `${guide}/API_CreateFileSystem.html`,
    copy: `${mirror}@088a28b docs/efs/latest/ug/API_CreateFileSystem.md`,
    asOf: "2026",
  },
  mountTarget: {
    url: `${guide}/API_CreateMountTarget.html`,
    copy: `${mirror}@088a28b docs/efs/latest/ug/API_CreateMountTarget.md`,
    asOf: "2026",
  },
  lifecycle: {
    url: `${guide}/API_PutLifecycleConfiguration.html`,
    copy: `${mirror}@088a28b docs/efs/latest/ug/API_PutLifecycleConfiguration.md`,
    asOf: "2026",
  },
  backups: {
    url: `${guide}/automatic-backups.html`,
    copy: `${mirror}@446b18d docs/efs/latest/ug/automatic-backups.md`,
    asOf: "2026",
  },
  keys: { url: `${guide}/EFSKMS.html`, copy: `${mirror}@446b18d docs/efs/latest/ug/EFSKMS.md`, asOf: "2026" },
  accessPoints: { url: `${guide}/enforce-identity-access-points.html`, copy: mirror, asOf: "2026" },
  throughput: { url: `${guide}/managing-throughput.html`, copy: mirror, asOf: "2026" },
} as const;

/** TCP ports of NFS, from clients to mount targets. */
export const EFS_PORTS = [{ from: 2049, to: 2049 }] as const;

/** Regions with an endpoint of EFS. China and the European Sovereign Cloud are in no list that was read: unknown. */
const REGIONS: readonly string[] = [
  "us-east-1",
  "us-east-2",
  "us-west-1",
  "us-west-2",
  "af-south-1",
  "ap-east-1",
  "ap-east-2",
  "ap-south-1",
  "ap-south-2",
  "ap-southeast-1",
  "ap-southeast-2",
  "ap-southeast-3",
  "ap-southeast-4",
  "ap-southeast-5",
  "ap-southeast-6",
  "ap-southeast-7",
  "ap-northeast-1",
  "ap-northeast-2",
  "ap-northeast-3",
  "ca-central-1",
  "ca-west-1",
  "eu-central-1",
  "eu-central-2",
  "eu-north-1",
  "eu-south-1",
  "eu-south-2",
  "eu-west-1",
  "eu-west-2",
  "eu-west-3",
  "il-central-1",
  "mx-central-1",
  "me-south-1",
  "me-central-1",
  "sa-east-1",
  "us-gov-east-1",
  "us-gov-west-1",
];

/** Regions in which some zones take One Zone file systems; which zones they are, AWS says by id and not by name. */
const ONE_ZONE_REGIONS: readonly string[] = [
  "us-east-1",
  "us-east-2",
  "us-west-1",
  "us-west-2",
  "af-south-1",
  "ap-east-1",
  "ap-south-1",
  "ap-northeast-1",
  "ap-northeast-2",
  "ap-northeast-3",
  "ap-southeast-1",
  "ap-southeast-2",
  "ca-central-1",
  "cn-north-1",
  "cn-northwest-1",
  "eu-central-1",
  "eu-west-1",
  "eu-south-1",
  "eu-west-2",
  "eu-west-3",
  "eu-north-1",
  "me-south-1",
  "sa-east-1",
  "us-gov-east-1",
  "us-gov-west-1",
];

/** Whether EFS is there; null: no list that was read says it. */
export const efsOffered = (region: string): true | null => (REGIONS.includes(region) ? true : null);

/** Whether some zone of a Region takes One Zone file systems. */
export const oneZoneOffered = (region: string): boolean => ONE_ZONE_REGIONS.includes(region);

/** Whether a mount target can stand in a zone: availability zones have them, and of Local Zones no document says it. */
export const mountTargetZone = (zone: string): boolean => !isLocalZone(zone);

/** Days after which files that nobody reads can move. */
export const EFS_LIFECYCLE_DAYS = [1, 7, 14, 30, 60, 90, 180, 270, 365] as const;

/** Regions with more throughput than others. */
const MORE_PROVISIONED: readonly string[] = ["us-east-1", "us-east-2", "us-west-2", "eu-west-1"];

/** Most provisioned throughput of one file system, MiB/s of writes. Only that of Regional ones can be raised, by AWS Support. */
export function provisionedLimit(region: string, isOneZone: boolean): number {
  return !isOneZone && MORE_PROVISIONED.includes(region) ? 3414 : 1024;
}

/** Limits of one file system. */
export const EFS_LIMITS = {
  /** In each zone. */
  mountTargetsPerZone: 1,
  connections: 25_000,
  /** MiB/s of one client with elastic throughput, and without. */
  clientMiBps: { elastic: 1500, other: 500 },
  provisionedMiBps: { min: 1, max: 3414 },
  /** Between two changes of the throughput mode, or from a change to less provisioned throughput. */
  throughputChangeHours: 24,
} as const;
