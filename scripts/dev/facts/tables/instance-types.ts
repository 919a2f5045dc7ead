import { EC2Client, paginateDescribeInstanceTypes, type InstanceTypeInfo } from "@aws-sdk/client-ec2";
import type { AwsAccess } from "../../../lib/aws/access";
import { askAws } from "../../../lib/aws/ask-aws";
import { all } from "../../../lib/aws/once";
import { PartialAnswerError, whole, type FactTable, type Json, type PublishedValue } from "../fact-table";
import { regionsAsked } from "../regions-asked";

interface File {
  readonly sources: Readonly<Record<string, string>>;
  readonly instances: Readonly<Record<string, Row>>;
}

/** What of a row is needed to say the rest of it. */
interface Row {
  readonly sources: readonly string[];
  readonly gpu: object | null;
  readonly accelerator: object | null;
  readonly purchase: { readonly capacityBlock: string | null };
}

/** Key of the source that EC2 itself is. */
const API = "api";
const URL = "https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeInstanceTypes.html";

/** Values that one filter takes. @see https://docs.aws.amazon.com/AWSEC2/latest/APIReference/Query-Requests.html */
const AT_ONCE = 200;

/** What EC2 says of the types of the table. A type that the table lacks needs more than EC2 says: a person adds it. */
export const INSTANCE_TYPES_TABLE: FactTable<File> = {
  name: "instance-types",
  source: "ec2:DescribeInstanceTypes, in Regions until each type is found",
  file: "config/facts/instance-types.json",
  keptByHand: [
    "family, nitro, gpu.model, accelerator.model, nvlink, network.efaMaxGbps and enaMaxGbps",
    'network.baselineGbps of types with several network cards, network.gbps where EC2 says "Up to"',
    "efa.onCard0, layouts and defaultLayout, rdma, gpudirectRdma, maxPods, purchase.capacityBlock",
    "amiTypes, mig, lustre, topologyLayers, notes, confidence",
  ],
  ask: async ({ aws, today }, { instances, sources }) => {
    const { open, closed } = await regionsAsked(aws);
    const left = new Set(Object.keys(instances));
    const found = new Map<string, InstanceTypeInfo>();
    for (const region of open) {
      if (left.size === 0) break;
      for (const info of await typesIn(aws, region, [...left])) {
        const name = whole(info.InstanceType as string | undefined, "InstanceType");
        if (!left.delete(name)) throw new PartialAnswerError(`${region} answered ${name}, which was not asked for`);
        found.set(name, info);
      }
    }
    if (found.size === 0) throw new PartialAnswerError("ec2:DescribeInstanceTypes knows none of the types");
    const published = [...found].flatMap(([name, info]) => valuesOf(name, info, instances[name]!));
    return {
      published,
      stamps: (changed) =>
        [
          { path: ["sources", API], value: `${URL} (ec2:DescribeInstanceTypes, asked on ${today})` },
          ...[...new Set(changed.map(({ path }) => String(path[1])))].flatMap((name): PublishedValue[] => {
            const known = instances[name]!.sources;
            return known.includes(API) ? [] : [{ path: ["instances", name, "sources", known.length], value: API }];
          }),
        ].filter(({ path, value }) => path[0] !== "sources" || sources[API] !== value),
      gone: [...left].map((name) => `${name}: no Region that was asked has it${notAsked(closed)}`),
      notes: [...found].flatMap(([name, info]) => blocksDiffer(name, info, instances[name]!)),
    };
  },
};

const notAsked = (closed: readonly string[]): string =>
  closed.length === 0 ? "" : ` (not asked, since the account has not opted in: ${closed.join(", ")})`;

async function typesIn(aws: AwsAccess, region: string, names: readonly string[]): Promise<InstanceTypeInfo[]> {
  const found: InstanceTypeInfo[] = [];
  for (let first = 0; first < names.length; first += AT_ONCE) {
    // names as such are refused as soon as a Region lacks one of them
    const Filters = [{ Name: "instance-type", Values: names.slice(first, first + AT_ONCE) }];
    const pages = () => paginateDescribeInstanceTypes({ client: aws.client(EC2Client, region) }, { Filters });
    found.push(
      ...(await askAws("ec2:DescribeInstanceTypes", () =>
        all(pages(), (page) => whole(page.InstanceTypes, "InstanceTypes")),
      )),
    );
  }
  return found;
}

/** By the keys of a row. */
function valuesOf(name: string, info: InstanceTypeInfo, row: Row): PublishedValue[] {
  const need = <T>(value: T | undefined, what: string): T => whole(value, `${name}: ${what}`);
  const network = need(info.NetworkInfo, "NetworkInfo");
  const cards = need(network.NetworkCards, "NetworkInfo.NetworkCards");
  const [card0] = cards;
  const usage: readonly string[] = need(info.SupportedUsageClasses, "SupportedUsageClasses");
  const strategies: readonly string[] = need(info.PlacementGroupInfo, "PlacementGroupInfo").SupportedStrategies ?? [];
  const efa = need(network.EfaSupported, "NetworkInfo.EfaSupported");
  const gbps = listedGbps(network.NetworkPerformance);
  const values: readonly (readonly [path: string, value: Json | null])[] = [
    ["vcpus", need(info.VCpuInfo?.DefaultVCpus, "VCpuInfo.DefaultVCpus")],
    ["memoryMiB", need(info.MemoryInfo?.SizeInMiB, "MemoryInfo.SizeInMiB")],
    ["arch", archOf(name, need(info.ProcessorInfo?.SupportedArchitectures, "ProcessorInfo.SupportedArchitectures"))],
    ["cpu", need(info.ProcessorInfo?.Manufacturer, "ProcessorInfo.Manufacturer").toLowerCase()],
    ...disks(info, need),
    ["network.cards", need(network.MaximumNetworkCards, "NetworkInfo.MaximumNetworkCards")],
    // what several cards have together, EC2 does not say: the figures of some types are those of one card, of others of all
    ...(cards.length === 1
      ? ([["network.baselineGbps", need(card0?.BaselineBandwidthInGbps, "BaselineBandwidthInGbps")]] as const)
      : []),
    ["efa.supported", efa],
    ["efa.max", efa ? need(network.EfaInfo?.MaximumEfaInterfaces, "EfaInfo.MaximumEfaInterfaces") : 0],
    ["eni.max", need(network.MaximumNetworkInterfaces, "NetworkInfo.MaximumNetworkInterfaces")],
    ["eni.ipv4PerInterface", need(network.Ipv4AddressesPerInterface, "NetworkInfo.Ipv4AddressesPerInterface")],
    ["eni.card0", need(card0?.MaximumNetworkInterfaces, "NetworkCards[0].MaximumNetworkInterfaces")],
    ["purchase.onDemand", usage.includes("on-demand")],
    ["purchase.spot", usage.includes("spot")],
    ["placementGroup", strategies.includes("cluster")],
    // "Up to 12.5 Gigabit" is no bandwidth that a node has
    ...(gbps === null ? [] : ([["network.gbps", gbps]] as const)),
    ...devices(info, row, need),
  ];
  return values.map(([path, value]) => ({ path: ["instances", name, ...path.split(".")], value }));
}

type Need = <T>(value: T | undefined, what: string) => T;

function disks({ InstanceStorageSupported: has, InstanceStorageInfo: store }: InstanceTypeInfo, need: Need) {
  if (!need(has, "InstanceStorageSupported"))
    return [
      ["nvme.count", 0],
      ["nvme.totalGB", 0],
    ] as const;
  const all = need(store?.Disks, "InstanceStorageInfo.Disks");
  return [
    ["nvme.count", sum(all.map(({ Count }) => need(Count, "InstanceStorageInfo.Disks.Count")))],
    ["nvme.totalGB", need(store?.TotalSizeInGB, "InstanceStorageInfo.TotalSizeInGB")],
  ] as const;
}

/** Models have other names in the table: `H100-80GB`, where EC2 says H100. */
function devices({ GpuInfo, NeuronInfo }: InstanceTypeInfo, { gpu, accelerator }: Row, need: Need) {
  const [one, ...others] = GpuInfo?.Gpus ?? [];
  if (others.length > 0) throw new PartialAnswerError("a type with GPUs of two kinds is not known here");
  return [
    ...(gpu === null
      ? []
      : ([
          ["gpu.count", need(one?.Count, "GpuInfo.Gpus.Count")],
          ["gpu.memoryMiB", need(one?.MemoryInfo?.SizeInMiB, "GpuInfo.Gpus.MemoryInfo.SizeInMiB")],
        ] as const)),
    ...(accelerator === null
      ? []
      : ([
          [
            "accelerator.count",
            sum(
              need(NeuronInfo?.NeuronDevices, "NeuronInfo.NeuronDevices").map(({ Count }) =>
                need(Count, "NeuronDevices.Count"),
              ),
            ),
          ],
        ] as const)),
  ];
}

const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);

function archOf(name: string, architectures: readonly string[]): string {
  if (architectures.includes("arm64")) return "arm64";
  if (architectures.includes("x86_64")) return "amd64";
  throw new PartialAnswerError(`${name} has the architectures ${architectures.join(", ")}`);
}

/** `3200 Gigabit`, `8x 100 Gigabit`; null for what is said in another way. */
function listedGbps(text: string | undefined): number | null {
  const [, times = "1", gbps] = /^(?:(\d+)x\s*)?(\d+(?:\.\d+)?) Gigabit$/.exec(text ?? "") ?? [];
  return gbps === undefined ? null : Number(times) * Number(gbps);
}

/** EC2 says that there are Capacity Blocks, and not whether they are of instances or UltraServers. */
function blocksDiffer(name: string, { SupportedUsageClasses = [] }: InstanceTypeInfo, { purchase }: Row): string[] {
  const has = SupportedUsageClasses.includes("capacity-block");
  if (has === (purchase.capacityBlock !== null)) return [];
  return [
    `${name}: EC2 sells ${has ? "" : "no "}Capacity Blocks of it, and purchase.capacityBlock is ${String(purchase.capacityBlock)}`,
  ];
}
