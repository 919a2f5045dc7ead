import type { ResourceKind } from "../cloud/resource-kind";

/**
 * A resource type that no table knows: it is planned by its schema alone, changes in place whatever is changed, and
 * has an id and nothing else that is computed. The rehearsal names such types.
 */
export function genericKind(type: string): ResourceKind {
  return {
    source: [],
    forcesNew: [],
    create: (_, api) => ({ id: `${type.slice(type.indexOf("_") + 1).replaceAll("_", "-")}-${api.hex(17)}` }),
  };
}
