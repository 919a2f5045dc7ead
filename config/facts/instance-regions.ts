import table from "./instance-regions.json";
import type { InstanceTypeName } from "./instance-types";
import type { RegionName } from "./regions";

/** Where the families were read: the page, the copy of it, and when the copy was made. */
export const INSTANCE_REGION_SOURCE = {
  url: "https://docs.aws.amazon.com/ec2/latest/instancetypes/ec2-instance-regions.html",
  copy: "crowecawcaw/aws-docs-history@035733b docs/ec2/latest/instancetypes/ec2-instance-regions.md",
  asOf: "2026",
  /** Day on which `npm run facts` found something else in EC2 than the page says; null: the page is all there is. */
  asked: table.asked,
} as const;

/**
 * Families that each Region has, of those in our table of instance types. A family that a Region has may lack some of its
 * sizes there, and some zones may lack it. P6e-GB200 is in no row: it stands in a Local Zone.
 */
const FAMILIES: Readonly<Record<RegionName, string>> = table.families;

/** Local Zones that have families which no Region has. */
const LOCAL_FAMILIES: Readonly<Record<string, string>> = {
  /** @see https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-capacity-blocks.html */
  "us-east-1-dfw-2a": "p6e-gb200",
};

/** `p5.48xlarge` → `p5`. */
const familyOf = (type: InstanceTypeName): string => type.split(".")[0] ?? type;

/** Whether AWS lists the family of a type in a Region; null: the Region is not listed. */
export function offeredIn(region: string, type: InstanceTypeName): boolean | null {
  if (!Object.hasOwn(FAMILIES, region)) return null;
  return FAMILIES[region as RegionName].split(" ").includes(familyOf(type));
}

/** Regions, and Local Zones, where AWS lists the family of a type. */
export function placesOf(type: InstanceTypeName): string[] {
  return [...Object.entries(FAMILIES), ...Object.entries(LOCAL_FAMILIES)].flatMap(([place, families]) =>
    families.split(" ").includes(familyOf(type)) ? [place] : [],
  );
}
