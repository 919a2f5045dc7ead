import type { CloudApi } from "../cloud/cloud-api";

/** A UUID, as KMS and Auto Scaling give: `1234abcd-12ab-34cd-56ef-1234567890ab`. */
export function uuid(api: CloudApi, purpose = "uuid"): string {
  const hex = api.hex(32, purpose);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

const LETTERS = "ABCDEFGHIJKLMNOP";

/**
 * Unique id of IAM: four letters that tell the kind, and 17 more letters or digits.
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html#identifiers-unique-ids
 */
export function iamId(api: CloudApi, prefix: "AROA" | "AIPA" | "ANPA"): string {
  const letters = [...api.hex(17, prefix)].map((digit) => LETTERS[parseInt(digit, 16)]);
  return prefix + letters.join("");
}

/** Domain of the endpoints of a partition: `amazonaws.com`. */
export function domainOf(partition: string): string {
  return partition === "aws-cn" ? "amazonaws.com.cn" : "amazonaws.com";
}
