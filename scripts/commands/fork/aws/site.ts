import { readRow } from "../../../../config/kernel/read-row";
import { onAws, type LoadedOnAws } from "../../../lib/environments/on-aws";
import type { Workplace } from "../../../lib/environments/workplace";
import type { AwsConfig } from "../../../../config/sites/aws-eks/schema";
import { together } from "../../../lib/errors/usage";
import { byGroup, nodesByGroup } from "../by-group";
import type { ForkSite, ForkValues } from "../site";
import type { Answers } from "./answers";
import { parseCapacity } from "./capacity-answer";
import { zoneList } from "./check-answer";
import { forkPatch } from "./fork-patch";
import { blocksIn, nextFreeBlock } from "./free-block";
import { complete } from "./questions";
import { leftovers, unknowns } from "./unknowns";

/** Forks in an account of AWS: account, Region, zones, block and capacity differ. */
export const AWS_FORK: ForkSite = {
  kind: "aws-eks",
  options: ["account", "region", "zones", "cidr", "capacity", "zone", "lustre-zone"],
  check: (original, name, values) => void answersOf(name, values, onAws(original, "fork").config),
  plan: async ({ place, original: loaded, name, values, terminal }) => {
    const from = onAws(loaded, "fork");
    const { config: original } = from;
    const freeBlock = suggestedBlock(place, from);
    const answers = await complete({ original, given: answersOf(name, values, original), terminal, freeBlock });
    const { patch, notes } = forkPatch(original, answers, answers.cidr ?? original.network.cidr);
    return {
      patch,
      notes,
      report: (written, input) => {
        const { config, resolved } = onAws(written, "fork");
        const { account, region, network } = config;
        const { zones } = resolved.network;
        return {
          place: `${account}, ${region}, ${network.cidr} in ${zones.join(", ")}`,
          json: { account, region, cidr: network.cidr, zones },
          notes: leftovers({
            input,
            account,
            region,
            originalAccount: original.account,
            originalRegion: original.region,
          }),
          unknown: unknowns(resolved, from.resolved),
        };
      },
    };
  },
};

/** The next block that no environment has or names. @returns null when there is none */
function suggestedBlock({ table, files }: Workplace, original: LoadedOnAws): string | null {
  const inputs = Object.keys(table).map((name) => readRow(table[name], name, files));
  const taken = inputs.flatMap((row) => ("input" in row ? blocksIn(row.input) : []));
  const { network, cluster } = original.config;
  return nextFreeBlock(network.cidr, [...taken, ...blocksIn(cluster.serviceCidr)]);
}

function answersOf(name: string, values: ForkValues, { nodeGroups }: AwsConfig): Answers {
  const groups = Object.keys(nodeGroups);
  const byGroups = together({
    capacity: () => byGroup("--capacity", values.capacity, groups, parseCapacity),
    groupZones: () => byGroup("--zone", values.zone, groups, (zone) => zone),
    nodes: () => nodesByGroup(values.nodes, groups),
  });
  return {
    name,
    account: values.account,
    region: values.region,
    zones: values.zones === undefined ? undefined : zoneList(values.zones),
    cidr: values.cidr,
    lustreZone: values["lustre-zone"],
    ...byGroups,
  };
}
