import { createHash } from "node:crypto";
import type { CloudApi } from "../../cloud/cloud-api";

/** Hexadecimal digits that follow from their parts alone: for what AWS has once, whoever asks. */
export function fixedHex(length: number, ...parts: readonly string[]): string {
  return createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, length);
}

/** Id with the 17 digits of every newer EC2 resource. @param purpose tells several of one object apart */
export function ec2Id(prefix: string, api: CloudApi, purpose?: string): string {
  return `${prefix}-${api.hex(17, purpose)}`;
}

/**
 * What the provider makes of a name that is given, or of the beginning of one, or of neither: 26 more characters.
 * @see https://github.com/hashicorp/terraform-provider-aws/blob/v6.25.0/internal/create/naming.go
 */
export function nameAndPrefix(
  { name, prefix }: { readonly name: string | null; readonly prefix: string | null },
  api: CloudApi,
): { readonly name: string; readonly name_prefix: string } {
  if (name !== null) return { name, name_prefix: "" };
  const start = prefix ?? "terraform-";
  return { name: `${start}202601010000000000${api.hex(8, "name")}`, name_prefix: start };
}
