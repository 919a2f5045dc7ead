import { region, type Partition } from "../../../facts/regions";

/** Partition of a Region. The others (European Sovereign Cloud, isolated Regions) are refused by `region/partition`. */
export function partitionOf(name: string): Partition {
  const known = region(name)?.partition;
  if (known === "aws-us-gov" || known === "aws-cn") return known;
  if (name.startsWith("us-gov-")) return "aws-us-gov";
  return name.startsWith("cn-") ? "aws-cn" : "aws";
}
