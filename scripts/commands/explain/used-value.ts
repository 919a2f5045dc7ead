import { isNamedImage } from "../../../config/sites/aws-eks/images/resolve";
import { isNodeGroup } from "../../../config/pools/pool";
import type { ConfigPath } from "../../../config/kernel/issues";
import type { SiteEnvironment } from "../../../config/sites/environment";
import type { ResolvedNodeGroup } from "../../../config/sites/aws-eks/nodes/node-group";
import { RUN_TAG } from "../../../config/owner/tags";
import { valueAt } from "../../lib/environments/key-path";

/** A value that nobody wrote. */
export interface Used {
  readonly value: unknown;
  /** Why, where the default's own note does not say it. */
  readonly why?: string;
}

/** Keys of node groups whose outcome has another name, another form or another reason than the key's note gives. */
const GROUP_KEYS: Readonly<Record<string, (group: ResolvedNodeGroup) => Used>> = {
  fabric: ({ fabric }) => ({ value: fabric.config }),
  zone: ({ machines: { capacity, zones } }) => ({
    value: zones.length === 1 ? zones[0] : zones,
    ...("zone" in capacity && { why: "the zone of its capacity" }),
  }),
  "image.release": ({ machines: { image } }) => ({
    value: isNamedImage(image) ? undefined : (image.release ?? undefined),
    why: "the release that config/facts/versions.ts pins for the Kubernetes version",
  }),
  "capacity.placementGroup": ({ machines: { capacity, placement } }) => ({
    value: capacity.kind === "on-demand" ? placement.kind === "own" : undefined,
  }),
};

/**
 * What an environment uses where nobody wrote a value and the schema has no default of its own.
 * @returns null where nothing is used
 */
export function usedValue(env: SiteEnvironment, path: ConfigPath): Used | null {
  const { value, why } = look(env, path);
  // null stands for nothing in the resolved environment
  return value === undefined || value === null ? null : { value, ...(why !== undefined && { why }) };
}

function look(env: SiteEnvironment, path: ConfigPath): Used {
  const [first, name, ...rest] = path;
  if (first === "owner" && name === "run") return { value: env.tags[RUN_TAG] };
  if (first !== "nodeGroups") return { value: valueAt(env, path) };
  const group = env.nodeGroups.find((each) => each.name === name);
  if (!group) return { value: undefined };
  const own = isNodeGroup(group) ? GROUP_KEYS[rest.join(".")]?.(group) : undefined;
  return own ?? { value: valueAt({ ...group.machines, ...group }, rest) };
}
