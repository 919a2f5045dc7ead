import { INSTANCE_TYPE_NAMES } from "../../../config/facts/instance-types";
import { LUSTRE_DEPLOYMENTS, LUSTRE_SOURCES, type LustreDeployment } from "../../../config/facts/lustre";
import { instancePrice, PRICES } from "../../../config/facts/prices";
import { INSTANCE_REGION_SOURCE, offeredIn } from "../../../config/facts/instance-regions";
import { region, REGION_SOURCES, REGIONS, zoneNames, type LustreOffer } from "../../../config/facts/regions";
import { LOCAL_ZONES, localZonesOf, networkBorderGroup, ZONE_SOURCES } from "../../../config/facts/zones";
import { S3_SOURCES, S3_STORAGE_CLASSES, type S3StorageClass } from "../../../config/facts/s3";
import { entryLines, known, type Entry } from "./lines";

/** A fact that is neither a key, a rule nor an instance type. */
export interface FactExplanation {
  readonly kind: "region" | "local-zone" | "s3-class" | "lustre-deployment";
  readonly name: string;
  readonly facts: unknown;
  readonly sources: readonly string[];
}

/** With what people read; the rest is for programs. */
export interface ExplainedFact {
  readonly explanation: FactExplanation;
  readonly entries: readonly Entry[];
}

const PERSISTENT_2 = {
  full: "persistent 2 in all tiers, with EFA",
  "no-efa": "persistent 2 with 125 and 250 MB/s/TiB on SSD, without EFA",
  none: null,
};

function offer(value: LustreOffer | null): string {
  if (value === null) return "unknown: AWS does not list it";
  const kinds = [
    PERSISTENT_2[value.persistent2],
    value.persistent1 ? "persistent 1" : null,
    value.scratch2 ? "scratch 2" : null,
  ];
  return kinds.filter((kind) => kind !== null).join("; ");
}
const TITLES = {
  region: "Region",
  "local-zone": "Local Zone",
  "s3-class": "S3 storage class",
  "lustre-deployment": "kind of Lustre file system",
} as const;

/** What the facts know of a Region, a Local Zone, an S3 storage class or a kind of Lustre; null: nothing has the name. */
export function explainFact(name: string): ExplainedFact | null {
  return regionFact(name) ?? localZoneFact(name) ?? storageClassFact(name) ?? deploymentFact(name);
}

/** A fact for people, with its sources. */
export function factText({ explanation: { kind, name, sources }, entries }: ExplainedFact): string {
  const lines = entryLines([...entries, ["source", ...sources]]);
  return [`${name}  ·  ${TITLES[kind]}`, "", ...lines].join("\n");
}

function regionFact(name: string): ExplainedFact | null {
  const facts = Object.hasOwn(REGIONS, name) ? region(name) : null;
  if (!facts) return null;
  const localZones = localZonesOf(name);
  const zones = zoneNames(name);
  const offered = INSTANCE_TYPE_NAMES.filter((type) => offeredIn(name, type));
  const priced = INSTANCE_TYPE_NAMES.filter((type) => instancePrice(type, name) !== null);
  const prices = PRICES.filter((row) => row.region === name && row.price !== null);
  const all = { ...facts, zones, localZones, instanceTypes: offered, pricedInstanceTypes: priced };
  const sources = [...Object.values(REGION_SOURCES), ZONE_SOURCES.localZones, INSTANCE_REGION_SOURCE].map(sourceText);
  return {
    explanation: { kind: "region", name, facts: all, sources },
    entries: [
      ["partition", facts.partition],
      ["zones", zones ? zones.join(", ") : known(null)],
      ["Local Zones", localZones.join(", ") || "none in the facts"],
      ["Lustre", offer(facts.lustre)],
      ["EKS images", `registry of account ${facts.eksImages}`],
      [
        "prices",
        `known of ${priced.length} of ${INSTANCE_TYPE_NAMES.length} instance types, and ${prices.length} others`,
      ],
      ["instance types", offered.join(", ") || "none of those in the facts"],
    ],
  };
}

function localZoneFact(name: string): ExplainedFact | null {
  if (!Object.hasOwn(LOCAL_ZONES, name)) return null;
  const facts = LOCAL_ZONES[name as keyof typeof LOCAL_ZONES];
  return {
    explanation: {
      kind: "local-zone",
      name,
      facts,
      sources: [sourceText(ZONE_SOURCES.localZones), sourceText(REGION_SOURCES.lustre)],
    },
    entries: [
      ["Region", facts.region],
      ["place", facts.place],
      ["Lustre", offer(facts.lustre)],
      ["addresses of", String(networkBorderGroup(name))],
    ],
  };
}

function storageClassFact(name: string): ExplainedFact | null {
  if (!Object.hasOwn(S3_STORAGE_CLASSES, name)) return null;
  const facts = S3_STORAGE_CLASSES[name as S3StorageClass];
  const restore = facts.standardRestoreHours === null ? "" : `, up to ${facts.standardRestoreHours} hours`;
  const prices = PRICES.filter(({ item, price }) => item === `s3/${name}` && price !== null);
  return {
    explanation: {
      kind: "s3-class",
      name,
      facts,
      sources: [S3_SOURCES.classes, S3_SOURCES.transitions, S3_SOURCES.restore].map(sourceText),
    },
    entries: [
      ["called", facts.name],
      ["read", facts.retrieval === "instant" ? "at once" : `after a restore${restore}`],
      ["moves on to", facts.transitionsTo.join(", ") || "nothing"],
      ["enters after", `${facts.minAgeDays} days`],
      ["charged for", `${facts.minDurationDays} days at least; ${facts.minBillableKB ?? 0} KB at least`],
      ["zones", facts.zones],
      ["price", prices.map(({ price, unit, region: at }) => `$${price} a ${unit} in ${at}`).join(", ") || known(null)],
    ],
  };
}

function deploymentFact(name: string): ExplainedFact | null {
  if (!Object.hasOwn(LUSTRE_DEPLOYMENTS, name)) return null;
  const facts = LUSTRE_DEPLOYMENTS[name as LustreDeployment];
  const { throughputs, fixedThroughput: fixed } = facts;
  const speed = throughputs.length
    ? `${throughputs.join(", ")} MB/s/TiB`
    : fixed
      ? `${fixed.read} MB/s/TiB read, ${known(fixed.write, "MB/s/TiB")} write`
      : "bought for the whole file system";
  return {
    explanation: { kind: "lustre-deployment", name, facts, sources: Object.values(LUSTRE_SOURCES).map(sourceText) },
    entries: [
      ["AWS calls it", `${facts.deploymentType}, ${facts.storageType}`],
      ["throughput", speed],
      ["EFA", known(facts.efa)],
      ["links to S3", known(facts.dataRepositories)],
      ["backups", facts.backups ? "yes, unless linked to S3" : "none"],
      ["metadata", { none: "cannot be chosen", optional: "may be chosen", required: "must be chosen" }[facts.metadata]],
      ["grows", known(facts.grows)],
    ],
  };
}

const sourceText = ({ url, asOf }: { readonly url: string; readonly asOf: string }): string => `${url} (as of ${asOf})`;
