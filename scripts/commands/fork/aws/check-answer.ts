import { REGIONS } from "../../../../config/facts/regions";
import { regionOfZone } from "../../../../config/facts/zones";
import { didYouMean } from "../../../../config/kernel/nearest";
import type { CheckAnswer } from "../ask-until";
import { schemasAlong } from "../../../lib/environments/schema-path";

export const checkAccount: CheckAnswer = (text) =>
  fits("account", text) ? null : `${JSON.stringify(text)} is no AWS account id: it has 12 digits`;

/** A Region that the facts do not have may be new; what is nearly one that they have is a slip. */
export const checkRegion: CheckAnswer = (text) => {
  if (Object.hasOwn(REGIONS, text)) return null;
  const near = didYouMean(text, Object.keys(REGIONS));
  if (near !== undefined) return `there is no Region ${JSON.stringify(text)}; ${near}`;
  return fits("region", text) ? null : `${JSON.stringify(text)} is no Region: they are called as us-east-1 is`;
};

export const checkZones =
  (region: string): CheckAnswer =>
  (text) => {
    const zones = zoneList(text);
    const foreign = zones.find((zone) => regionOfZone(zone) !== region);
    if (foreign !== undefined)
      return `${JSON.stringify(foreign)} is no zone of ${region}: they are called as ${region}a is`;
    return new Set(zones).size < 2 ? "EKS needs two zones, with a comma between them" : null;
  };

/** Where the Region is not known yet. */
export const checkZoneNames: CheckAnswer = (text) => {
  const none = zoneList(text).find((zone) => regionOfZone(zone) === null);
  return none === undefined ? null : `${JSON.stringify(none)} is no zone: they are called as us-east-1a is`;
};

export const checkBlock: CheckAnswer = (text) =>
  /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!\/)|(?=\/))){4}\/(?:3[0-2]|[12]?\d)$/.test(text)
    ? null
    : `${JSON.stringify(text)} is no IPv4 block: it is written as 10.20.0.0/16 is`;

/** `a, b` → two words. */
export const zoneList = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

function fits(key: "account" | "region", text: string): boolean {
  const pattern = schemasAlong([key]).at(-1)?.[0]?.pattern;
  return pattern === undefined || new RegExp(pattern).test(text);
}
