import charts from "../../config/facts/charts.json";
import instancePrices from "../../config/facts/instance-prices.json";
import regions from "../../config/facts/instance-regions.json";
import types from "../../config/facts/instance-types.json";
import prices from "../../config/facts/prices.json";
import quotas from "../../config/facts/quotas.json";
import { REGIONS } from "../../config/facts/regions";
import zones from "../../config/facts/zone-numbers.json";
import type { FactsAnswers } from "./facts-server";
import { offerList, regionIndex } from "./price-list";
import type { Json } from "./synth";

/** Regions that nobody opts into, as far as these answers are concerned. */
const OPEN = ["us-east-1", "us-west-2", "eu-west-1"];
/** One that the account has not opted into. */
const CLOSED = "ap-east-1";

/** Answers, in the shapes of the APIs, that say what the facts say. */
export function answersLikeFacts(): FactsAnswers {
  const rows = Object.entries<Json>(types.instances);
  const listed = (region: string) => (regions.families as Record<string, string>)[region]!.split(" ");
  const offered = (region: string) =>
    listed(region).flatMap((family) => {
      const sizes = rows.filter(([, row]) => row.family === family).map(([name]) => name);
      return sizes.length > 0 ? sizes : [`${family}.large`];
    });
  return {
    regions: [
      ...OPEN.map((RegionName) => ({ RegionName, OptInStatus: "opt-in-not-required" })),
      { RegionName: CLOSED, OptInStatus: "not-opted-in" },
    ],
    instanceTypes: rows.map(([name, row]) => infoOf(name, row)),
    // the first Region has all of them, so that each type is found
    offerings: Object.fromEntries(OPEN.map((region) => [region, [...offered(region), "t3.micro"]])),
    zones: Object.fromEntries(
      OPEN.map((region) => [
        region,
        (zones.zones as Record<string, string>)[region]!.split(" ").map((number) => `xyz1-az${number}`),
      ]),
    ),
    parameters: {
      "/aws/service/global-infrastructure/services/eks/regions": Object.keys(REGIONS),
      "/aws/service/global-infrastructure/services/fsx/regions": Object.entries(REGIONS).flatMap(([name, { lustre }]) =>
        lustre === null ? [] : [name],
      ),
    },
    quotas: Object.fromEntries(
      [...new Set(Object.values(quotas.quotas).map(({ service }) => service))].map((service) => [
        service,
        Object.entries<Json>(quotas.quotas)
          .filter(([, row]) => row.service === service)
          .map(([QuotaCode, row]) => ({ ServiceCode: service, QuotaCode, Value: row.default ?? 50, Unit: "None" })),
      ]),
    ),
    products: Object.fromEntries(
      Object.entries<Json>(instancePrices.regions).map(([region, { usdPerHour }]) => [
        region,
        Object.entries(usdPerHour as Record<string, number>).map(([type, usd]) => product(region, type, usd)),
      ]),
    ),
    files: { ...offers(), ...repositories() },
  };
}

/** A product of the price list, as GetProducts tells it. */
export const product = (regionCode: string, instanceType: string, usd: number): Json => ({
  product: {
    productFamily: "Compute Instance",
    attributes: { regionCode, instanceType, marketoption: "OnDemand" },
    sku: "S",
  },
  serviceCode: "AmazonEC2",
  terms: {
    OnDemand: {
      "S.T": { priceDimensions: { "S.T.U": { unit: "Hrs", pricePerUnit: { USD: usd.toFixed(10) }, beginRange: "0" } } },
    },
  },
  version: "20261120000000",
});

function infoOf(name: string, row: Json): Json {
  const { network, efa, eni, nvme, gpu, accelerator, purchase } = row;
  const usage = { onDemand: "on-demand", spot: "spot" } as const;
  return {
    InstanceType: name,
    SupportedUsageClasses: [
      ...(["onDemand", "spot"] as const).filter((kind) => purchase[kind] === true).map((kind) => usage[kind]),
      ...(purchase.capacityBlock === null ? [] : ["capacity-block"]),
    ],
    ProcessorInfo: {
      SupportedArchitectures: [row.arch === "amd64" ? "x86_64" : row.arch],
      Manufacturer: row.cpu === "intel" ? "Intel" : String(row.cpu).toUpperCase(),
    },
    VCpuInfo: { DefaultVCpus: row.vcpus },
    MemoryInfo: { SizeInMiB: row.memoryMiB },
    InstanceStorageSupported: nvme.totalGB !== 0,
    ...(nvme.totalGB !== 0 && {
      InstanceStorageInfo: {
        TotalSizeInGB: nvme.totalGB,
        Disks: [{ SizeInGB: 1, Count: nvme.count ?? 4, Type: "ssd" }],
      },
    }),
    NetworkInfo: {
      NetworkPerformance: network.gbps === null ? "Up to 12.5 Gigabit" : `${network.gbps} Gigabit`,
      MaximumNetworkCards: network.cards,
      MaximumNetworkInterfaces: eni.max,
      NetworkCards: Array.from({ length: network.cards as number }, (_, NetworkCardIndex) => ({
        NetworkCardIndex,
        MaximumNetworkInterfaces: eni.card0 ?? 2,
        BaselineBandwidthInGbps: network.baselineGbps,
      })),
      Ipv4AddressesPerInterface: eni.ipv4PerInterface,
      EfaSupported: efa.supported,
      ...(efa.supported && { EfaInfo: { MaximumEfaInterfaces: efa.max ?? 39 } }),
    },
    ...(gpu && {
      GpuInfo: {
        Gpus: [{ Name: "G", Manufacturer: "NVIDIA", Count: gpu.count, MemoryInfo: { SizeInMiB: gpu.memoryMiB } }],
      },
    }),
    ...(accelerator && { NeuronInfo: { NeuronDevices: [{ Name: accelerator.model, Count: accelerator.count }] } }),
    PlacementGroupInfo: { SupportedStrategies: row.placementGroup === true ? ["cluster", "spread"] : ["spread"] },
  };
}

function offers(): Record<string, string> {
  const found = new Map<string, Record<string, Json>>();
  for (const { offer, sku, region, price } of prices.rows as readonly Json[]) {
    if (!offer) continue;
    const path = `pricing.us-east-1.amazonaws.com/offers/v1.0/aws/${offer}/current/${region}/index.json`;
    found.set(path, {
      ...found.get(path),
      [sku]: { T: { priceDimensions: { U: { unit: "hour", pricePerUnit: { USD: String(price) } } } } },
    });
  }
  return {
    ...Object.fromEntries([...found].map(([path, OnDemand]) => [path, JSON.stringify({ terms: { OnDemand } })])),
    ...lists([]),
  };
}

/** Lists of storage in some Regions. */
const lists = (regions: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    ["AmazonFSx", "AmazonS3"].flatMap((offer) => [
      [`${LISTS}/${offer}/current/region_index.json`, regionIndex(offer, regions)],
      ...regions.map((region) => [`${LISTS}/${offer}/20261120/${region}/index.json`, offerList(offer, STANDARD)]),
    ]),
  );

const LISTS = "pricing.us-east-1.amazonaws.com/offers/v1.0/aws";
const STANDARD = [
  { family: "Storage", attributes: { usagetype: "EU-TimedStorage-ByteHrs" }, prices: [{ unit: "GB-Mo", usd: 0.023 }] },
];

function repositories(): Record<string, string> {
  const files: Record<string, string> = {};
  const indexes = new Map<string, string[]>();
  for (const [chart, { repository, version, releasedOn }] of Object.entries(charts)) {
    if (repository.startsWith("oci://")) {
      const [host, ...path] = repository.slice("oci://".length).split("/");
      files[`${host}/v2/${[...path, chart].join("/")}/tags/list`] = JSON.stringify({ tags: [version] });
    } else {
      const url = `${repository.replace("https://", "").replace(/\/$/, "")}/index.yaml`;
      const created = releasedOn === null ? "" : `\n    created: "${releasedOn}T10:00:00Z"`;
      indexes.set(url, [
        ...(indexes.get(url) ?? []),
        `  ${chart}:\n  - apiVersion: v2${created}\n    version: ${version}`,
      ]);
    }
  }
  for (const [url, entries] of indexes) files[url] = `apiVersion: v1\nentries:\n${entries.join("\n")}\n`;
  return files;
}

/** Answers that differ from the facts, with something else in every table. */
export function otherAnswers(): FactsAnswers {
  const answers = answersLikeFacts();
  return {
    ...answers,
    instanceTypes: answers.instanceTypes.map((info) =>
      info.InstanceType === "p5.48xlarge" ? { ...info, VCpuInfo: { DefaultVCpus: 193 } } : info,
    ),
    offerings: {
      ...answers.offerings,
      "eu-west-1": ["p6-b200.48xlarge", "c7i.large", "m7i.large", "g4dn.xlarge", "p4d.24xlarge"],
    },
    zones: { ...answers.zones, "us-west-2": ["usw2-az1", "usw2-az2", "usw2-az5"] },
    quotas: {
      ...answers.quotas,
      eks: answers.quotas["eks"]!.filter(({ QuotaCode }) => QuotaCode !== "L-1194D53C").map((row) =>
        row.QuotaCode === "L-6D54EA21" ? { ...row, Value: 60 } : row,
      ),
    },
    products: {
      ...answers.products,
      "us-west-2": [product("us-west-2", "p5.48xlarge", 50.5), product("us-west-2", "g4dn.12xlarge", 3.912)],
      "me-south-1": [product("me-south-1", "g4dn.12xlarge", 4.8)],
    },
    files: Object.fromEntries(
      Object.entries({ ...answers.files, ...lists(["eu-west-1"]) }).map(([path, text]) => [
        path,
        path.includes("AmazonEKS")
          ? text.replace('"USD":"0.1"', '"USD":"0.12"')
          : text.replace('created: "2026-08-20', 'created: "2026-08-21'),
      ]),
    ),
  };
}
