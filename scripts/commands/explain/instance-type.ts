import { FAILURE_RATES, type FailureRate } from "../../../config/facts/failure-rates";
import {
  INSTANCE_SOURCES,
  INSTANCE_TYPES,
  type InstanceType,
  type InstanceTypeName,
  type LayoutName,
} from "../../../config/facts/instance-types";
import { LUSTRE_CLIENT_GBPS } from "../../../config/facts/lustre";
import { migGpuOf } from "../../../config/facts/mig";
import { NCCL_ANCHORS, type NcclAnchor } from "../../../config/facts/nccl";
import { INSTANCE_PRICES, PRICES, type Price } from "../../../config/facts/prices";
import { nvlinkDomain, type NvlinkDomain } from "../../lib/environments/nvlink";
import { measuredOn } from "../../../config/physics/rate-basis";
import { entryLines, known, type Entry } from "./lines";

/** Price of the type in a Region. */
export interface RegionPrice extends Pick<Price, "region" | "asOf" | "source"> {
  readonly usdPerHour: number;
}

/** All that the facts know of an instance type. */
export interface InstanceTypeExplanation {
  readonly kind: "instance-type";
  readonly name: InstanceTypeName;
  readonly facts: InstanceType;
  readonly nvlinkDomain: NvlinkDomain | null;
  /** On demand, Linux, by Region, with when it was read and where. */
  readonly prices: readonly RegionPrice[];
  /** Capacity Blocks, by Region. */
  readonly blockPrices: readonly Price[];
  /** Bus bandwidths that somebody published for the family. */
  readonly nccl: readonly NcclAnchor[];
  /** Rates measured on nodes of this kind. */
  readonly failureRates: readonly FailureRate[];
  /** AWS does not say it. */
  readonly watts: null;
  readonly sources: Readonly<Record<string, string>>;
}

/** An instance type with prices, Regions and sources. */
export function explainInstanceType(name: InstanceTypeName): InstanceTypeExplanation {
  const facts = INSTANCE_TYPES[name];
  return {
    kind: "instance-type",
    name,
    facts,
    nvlinkDomain: nvlinkDomain(facts, null),
    prices: regionPrices(name),
    blockPrices: PRICES.filter(({ item }) => item === `capacity-block/${name}`),
    nccl: NCCL_ANCHORS.filter(({ family }) => family === facts.family),
    failureRates: FAILURE_RATES.filter((rate) => measuredOn(rate, facts)),
    watts: null,
    sources: Object.fromEntries(facts.sources.map((id) => [id, INSTANCE_SOURCES[id] ?? "unknown"])),
  };
}

/** An instance type for people. */
export function instanceTypeText(explanation: InstanceTypeExplanation): string {
  const { name, facts, sources } = explanation;
  const blocks = [
    [`${name}  ·  instance type, family ${facts.family}`],
    entryLines([
      ...hardware(explanation),
      ...network(facts),
      ...buying(explanation),
      ...software(facts),
      ...measured(explanation),
    ]),
    ...(facts.notes.length ? [["Notes", ...facts.notes.map((note) => `  ${note}`)]] : []),
    [
      `Sources (confidence ${facts.confidence}; unknown: no source says it)`,
      ...entryLines(Object.entries(sources).map(([id, text]) => [id, text])),
    ],
  ];
  return blocks.map((lines) => lines.join("\n")).join("\n\n");
}

const count = (n: number, one: string, more: string): string => `${n} ${n === 1 ? one : more}`;
const gib = (mib: number): string => `${(mib / 1024).toLocaleString("en-US")} GiB`;

function hardware({ facts, nvlinkDomain: domain }: InstanceTypeExplanation): Entry[] {
  const { gpu, accelerator, nvme, nvlink, mig } = facts;
  const gpus = gpu ? `${gpu.count} × ${gpu.model}, ${gib(gpu.memoryMiB)} each` : "none";
  const disks = nvme.count === 0 ? "none" : `${known(nvme.count)} disks, ${known(nvme.totalGB, "GB")} in all`;
  const slices = Object.entries((gpu && migGpuOf(gpu.model)?.profiles) ?? {}).map(
    ([profile, { max }]) => `${profile} × ${max}`,
  );
  return [
    ["CPU", `${facts.vcpus} vCPUs, ${facts.cpu}, ${facts.arch}, Nitro ${facts.nitro}`],
    ["memory", gib(facts.memoryMiB)],
    ["GPUs", gpus],
    ...(accelerator ? [["accelerators", `${accelerator.count} × ${accelerator.model}`] as const] : []),
    ...(domain ? [["NVLink domain", domain.text] as const] : []),
    ...(nvlink ? [["NVSwitch", `${known(nvlink.nvswitch)}; IMEX needed: ${known(nvlink.imexRequired)}`] as const] : []),
    ["MIG", mig ? `usable: ${known(mig.usable)}${slices.length ? `; per GPU ${slices.join(", ")}` : ""}` : "none"],
    ["NVMe", disks],
    ["power", known(null)],
  ];
}

function network({ network: net, efa, rdma, eni, gpudirectRdma, lustre, topologyLayers }: InstanceType): Entry[] {
  const most = net.efaMaxGbps === null ? "" : `; EFA reaches ${known(net.efaMaxGbps, "Gbps")}`;
  const layouts = (Object.keys(efa.layouts) as LayoutName[]).map((layout) => {
    const { interfaces = [], privateIps = 0, efaGbps = null, status = "" } = efa.layouts[layout] ?? {};
    const devices = interfaces.filter(([, , type]) => type !== "interface").length;
    const first = layout === efa.defaultLayout ? ", the default" : "";
    return `${layout}${first}: ${devices} EFA, ${count(privateIps, "address", "addresses")}, EFA ${known(efaGbps, "Gbps")} (${status})`;
  });
  return [
    [
      "network",
      `${known(net.gbps, "Gbps")} listed, ${known(net.baselineGbps, "Gbps")} baseline, ${net.cards} cards${most}`,
    ],
    ["EFA", efa.supported ? `interfaces at most: ${known(efa.max)}; on card 0: ${known(efa.onCard0)}` : "none"],
    ...(layouts.length ? [["EFA layouts", ...layouts] as const] : []),
    ["RDMA", `read: ${known(rdma.read)}; write: ${known(rdma.write)}; GPUDirect: ${known(gpudirectRdma)}`],
    [
      "interfaces",
      `up to ${eni.max}, with ${eni.ipv4PerInterface} IPv4 addresses each; on card 0: ${known(eni.card0)}`,
    ],
    [
      "Lustre client",
      lustre.efaClient
        ? `EFA over ${known(lustre.efaConnections)} interfaces, up to ${lustre.gds ? LUSTRE_CLIENT_GBPS.efaWithGpuDirectStorage : LUSTRE_CLIENT_GBPS.efa} Gbps; GPUDirect Storage: ${known(lustre.gds)}`
        : "TCP alone",
    ],
    ["topology layers", known(topologyLayers)],
  ];
}

function regionPrices(name: InstanceTypeName): RegionPrice[] {
  return Object.entries(INSTANCE_PRICES).flatMap(([region, { usdPerHour, asOf, source }]) => {
    const usd = usdPerHour[name];
    return usd === undefined ? [] : [{ region, usdPerHour: usd, asOf, source }];
  });
}

function buying({ facts, prices: listed, blockPrices }: InstanceTypeExplanation): Entry[] {
  const { purchase, placementGroup } = facts;
  const prices = listed.map(
    ({ region, usdPerHour, asOf }) => `${region} $${usdPerHour}/h${asOf ? ` (as of ${asOf})` : " (undated)"}`,
  );
  const blocks = blockPrices.map(
    ({ region, price, asOf }) => `${region} ${price === null ? known(price) : `$${price}/h`} (as of ${known(asOf)})`,
  );
  return [
    [
      "bought as",
      `on demand: ${known(purchase.onDemand)}; spot: ${known(purchase.spot)}; Capacity Block: ${purchase.capacityBlock ?? "no"}`,
    ],
    ["on demand", prices.length ? `${prices.join(", ")}; other Regions unknown` : known(null)],
    ...(purchase.capacityBlock ? [["Capacity Block", blocks.length ? blocks.join(", ") : known(null)] as const] : []),
    ["placement group", known(placementGroup)],
  ];
}

function software({ amiTypes, maxPods }: InstanceType): Entry[] {
  return [
    ["EKS images", amiTypes.length ? amiTypes.join(", ") : "none: it takes an image of your own"],
    [
      "pods",
      `${known(maxPods.efaOnlyOnCard0)} with an EFA-only interface on card 0, else ${known(maxPods.otherwise)}; nodeadm says ${known(maxPods.nodeadm)}`,
    ],
  ];
}

function measured({ nccl, failureRates, facts }: InstanceTypeExplanation): Entry[] {
  if (!facts.gpu) return [];
  const buses = nccl.map(
    ({ busGBps, nodes, sizeGiB, source }) => `${busGBps} GB/s on ${nodes} nodes at ${sizeGiB} GiB (${source})`,
  );
  const rates = failureRates.map(
    ({ perThousandNodeDays, counted, source }) =>
      `${perThousandNodeDays.toFixed(2)} in 1000 node-days: ${counted} (${source})`,
  );
  return [
    ["all-reduce", ...(buses.length ? buses : ["unknown: nobody has published a figure"])],
    ["failures", ...(rates.length ? rates : ["unknown: no published rate is of such nodes"])],
  ];
}
