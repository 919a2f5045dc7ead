import { parsePolicy, textsOfElement, type Statement } from "../iam/policy-statements";
import { isPlain } from "../../../../config/kernel/plain";

export const PUBLIC_POLICY_SOURCE =
  "https://docs.aws.amazon.com/AmazonS3/latest/userguide/access-control-block-public-access.html";

/** Keys, in lower case, whose fixed values tell S3 who may come. What they are compared with is left out. */
const NARROWING_KEYS = [
  "aws:principalorgid",
  "aws:principalorgpaths",
  "aws:principalarn",
  "aws:principalaccount",
  "aws:principalservicename",
  "aws:sourceip",
  "aws:sourcearn",
  "aws:sourcevpc",
  "aws:sourcevpce",
  "aws:sourceowner",
  "aws:sourceaccount",
  "aws:userid",
  "s3:dataaccesspointarn",
  "s3:dataaccesspointaccount",
];

/** Bits of an IPv4 network that S3 takes for the whole world when there are fewer of them. */
const LEAST_IPV4_PREFIX = 8;

/** Whether S3 calls a bucket policy public, as far as its documentation settles it. */
export function isPublicPolicy(policy: string): boolean {
  return (parsePolicy(policy)?.statements ?? []).some(
    (statement) => statement["Effect"] === "Allow" && isForEverybody(statement["Principal"]) && !isNarrowed(statement),
  );
}

function isForEverybody(principal: unknown): boolean {
  return principal === "*" || (isPlain(principal) && textsOfElement(principal["AWS"]).includes("*"));
}

function isNarrowed({ Condition: condition }: Statement): boolean {
  if (!isPlain(condition)) return false;
  return Object.values(condition)
    .filter(isPlain)
    .flatMap((keys) => Object.entries(keys))
    .some(([key, values]) => isNarrow(key.toLowerCase(), textsOfElement(values)));
}

function isNarrow(key: string, values: readonly string[]): boolean {
  if (!NARROWING_KEYS.includes(key) || values.length === 0) return false;
  if (key === "aws:sourceip") return values.every((value) => !isBroad(value));
  // of an access point the account counts, and its name may be left open
  return values.every((value) => (key === "s3:dataaccesspointarn" ? !value.startsWith("*") : !/[*?]|\$\{/.test(value)));
}

function isBroad(network: string): boolean {
  const [, prefix] = /^\d+\.\d+\.\d+\.\d+\/(\d+)$/.exec(network) ?? [];
  return prefix !== undefined && Number(prefix) < LEAST_IPV4_PREFIX;
}
