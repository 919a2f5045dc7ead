import { createHash } from "node:crypto";
import { fullAddress } from "./sections/change-set";
import { valueAt } from "./sections/words";
import type { Finding, ResourceChange } from "./model";

/** Digits of a digest: enough that nobody finds another danger with the same ones by chance. */
export const DANGER_DIGITS = 12;

/**
 * Gives each danger the digest that an acknowledgement names: of all dangers at its address, in words, and of the values
 * before and after. What is secret is in no digest but as being secret.
 */
export function withDangers(findings: readonly Finding[], changes: readonly ResourceChange[]): Finding[] {
  const byAddress = new Map<string, Finding[]>();
  for (const finding of findings) {
    if (finding.severity !== "danger" || finding.address === undefined) continue;
    const known = byAddress.get(finding.address);
    if (known) known.push(finding);
    else byAddress.set(finding.address, [finding]);
  }
  if (byAddress.size === 0) return [...findings];
  const found = new Map(
    changes.map((change) => [fullAddress(change), change] as const).filter(([address]) => byAddress.has(address)),
  );
  const templates = changes.filter(({ type }) => type === "aws_launch_template");
  const digests = new Map(
    [...byAddress].map(
      ([address, dangers]) => [address, digest(address, dangers, found.get(address), templates)] as const,
    ),
  );
  return findings.map((finding) => {
    const danger =
      finding.severity === "danger" && finding.address !== undefined ? digests.get(finding.address) : undefined;
    return danger === undefined ? finding : { ...finding, danger };
  });
}

function digest(
  address: string,
  dangers: readonly Finding[],
  change: ResourceChange | undefined,
  templates: readonly ResourceChange[],
): string {
  const findings = dangers.map(({ section, title, details }) => [section, title, details]);
  const values = change && [
    // what a group of nodes is made from is told with the group, in fewer words
    change.type !== "aws_eks_node_group"
      ? []
      : templates.filter((one) => isTemplateOf(one, change)).map(({ attributes }) => attributes),
    change.action,
    change.createBeforeDestroy,
    change.reasons,
    change.attributes,
    // what is new has no attributes that differ
    change.action === "create" ? change.after : null,
  ];
  return createHash("sha256")
    .update(JSON.stringify([address, findings, values ?? null]))
    .digest("hex")
    .slice(0, DANGER_DIGITS);
}

function isTemplateOf({ stack, before }: ResourceChange, group: ResourceChange): boolean {
  if (stack !== group.stack) return false;
  return ["id", "name"].some((key) => {
    const value = valueAt(group.before, `launch_template.0.${key}`);
    return value !== undefined && value === before?.[key];
  });
}
