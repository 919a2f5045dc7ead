import type { ConfigPath } from "../kernel/issues";

/** A node group as its author wrote it, and as it was resolved: what was left out can only be told from the first. */
export interface WrittenGroup<Written, Group> {
  readonly written: Written;
  readonly group: Group;
}

/** Of any site; how much is known of a group depends on it. */
export function writtenGroups<Written, Group extends { readonly name: string }>({
  config,
  env,
}: {
  readonly config: { readonly nodeGroups: Readonly<Record<string, Written>> };
  readonly env: { readonly nodeGroups: readonly Group[] };
}): WrittenGroup<Written, Group>[] {
  return env.nodeGroups.flatMap((group) => {
    const written = config.nodeGroups[group.name];
    return written ? [{ written, group }] : [];
  });
}

/** Node groups that have NVIDIA GPUs. */
export const gpuGroups = <Group extends { readonly gpus: unknown }>({
  nodeGroups,
}: {
  readonly nodeGroups: readonly Group[];
}): Group[] => nodeGroups.filter((g) => g.gpus !== null);

/** Place in config of a key of a node group or a pool. */
export const groupPath = (group: { readonly name: string }, ...keys: readonly (string | number)[]): ConfigPath => [
  "nodeGroups",
  group.name,
  ...keys,
];
