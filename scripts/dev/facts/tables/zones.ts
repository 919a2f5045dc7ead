import { DescribeAvailabilityZonesCommand, EC2Client } from "@aws-sdk/client-ec2";
import { paginateGetParametersByPath, SSMClient } from "@aws-sdk/client-ssm";
import { REGIONS, type Region } from "../../../../config/facts/regions";
import type { AwsAccess } from "../../../lib/aws/access";
import { askAws } from "../../../lib/aws/ask-aws";
import { all } from "../../../lib/aws/once";
import { PartialAnswerError, whole, type FactTable } from "../fact-table";
import { regionsAsked } from "../regions-asked";

interface File {
  readonly zones: Readonly<Record<string, string>>;
}

/** Numbers of zones, and beside them the Regions that EKS and FSx have: what a new one offers, no API says. */
export const ZONES_TABLE: FactTable<File> = {
  name: "zones",
  source: "ec2:DescribeAvailabilityZones, and the Regions of EKS and FSx as Systems Manager lists them",
  file: "config/facts/zone-numbers.json",
  keptByHand: ["eksImages and lustre of Regions (config/facts/regions.ts)", "Local Zones, zones that EKS leaves out"],
  ask: async ({ aws, today }, { zones }) => {
    const { open } = await regionsAsked(aws);
    const seen = new Map<string, readonly number[]>();
    for (const region of open.filter((name) => Object.hasOwn(zones, name)))
      seen.set(region, await zonesIn(aws, region));
    const [eks, fsx] = [await regionsOf(aws, "eks"), await regionsOf(aws, "fsx")];
    const listed = (region: string) => (zones[region] ?? "").split(" ").map(Number);
    return {
      // an account need not see every zone: what it does not see stays
      published: [...seen].map(([region, numbers]) => ({
        path: ["zones", region],
        value: [...new Set([...listed(region), ...numbers])].sort((a, b) => a - b).join(" "),
      })),
      stamps: () => [{ path: ["asked"], value: today }],
      gone: [],
      notes: [
        ...[...seen].flatMap(([region, numbers]) =>
          listed(region)
            .filter((number) => !numbers.includes(number))
            .map((number) => `${region}: this account does not see zone ${number}, which others may`),
        ),
        ...servicesPublished(eks, fsx),
      ],
    };
  },
};

async function zonesIn(aws: AwsAccess, region: string): Promise<number[]> {
  const { AvailabilityZones } = await askAws("ec2:DescribeAvailabilityZones", () =>
    aws
      .client(EC2Client, region)
      .send(new DescribeAvailabilityZonesCommand({ Filters: [{ Name: "zone-type", Values: ["availability-zone"] }] })),
  );
  const ids = whole(AvailabilityZones, "AvailabilityZones").map(({ ZoneId }) => whole(ZoneId, "ZoneId"));
  if (ids.length === 0) throw new PartialAnswerError(`ec2:DescribeAvailabilityZones in ${region} answers nothing`);
  return ids.map((id) => Number(whole(/-az(\d+)$/.exec(id)?.[1], `the number of ${id}`)));
}

/** @see https://docs.aws.amazon.com/systems-manager/latest/userguide/parameter-store-public-parameters-global-infrastructure.html */
async function regionsOf(aws: AwsAccess, service: string): Promise<string[]> {
  const Path = `/aws/service/global-infrastructure/services/${service}/regions`;
  const pages = () => paginateGetParametersByPath({ client: aws.client(SSMClient) }, { Path });
  const rows = await askAws("ssm:GetParametersByPath", () =>
    all(pages(), (page) => whole(page.Parameters, "Parameters")),
  );
  if (rows.length === 0) throw new PartialAnswerError(`${Path} is empty`);
  return rows.map(({ Value }) => whole(Value, "Value")).sort();
}

/** Systems Manager lists Regions of all partitions. */
function servicesPublished(eks: readonly string[], fsx: readonly string[]): string[] {
  const known = Object.entries<Region>(REGIONS);
  return [
    ...eks
      .filter((name) => !Object.hasOwn(REGIONS, name))
      .map((name) => `${name}: EKS has it, and config/facts/regions.ts does not`),
    ...known.filter(([name]) => !eks.includes(name)).map(([name]) => `${name}: EKS is not listed there`),
    ...known
      .filter(([name, { lustre }]) => lustre === null && fsx.includes(name))
      .map(
        ([name]) => `${name}: FSx has it; which kinds of Lustre, its guide says (lustre in config/facts/regions.ts)`,
      ),
    ...known
      .filter(([name, { lustre }]) => lustre !== null && !fsx.includes(name))
      .map(([name]) => `${name}: FSx is not listed there, and lustre in config/facts/regions.ts is not null`),
  ];
}
