import { region, STARRED_KIND, type LustreOffer, type RegionName } from "./regions";

/** Where the facts were read: the page, the copy of it, and when the copy was made. */
export const ZONE_SOURCES = {
  localZones: {
    url: "https://docs.aws.amazon.com/local-zones/latest/ug/available-local-zones.html",
    copy: "crowecawcaw/aws-docs-history@0e89ecc docs/local-zones/latest/ug/available-local-zones.md",
    asOf: "2026",
  },
  /** The guide has the ids in a table that no copy shows; what is built after it names the same three. */
  excludedByEks: {
    url: "https://docs.aws.amazon.com/eks/latest/userguide/network-reqs.html",
    copy: "crowecawcaw/aws-docs-history@0db028c docs/eks/latest/userguide/network-reqs.md",
    asOf: "2026-08",
  },
  /** Independent mapping of names to ids, for accounts made before November 2025. */
  zoneIds: {
    url: "https://docs.aws.amazon.com/global-infrastructure/latest/regions/az-ids.html",
    copy: "crowecawcaw/aws-docs-history@7f50b82 docs/global-infrastructure/latest/regions/az-ids.md",
    asOf: "2026",
  },
} as const;

export interface LocalZone {
  readonly region: RegionName;
  readonly place: string;
  /** null: AWS's list of FSx for Lustre does not name it. */
  readonly lustre: LustreOffer | null;
}

const OLDER_ONLY: LustreOffer = { persistent2: "none", persistent1: true, scratch2: true };

/** Local Zones that AWS lists. A Local Zone is not an availability zone of its Region. */
export const LOCAL_ZONES = {
  "af-south-1-los-1a": plain("af-south-1", "Lagos"),
  "ap-northeast-1-tpe-1a": plain("ap-northeast-1", "Taipei"),
  "ap-south-1-ccu-1a": plain("ap-south-1", "Kolkata"),
  "ap-south-1-del-1a": plain("ap-south-1", "Delhi"),
  "ap-southeast-1-bkk-1a": plain("ap-southeast-1", "Bangkok"),
  "ap-southeast-1-mnl-1a": plain("ap-southeast-1", "Manila"),
  "ap-southeast-2-akl-1a": plain("ap-southeast-2", "Auckland"),
  "ap-southeast-2-per-1a": plain("ap-southeast-2", "Perth"),
  "eu-central-1-ham-1a": plain("eu-central-1", "Hamburg"),
  "eu-central-1-waw-1a": plain("eu-central-1", "Warsaw"),
  "eu-north-1-cph-1a": plain("eu-north-1", "Copenhagen"),
  "eu-north-1-hel-1a": plain("eu-north-1", "Helsinki"),
  "me-south-1-mct-1a": plain("me-south-1", "Muscat"),
  "us-east-1-atl-1a": plain("us-east-1", "Atlanta"),
  "us-east-1-atl-2a": { region: "us-east-1", place: "Atlanta", lustre: STARRED_KIND },
  "us-east-1-bos-1a": plain("us-east-1", "Boston"),
  "us-east-1-bue-1a": plain("us-east-1", "Buenos Aires"),
  "us-east-1-chi-1a": plain("us-east-1", "Chicago"),
  "us-east-1-chi-2a": plain("us-east-1", "Chicago"),
  "us-east-1-dfw-1a": plain("us-east-1", "Dallas"),
  /** P6e-GB200 UltraServers stand here: no EFA file system can stand beside them. */
  "us-east-1-dfw-2a": { region: "us-east-1", place: "Dallas", lustre: STARRED_KIND },
  "us-east-1-iah-1a": plain("us-east-1", "Houston"),
  "us-east-1-iah-2a": plain("us-east-1", "Houston"),
  "us-east-1-lim-1a": plain("us-east-1", "Lima"),
  "us-east-1-mci-1a": plain("us-east-1", "Kansas City"),
  "us-east-1-mia-1a": plain("us-east-1", "Miami"),
  "us-east-1-mia-2a": plain("us-east-1", "Miami"),
  "us-east-1-msp-1a": plain("us-east-1", "Minneapolis"),
  "us-east-1-nyc-1a": plain("us-east-1", "New York City"),
  "us-east-1-nyc-2a": plain("us-east-1", "New York City"),
  "us-east-1-phl-1a": plain("us-east-1", "Philadelphia"),
  "us-east-1-qro-1a": plain("us-east-1", "Querétaro"),
  "us-east-1-scl-1a": plain("us-east-1", "Santiago"),
  "us-west-2-den-1a": plain("us-west-2", "Denver"),
  "us-west-2-hnl-1a": plain("us-west-2", "Honolulu"),
  "us-west-2-las-1a": plain("us-west-2", "Las Vegas"),
  "us-west-2-lax-1a": { region: "us-west-2", place: "Los Angeles", lustre: OLDER_ONLY },
  "us-west-2-lax-1b": { region: "us-west-2", place: "Los Angeles", lustre: OLDER_ONLY },
  "us-west-2-pdx-1a": plain("us-west-2", "Portland"),
  "us-west-2-phx-1a": plain("us-west-2", "Phoenix"),
  "us-west-2-phx-2a": { region: "us-west-2", place: "Phoenix", lustre: STARRED_KIND },
  "us-west-2-sea-1a": plain("us-west-2", "Seattle"),
} as const satisfies Record<string, LocalZone>;

function plain<R extends RegionName>(of: R, place: string): { region: R; place: string; lustre: null } {
  return { region: of, place, lustre: null };
}

/** Zones, by id, in which EKS puts no part of a control plane, and the name that most accounts know one by. */
export interface ExcludedZone {
  readonly id: string;
  /** null: no report says under which name. */
  readonly oftenCalled: string | null;
}

/**
 * `us-east-1e` is what people report: which name the zone has in an account, only the account tells.
 * @see https://github.com/eksctl-io/eksctl/issues/817
 */
const EXCLUDED_BY_EKS: Readonly<Partial<Record<RegionName, ExcludedZone>>> = {
  "us-east-1": { id: "use1-az3", oftenCalled: "us-east-1e" },
  "us-west-1": { id: "usw1-az2", oftenCalled: null },
  "ca-central-1": { id: "cac1-az3", oftenCalled: "ca-central-1c" },
};

/** The zone of a Region that takes no control plane; null: every one does, or the Region is unknown. */
export function excludedByEks(name: string): ExcludedZone | null {
  return (Object.hasOwn(EXCLUDED_BY_EKS, name) && EXCLUDED_BY_EKS[name as RegionName]) || null;
}

/** Shape of a Local Zone name: the Region, a place of three letters, a number and a letter. */
const LOCAL_ZONE = /^([a-z]+(?:-[a-z]+)+-\d)-[a-z]{3}-\d[a-z]$/;

/** Region of a zone name, of an availability zone or a Local Zone; null when it is neither. */
export function regionOfZone(zone: string): string | null {
  return LOCAL_ZONE.exec(zone)?.[1] ?? /^([a-z]+(?:-[a-z]+)+-\d)[a-z]$/.exec(zone)?.[1] ?? null;
}

/** Whether a zone is a Local Zone, by the form of its name: `us-west-2-lax-1a`. */
export function isLocalZone(zone: string): boolean {
  return LOCAL_ZONE.test(zone);
}

/** Local Zones of a Region that AWS lists. */
export function localZonesOf(name: string): string[] {
  return Object.entries(LOCAL_ZONES).flatMap(([zone, { region: of }]) => (of === name ? [zone] : []));
}

/**
 * Group of zones among which an address can move: the Region, or the Local Zone without its letter. An address is of one
 * group, and nothing of another group can have it.
 */
export function networkBorderGroup(zone: string): string | null {
  return isLocalZone(zone) ? zone.slice(0, -1) : regionOfZone(zone);
}

/** What FSx for Lustre offers in a zone. A Local Zone that its list does not name, like an unknown Region, is null. */
export function lustreOffer(zone: string): LustreOffer | null {
  if (isLocalZone(zone)) {
    const listed: Readonly<Record<string, LocalZone>> = LOCAL_ZONES;
    return Object.hasOwn(listed, zone) ? (listed[zone]?.lustre ?? null) : null;
  }
  return region(regionOfZone(zone) ?? "")?.lustre ?? null;
}

/** Whether an EFA file system can stand in a zone; null: unknown. */
export function efaLustre(zone: string): boolean | null {
  const offer = lustreOffer(zone);
  return offer && offer.persistent2 === "full";
}
