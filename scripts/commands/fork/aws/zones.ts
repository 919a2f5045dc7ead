import { zoneNames } from "../../../../config/facts/regions";
import { isLocalZone } from "../../../../config/facts/zones";
import type { AwsConfig } from "../../../../config/sites/aws-eks/schema";
import type { Answers } from "./answers";
import { isBound } from "./bound-groups";
import { ec2Entries } from "../../../../config/sites/aws-eks/nodes/ec2-groups";

/** Where what the original has in a zone goes in the fork. */
export interface ZonePlan {
  /** Zones of the fork's network, in order. */
  readonly zones: readonly string[];
  /** The fork's zone for one of the original. */
  readonly of: (zone: string) => string;
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** Zones of a fork, as asked for or suggested, and which of them takes what the original has in a zone. */
export function planZones(original: AwsConfig, region: string, answers: Answers): ZonePlan {
  const before = zonesOf(original);
  const zones = answers.zones ?? suggestedZones(original, region, answers);
  const moved = movedByCapacity(original, answers);
  const stays = (zone: string) => region === original.region && zones.includes(zone);
  const of = (zone: string) =>
    moved.get(zone) ?? (stays(zone) ? zone : (zones[before.indexOf(zone)] ?? zones[0] ?? zone));
  return { zones, of };
}

/** Zones of the original's network, each once. */
export function zonesOf({ network }: AwsConfig): string[] {
  if (network.kind === "create") return network.zones;
  return [...new Set(network.subnets.filter(({ tier }) => tier === "private").map(({ zone }) => zone))];
}

/** As many as the original has, as far as the Region has them; zones of capacity first, since nothing can move those. */
export function suggestedZones(original: AwsConfig, region: string, answers: Answers): string[] {
  const wanted = wantedZones(answers);
  const before = zonesOf(original);
  if (region === original.region) return [...before, ...wanted.filter((zone) => !before.includes(zone))];
  const names = zoneNames(region) ?? [...LETTERS].map((letter) => `${region}${letter}`);
  const count = Math.max(2, Math.min(names.length, before.filter((zone) => !isLocalZone(zone)).length));
  const zones = [...wanted];
  for (const zone of names) {
    if (zones.filter((chosen) => !isLocalZone(chosen)).length >= count) break;
    if (!zones.includes(zone)) zones.push(zone);
  }
  return zones.sort();
}

function wantedZones({ capacity, groupZones, lustreZone }: Answers): string[] {
  const ofCapacity = [...capacity.values()].flatMap((answer) => ("zone" in answer ? [answer.zone] : []));
  return [...new Set([...ofCapacity, ...groupZones.values(), ...(lustreZone === undefined ? [] : [lustreZone])])];
}

/** What stands beside a reservation goes where the new one is. */
function movedByCapacity(config: AwsConfig, { capacity }: Answers): Map<string, string> {
  const moved = new Map<string, string>();
  for (const [name, group] of ec2Entries(config)) {
    const answer = capacity.get(name);
    if (!isBound(group.capacity) || answer === undefined || !("zone" in answer)) continue;
    if (!moved.has(group.capacity.zone)) moved.set(group.capacity.zone, answer.zone);
  }
  return moved;
}
