import { DescribeRegionsCommand, EC2Client } from "@aws-sdk/client-ec2";
import type { AwsAccess } from "../../lib/aws/access";
import { askAws } from "../../lib/aws/ask-aws";
import { once } from "../../lib/aws/once";
import { PartialAnswerError, whole } from "./fact-table";

export interface AskedRegions {
  /** Regions that the account may use, the home Region first. */
  readonly open: readonly string[];
  /** Regions of the partition that the account has not opted into. */
  readonly closed: readonly string[];
}

/** Regions of the partition of the credentials. */
export function regionsAsked(aws: AwsAccess): Promise<AskedRegions> {
  return once(aws, "regions", async () => {
    const { Regions } = await askAws("ec2:DescribeRegions", () =>
      aws.client(EC2Client).send(new DescribeRegionsCommand({ AllRegions: true })),
    );
    const all = whole(Regions, "Regions").map(({ RegionName, OptInStatus }) => ({
      name: whole(RegionName, "RegionName"),
      isOpen: whole(OptInStatus, "OptInStatus") !== "not-opted-in",
    }));
    const open = all.filter(({ isOpen }) => isOpen).map(({ name }) => name);
    if (!open.includes(aws.region)) throw new PartialAnswerError(`ec2:DescribeRegions does not name ${aws.region}`);
    return {
      open: [aws.region, ...open.filter((name) => name !== aws.region).sort()],
      closed: all
        .filter(({ isOpen }) => !isOpen)
        .map(({ name }) => name)
        .sort(),
    };
  });
}
