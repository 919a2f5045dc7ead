import {
  EC2Client,
  paginateDescribeNetworkInterfaces,
  paginateDescribeSnapshots,
  paginateDescribeVolumes,
  type Filter,
  type NetworkInterface,
  type Snapshot,
  type Volume,
} from "@aws-sdk/client-ec2";
import type { AwsEnvironment } from "../../config/sites/aws-eks/environment";
import { isOfCluster, isOwn, ownTags, tagsOf, type Orphan, type Sweep, type SweepProps, type Tags } from "./orphan";
import { volumePrice } from "./price";

/** What is found for one of several filters, each resource once. */
async function union<T>(
  filters: readonly Filter[],
  pages: (Filters: Filter[]) => AsyncIterable<{ readonly found: readonly T[] | undefined }>,
  idOf: (one: T) => string | undefined,
): Promise<Map<string, T>> {
  const all = new Map<string, T>();
  const ask = async (filter: Filter) => {
    for await (const { found = [] } of pages([filter])) for (const one of found) all.set(idOf(one) ?? "", one);
  };
  await Promise.all(filters.map(ask));
  return all;
}

/** Whatever has the key of a tag; of which environment it is, is in the values. */
const byKeys = ({ environment }: SweepProps): Filter[] =>
  ownTags(environment).map(([key]) => ({ Name: "tag-key", Values: [key] }));

/** Attached, while the cluster is there: to a node, whose volumes and interfaces have the environment's tag and no other. */
const isOfNode = ({ clusterRuns }: SweepProps, status: string | undefined): boolean =>
  clusterRuns && status !== "available";

/** Of the environment, and of no stack and no running cluster. */
function isLeft({ environment, isStated, clusterRuns }: SweepProps, id: string, tags: Tags): boolean {
  return isOwn(tags, environment) && !isStated(id) && !(clusterRuns && isOfCluster(tags, environment));
}

async function volumes(props: SweepProps): Promise<Orphan[]> {
  const { environment, aws } = props;
  const client = aws.client(EC2Client);
  const found = await union<Volume>(
    byKeys(props),
    async function* (Filters) {
      for await (const page of paginateDescribeVolumes({ client }, { Filters })) yield { found: page.Volumes };
    },
    ({ VolumeId }) => VolumeId,
  );
  return [...found].flatMap(([id, volume]): Orphan[] => {
    const { State, VolumeType: type = "", Size: gib = 0, Iops: iops = 0, Throughput: mbps = 0 } = volume;
    const tags = tagsOf(volume.Tags);
    if (!isLeft(props, id, tags) || isOfNode(props, State) || State === "deleting" || State === "deleted") return [];
    const claim = tags.get("kubernetes.io/created-for/pvc/name");
    const of = claim === undefined ? "" : ` of claim ${tags.get("kubernetes.io/created-for/pvc/namespace")}/${claim}`;
    const free = State === "available";
    const why = free
      ? "its reclaim policy keeps it, or its driver was gone before it"
      : `attached to ${volume.Attachments?.[0]?.InstanceId ?? "an instance"}`;
    // in production a volume is data like any other
    const removal = environment.production ? "named" : "safe";
    return [
      {
        kind: "volume",
        id,
        createdAt: volume.CreateTime ?? null,
        why: `${gib} GiB ${type}${of}: ${why}`,
        usdPerMonth: volumePrice({ type, gib, iops, mbps }, environment.region),
        removal: free ? removal : "never",
      },
    ];
  });
}

/** EKS tags its own interfaces with nothing that is ours. */
const ofControlPlane = ({ names }: AwsEnvironment) => `Amazon EKS ${names.cluster}`;

async function interfaces(props: SweepProps): Promise<Orphan[]> {
  const { environment, aws, clusterRuns, isStated } = props;
  const client = aws.client(EC2Client);
  const found = await union<NetworkInterface>(
    [...byKeys(props), { Name: "description", Values: [ofControlPlane(environment)] }],
    async function* (Filters) {
      for await (const page of paginateDescribeNetworkInterfaces({ client }, { Filters }))
        yield { found: page.NetworkInterfaces };
    },
    ({ NetworkInterfaceId }) => NetworkInterfaceId,
  );
  return [...found].flatMap(([id, { Status, Description, Attachment, TagSet }]): Orphan[] => {
    const isControlPlane = Description === ofControlPlane(environment);
    const left = isControlPlane ? !clusterRuns && !isStated(id) : isLeft(props, id, tagsOf(TagSet));
    if (!left || isOfNode(props, Status)) return [];
    const free = Status === "available";
    const why = free
      ? "nothing uses it; the CNI plugin or a controller was gone before it"
      : `attached to ${Attachment?.InstanceId ?? Attachment?.InstanceOwnerId ?? "a service"}`;
    return [
      {
        kind: "network interface",
        id,
        createdAt: null,
        why: `${Description ? `"${Description}": ` : ""}${why}`,
        usdPerMonth: null,
        removal: free ? "safe" : "never",
      },
    ];
  });
}

async function snapshots(props: SweepProps): Promise<Orphan[]> {
  const client = props.aws.client(EC2Client);
  const found = await union<Snapshot>(
    byKeys(props),
    async function* (Filters) {
      for await (const page of paginateDescribeSnapshots({ client }, { OwnerIds: ["self"], Filters }))
        yield { found: page.Snapshots };
    },
    ({ SnapshotId }) => SnapshotId,
  );
  return [...found]
    .filter(([id, { Tags: tags }]) => isLeft(props, id, tagsOf(tags)))
    .map(([id, { StartTime, VolumeId, VolumeSize }]) => ({
      kind: "snapshot",
      id,
      createdAt: StartTime ?? null,
      why: `of ${VolumeSize ?? "?"} GiB volume ${VolumeId}: snapshots outlive what they are of`,
      usdPerMonth: null,
      removal: "named",
    }));
}

export const EC2_SWEEPS: readonly Sweep[] = [
  { what: "volumes", call: "ec2:DescribeVolumes", find: volumes },
  { what: "network interfaces", call: "ec2:DescribeNetworkInterfaces", find: interfaces },
  { what: "snapshots", call: "ec2:DescribeSnapshots", find: snapshots },
];
