import { readStack, resourcesOf, type StackResource } from "../../lib/terraform/stack-json";
import { CATALOG } from "../../catalog/catalog";
import { UsageError } from "../../lib/errors/usage";

/** Types that stand by themselves: everything else stands in a network or a cluster, which goes. */
const STANDALONE = [...CATALOG].flatMap(([type, { standsAlone }]) => (standsAlone ? [type] : [])).sort();

/** Addresses of a stack that stay when some are kept: these, their settings, and all that they stand on. */
export function keptAddresses(synthFolder: string, stack: string, keep: readonly string[]): ReadonlySet<string> {
  const all = resourcesOf(readStack(synthFolder, stack));
  const kept = new Set<StackResource>();
  for (const name of keep.filter((one) => one.startsWith(`${stack}.`))) {
    const resource = all.find(({ address }) => name === `${stack}.${address}`);
    if (!resource) throw new UsageError(`--keep ${name}: ${stack} has no such resource`);
    if (!STANDALONE.includes(resource.type))
      throw new UsageError(
        `--keep ${name}: it stands on what goes. ${STANDALONE.join(", ")} can be kept; for others destroy less, with --stack.`,
      );
    kept.add(resource);
    // versioning, policy and the like are no resources of their own in AWS
    for (const one of all) if (one.type.startsWith(`${resource.type}_`) && refersTo(one, resource)) kept.add(one);
  }
  // grows while it is walked
  for (const one of kept) for (const other of all) if (refersTo(one, other)) kept.add(other);
  return new Set([...kept].map(({ address }) => address));
}

/** `${aws_kms_key.storage_key.arn}` in an argument, or `aws_kms_key.storage_key` in `depends_on`. */
function refersTo({ json }: StackResource, { address }: StackResource): boolean {
  const text = JSON.stringify(json);
  return text.includes(`${address}.`) || text.includes(`${address}[`) || text.includes(`"${address}"`);
}
