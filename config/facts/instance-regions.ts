import type { InstanceTypeName } from "./instance-types";
import type { RegionName } from "./regions";

/** Where the families were read: the page, the copy of it, and when the copy was made. */
export const INSTANCE_REGION_SOURCE = {
  url: "https://docs.aws.amazon.com/ec2/latest/instancetypes/ec2-instance-regions.html",
  copy: "crowecawcaw/aws-docs-history@035733b docs/ec2/latest/instancetypes/ec2-instance-regions.md",
  asOf: "2026",
} as const;

/**
 * Families that each Region has, of those in our table of instance types. A family that a Region has may lack some of its
 * sizes there, and some zones may lack it. P6e-GB200 is in no row: it stands in a Local Zone.
 */
const FAMILIES: Readonly<Record<RegionName, string>> = {
  "af-south-1": "c7i g4dn m7i",
  "ap-east-1": "c7i g4dn g5 m7i",
  "ap-east-2": "c7i m7i",
  "ap-northeast-1": "c7i g4dn g5 g6 g6e g7e gr6 m7i p4d p4de p5 p5en",
  "ap-northeast-2": "c7i g4dn g5 g6 g6e g7e gr6 m7i p4d p5 p5en",
  "ap-northeast-3": "c7i g4dn g6e m7i",
  "ap-south-1": "c7i g4dn g5 g6 g6e g7e gr6 m7i p4d p5 p5en p6-b200 trn1",
  "ap-south-2": "c7i g6e m7i",
  "ap-southeast-1": "c7i g4dn m7i p4de",
  "ap-southeast-2": "c7i g4dn g5 g6 gr6 m7i p4d p5 p5e trn1",
  "ap-southeast-3": "c7i g5 m7i p5 p5e p5en",
  "ap-southeast-4": "c7i m7i trn1 trn2",
  "ap-southeast-5": "c7i g6 gr6 m7i",
  "ap-southeast-6": "c7i m7i",
  "ap-southeast-7": "c7i m7i",
  "ca-central-1": "c7i g4dn g5 g6 gr6 m7i p4d p5",
  "ca-west-1": "c7i",
  "cn-north-1": "g4dn g5",
  "cn-northwest-1": "g4dn g5",
  "eu-central-1": "c7i g4dn g5 g6 g6e g7e gr6 m7i p4d p4de",
  "eu-central-2": "c7i g6 gr6 m7i",
  "eu-north-1": "c7i g4dn g5 g6 g6e g7e gr6 m7i p4d p5 p5e p5en",
  "eu-south-1": "c7i g4dn m7i",
  "eu-south-2": "c7i g6 g6e g7e gr6 m7i p5en",
  "eu-west-1": "c7i g4dn g5 m7i p4d",
  "eu-west-2": "c7i g4dn g5 g6 g7e gr6 m7i p4d p5 p5e",
  "eu-west-3": "c7i g4dn g6 gr6 m7i",
  "eusc-de-east-1": "c7i g6 m7i",
  "il-central-1": "c7i g5 m7i p4de",
  "me-central-1": "c7i g5 g6 g6e m7i p5en",
  "me-south-1": "g4dn",
  "mx-central-1": "c7i m7i",
  "sa-east-1": "c7i g4dn g5 g6 gr6 m7i p4d p5 p5e trn2",
  "us-east-1": "c7i g4dn g5 g6 g6e g7 g7e gr6 m7i p4d p4de p5 p5en p6-b200 p6-b300 trn1 trn1n",
  "us-east-2": "c7i g4dn g5 g6 g6e g7 g7e gr6 m7i p4d p5 p5e p5en p6-b200 trn1 trn1n trn2",
  "us-gov-east-1": "c7i g4dn g6 gr6 m7i p6-b200 p6-b300",
  "us-gov-west-1": "c7i g4dn g6 gr6 m7i p4d p5 p5en p6-b200",
  "us-west-1": "c7i g4dn m7i p5 p5en",
  "us-west-2": "c7i g4dn g5 g6 g6e g7 g7e gr6 m7i p4d p4de p5 p5e p5en p6-b200 p6-b300 trn1 trn1n",
};

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
