import { EC2Client, paginateDescribeInstanceTypeOfferings } from "@aws-sdk/client-ec2";
import { INSTANCE_TYPE_NAMES } from "../../../../config/facts/instance-types";
import type { AwsAccess } from "../../../lib/aws/access";
import { askAws } from "../../../lib/aws/ask-aws";
import { all } from "../../../lib/aws/once";
import { PartialAnswerError, whole, type FactTable } from "../fact-table";
import { regionsAsked } from "../regions-asked";

interface File {
  readonly families: Readonly<Record<string, string>>;
}

const familyOf = (type: string): string => type.split(".")[0] ?? type;

/** Families of the table of instance types. */
const FAMILIES = [...new Set(INSTANCE_TYPE_NAMES.map(familyOf))];

/** Which families each Region offers. What a Region no longer offers is told: config that has it would fail its rule. */
export const INSTANCE_REGIONS_TABLE: FactTable<File> = {
  name: "instance-regions",
  source: "ec2:DescribeInstanceTypeOfferings, in each Region that the account may use",
  file: "config/facts/instance-regions.json",
  keptByHand: ["Local Zones", "Regions that are not asked: other partitions, and those that need an opt-in"],
  ask: async ({ aws, today }, { families }) => {
    const { open, closed } = await regionsAsked(aws);
    const offered = new Map<string, readonly string[]>();
    for (const region of open) offered.set(region, await familiesIn(aws, region));
    const known = [...offered].filter(([region]) => Object.hasOwn(families, region));
    const listed = (region: string) => (families[region] ?? "").split(" ");
    return {
      published: known.map(([region, now]) => ({
        path: ["families", region],
        value: [...new Set([...listed(region), ...now])].sort().join(" "),
      })),
      stamps: () => [{ path: ["asked"], value: today }],
      gone: known.flatMap(([region, now]) =>
        listed(region)
          .filter((family) => !now.includes(family))
          .map((family) => `${region}: ${family} is not offered there`),
      ),
      notes: [
        ...open
          .filter((region) => !Object.hasOwn(families, region))
          .map((region) => `${region}: the account may use it, and config/facts/regions.ts does not know it`),
        ...closed
          .filter((region) => Object.hasOwn(families, region))
          .map((region) => `${region}: not asked, the account has not opted in`),
      ],
    };
  },
};

async function familiesIn(aws: AwsAccess, region: string): Promise<string[]> {
  const pages = () =>
    paginateDescribeInstanceTypeOfferings({ client: aws.client(EC2Client, region) }, { LocationType: "region" });
  const rows = await askAws("ec2:DescribeInstanceTypeOfferings", () =>
    all(pages(), (page) => whole(page.InstanceTypeOfferings, "InstanceTypeOfferings")),
  );
  if (rows.length === 0) throw new PartialAnswerError(`ec2:DescribeInstanceTypeOfferings in ${region} answers nothing`);
  const found = rows.map(({ InstanceType }) => familyOf(whole<string>(InstanceType, "InstanceType")));
  return [...new Set(found)].filter((family) => FAMILIES.includes(family));
}
