import { zoneNames } from "../../../../config/facts/regions";
import { isLocalZone, localZonesOf } from "../../../../config/facts/zones";
import type { CloudApi } from "../../cloud/cloud-api";

/** What zone ids write for the points of the compass in the name of a Region. */
const SHORT: Readonly<Record<string, string>> = {
  north: "n",
  northeast: "ne",
  east: "e",
  southeast: "se",
  south: "s",
  southwest: "sw",
  west: "w",
  northwest: "nw",
  central: "c",
  gov: "g",
};

/**
 * Whether a zone may be one of a Region: AWS lists it, or does not list its kind there (Wavelength Zones, and the zones
 * of some Regions), and its name is that of the Region with a letter or a place.
 * @see https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/using-regions-availability-zones.html
 */
export function isZoneOf(region: string, zone: string): boolean {
  if (!zone.startsWith(region)) return false;
  if (isLocalZone(zone)) return localZonesOf(region).includes(zone);
  const suffix = zone.slice(region.length);
  if (!/^[a-z]$/.test(suffix)) return /^-.+$/.test(suffix);
  return zoneNames(region)?.includes(zone) ?? true;
}

/** Availability zones of a Region; of one whose zones were not read, the three that every Region has at least. */
export function availabilityZonesOf(region: string): readonly string[] {
  return zoneNames(region) ?? ["a", "b", "c"].map((letter) => `${region}${letter}`);
}

/** `us-west-2b` → `usw2-az2`. Which letter has which number is shuffled by account; here they go together. */
export function zoneId(region: string, zone: string): string {
  const code = region
    .split("-")
    .map((part) => SHORT[part] ?? part)
    .join("");
  const letter = zone.slice(-1);
  const place = zone.slice(region.length, -1).replaceAll("-", "");
  return `${code}${place === "" ? "" : `-${place}`}-az${letter.charCodeAt(0) - "a".charCodeAt(0) + 1}`;
}

/** The zone in which AWS puts what names none. */
export const someZone = (api: CloudApi) => `${api.region}${"abc"[parseInt(api.hex(2, "zone"), 16) % 3]!}`;
