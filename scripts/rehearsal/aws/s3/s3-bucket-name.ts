import type { Refusal } from "../../cloud/resource-kind";

const source = "https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html";

/** What S3 keeps for itself. Names that end in `-an` need a request that provider 6.25 does not make. */
const RESERVED_STARTS = ["xn--", "sthree-", "amzn-s3-demo-"];
const RESERVED_ENDS = ["-s3alias", "--ol-s3", ".mrap", "--x-s3", "--table-s3", "-an"];

/** Why S3 makes no general purpose bucket of a name. @param name null where the provider makes one up */
export function bucketNameRefusals(name: string | null): Refusal[] {
  if (name === null) return [];
  return [...broken(name)].map((rule) => ({
    code: "InvalidBucketName",
    message: `bucket name "${name}" ${rule}`,
    source,
  }));
}

function* broken(name: string): Iterable<string> {
  if (name.length < 3 || name.length > 63) yield `has ${name.length} characters; 3 to 63 are allowed`;
  if (!/^[a-z0-9.-]*$/.test(name)) yield "has other characters than a-z, 0-9, periods and hyphens";
  else if (!/^[a-z0-9](.*[a-z0-9])?$/.test(name)) yield "does not begin and end with a letter or number";
  if (name.includes("..")) yield "has two adjacent periods";
  if (/^\d+\.\d+\.\d+\.\d+$/.test(name)) yield "looks like an IP address";
  for (const start of RESERVED_STARTS) if (name.startsWith(start)) yield `begins with ${start}, which S3 has reserved`;
  for (const end of RESERVED_ENDS) if (name.endsWith(end)) yield `ends with ${end}, which S3 has reserved`;
}
