import { EC2Client, paginateDescribeCapacityBlockOfferings, type CapacityBlockOffering } from "@aws-sdk/client-ec2";
import { blockQuota } from "../../../config/facts/quotas";
import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import { hourOf } from "../../../config/money/price-book";
import type { ResolvedNodeGroup } from "../../../config/sites/aws-eks/nodes/node-group";
import type { AwsAccess } from "../../lib/aws/access";
import { number } from "../../lib/terminal/table";
import type { CheckResult, PreflightCheck } from "../check";
import { factsOf, familyOf } from "../instances";
import { all } from "../../lib/aws/once";
import { judgeQuota, QUOTA_ACTIONS } from "../quota";
import { activeReservations, RESERVATIONS_ACTION } from "../reservations";
import { ec2Groups } from "../../../config/sites/aws-eks/nodes/ec2-groups";

/** AWS sells at most 64 instances in one block. */
const LARGEST_BLOCK = 64;
/** Lengths to ask for, hours: a day, a week, two weeks. Config does not say how long a group without a block is meant to run. */
const DURATIONS = [24, 168, 336] as const;
/** Offers that are listed. */
const LISTED = 5;
const HOUR = 60 * 60_000;
const DOCUMENT = "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/capacity-blocks-purchase.html";

/** A Capacity Block that AWS would sell now. */
export interface Offer {
  readonly id: string;
  readonly region: string;
  readonly zone: string;
  readonly count: number;
  readonly start: Date;
  readonly end: Date;
  readonly hours: number;
  readonly upfront: number;
  readonly currency: string;
  readonly perInstanceHour: number;
}

/** Blocks for groups that buy by the hour a type that AWS also sells in blocks. */
export const BLOCK_OFFERS: PreflightCheck = {
  id: "capacity/block-offers",
  title: "Groups without capacity of their own know which Capacity Blocks they could have.",
  actions: ["ec2:DescribeCapacityBlockOfferings", RESERVATIONS_ACTION, ...QUOTA_ACTIONS],
  run: async ({ environment: env, aws }) => {
    const results: CheckResult[] = [];
    for (const group of ec2Groups(env)) {
      if (!couldHaveBlock(group)) continue;
      const offers = await offersFor(aws, group.machines.instanceType, Math.min(group.count.max, LARGEST_BLOCK), [
        env.region,
      ]);
      results.push(...judge(group, offers, env));
      if (offers.length > 0) results.push(...(await mayBuy(aws, group)));
    }
    return results;
  },
};

/** What the account may buy of it. Too little is a warning: the group itself does not need a block. */
async function mayBuy(aws: AwsAccess, { name, hardware, count: nodes }: ResolvedNodeGroup): Promise<CheckResult[]> {
  const code = blockQuota(hardware.family);
  if (code === null) return [];
  const active = (await activeReservations(aws)).filter(
    ({ ReservationType: kind, InstanceType: type = "" }) =>
      kind === "capacity-block" && blockQuota(familyOf(type)) === code,
  );
  const vcpus = active.map(({ InstanceType: type = "", TotalInstanceCount: count = 0 }) => {
    const each = factsOf(type)?.vcpus;
    return each === undefined ? null : each * count;
  });
  const count = Math.min(nodes.max, LARGEST_BLOCK);
  const result = await judgeQuota(aws, {
    code,
    used: vcpus.reduce<number>((sum, one) => sum + (one ?? 0), 0),
    usedFrom: "DescribeCapacityReservations",
    uncounted: vcpus.includes(null) ? "blocks of types whose vCPUs are unknown" : undefined,
    more: count * hardware.vcpus,
    parts: [`a block for ${name} ${count} × ${hardware.vcpus}`],
  });
  return [result.verdict === "failed" ? { ...result, verdict: "warning" } : result];
}

/** UltraServers are sold in blocks alone: a group of them without a block is refused before. */
const couldHaveBlock = ({ machines: { capacity }, hardware, count: nodes }: ResolvedNodeGroup): boolean =>
  (capacity.kind === "on-demand" || capacity.kind === "spot") &&
  hardware.purchase.capacityBlock === "instance" &&
  nodes.max > 0;

/** Offers of some Regions, cheapest first, then soonest. */
export async function offersFor(
  aws: AwsAccess,
  instanceType: string,
  count: number,
  regions: readonly string[],
): Promise<Offer[]> {
  const offers: Offer[] = [];
  for (const region of regions) {
    for (const CapacityDurationHours of DURATIONS) {
      const input = { InstanceType: instanceType, InstanceCount: count, CapacityDurationHours };
      const pages = paginateDescribeCapacityBlockOfferings({ client: aws.client(EC2Client, region) }, input);
      const found = await all(pages, (page) => page.CapacityBlockOfferings);
      offers.push(...found.flatMap((offering) => offerOf(offering, region) ?? []));
    }
  }
  return offers.sort((a, b) => a.perInstanceHour - b.perInstanceHour || a.start.getTime() - b.start.getTime());
}

/** Null when AWS leaves out what a price cannot do without. */
function offerOf(offering: CapacityBlockOffering, region: string): Offer | null {
  const { CapacityBlockOfferingId: id, AvailabilityZone: zone, InstanceCount: count, UpfrontFee } = offering;
  const { StartDate: start, EndDate: end, CurrencyCode: currency = "USD" } = offering;
  const upfront = Number(UpfrontFee);
  if (!id || !zone || !count || !start || !end || !(end > start) || !UpfrontFee || Number.isNaN(upfront)) return null;
  const hours = (end.getTime() - start.getTime()) / HOUR;
  return { id, region, zone, count, start, end, hours, upfront, currency, perInstanceHour: upfront / (count * hours) };
}

function judge(group: ResolvedNodeGroup, offers: readonly Offer[], env: AwsEnvironment): CheckResult[] {
  const {
    name: subject,
    machines: { instanceType },
    count: nodes,
  } = group;
  const count = Math.min(nodes.max, LARGEST_BLOCK);
  const usable = offers.filter(({ zone }) => env.network.zones.includes(zone));
  const outside = offers.filter(({ zone }) => !env.network.zones.includes(zone));
  const beyond = outside[0] ? `; outside the network: ${offerText(outside[0])}` : "";
  const asked = `${count} ${instanceType} for 1, 7 or 14 days`;
  if (usable.length === 0) {
    const text = `no Capacity Block of ${asked} is on offer in ${env.network.zones.join(", ")}${beyond}`;
    const fix = outside.length
      ? `Add ${[...new Set(outside.map(({ zone }) => zone))].sort().join(" or ")} to the network, or run fewer nodes.`
      : "Try again later, run fewer nodes, or ask AWS for a reservation.";
    return [{ verdict: "warning", subject, text, fix, source: DOCUMENT }];
  }
  const [best] = usable;
  const rows = usable.slice(0, LISTED).map((offer, index) => `${index + 1}. ${offerText(offer)}`);
  const more = usable.length > LISTED ? `; ${usable.length - LISTED} more` : "";
  const listPrice = hourOf(env.prices, instanceType).usd;
  const onDemand = `on-demand ${listPrice === null ? "unknown" : `${number(listPrice, 2)} USD`} per instance hour`;
  const offered = `${asked}, ${onDemand}. Blocks on offer: ${rows.join("; ")}${more}${beyond}`;
  const buying = `To have it for certain, buy a block (it cannot be undone): aws ec2 purchase-capacity-block --region ${best!.region} --capacity-block-offering-id ${best!.id} --instance-platform Linux/UNIX, then write capacity: { kind: "capacity-block", … }.`;
  return [{ verdict: "ok", subject, text: `${offered}. ${buying}` }];
}

function offerText({ zone, start, hours, upfront, currency, perInstanceHour, id }: Offer): string {
  const length = hours >= 48 ? `${Number((hours / 24).toFixed(1))} days` : `${Number(hours.toFixed(1))} h`;
  return `${zone} from ${start.toISOString()} for ${length}, ${number(perInstanceHour, 2)} ${currency} per instance hour, ${number(upfront, 2)} ${currency} up front (${id})`;
}
