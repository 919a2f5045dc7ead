import type { Cloud } from "./cloud/cloud";
import type { StackRecords } from "./drift";

/** What the states and the pretended cloud do not agree about. */
export interface Disagreements {
  /** Objects that no state has: `aws_subnet subnet-…`. */
  readonly orphans: readonly { readonly type: string; readonly id: string }[];
  /** Resources whose object is not there: `<stack>.<address>`. */
  readonly missing: readonly string[];
  /** Objects that two resources have: `<stack>.<address> and …`. */
  readonly doubled: readonly string[];
}

/** Compares: nothing may be lost, and nothing doubled. */
export function reconcile(records: StackRecords, cloud: Cloud): Disagreements {
  const owners = new Map<string, string[]>();
  const missing: string[] = [];
  for (const [stack, resources] of records)
    for (const { address, type, id, inCloud } of resources) {
      if (!inCloud || id === null) continue;
      const name = `${stack}.${address}`;
      if (!cloud.get(type, id)) missing.push(name);
      owners.set(key(type, id), [...(owners.get(key(type, id)) ?? []), name]);
    }
  return {
    orphans: cloud.owned().filter(({ type, id }) => !owners.has(key(type, id))),
    missing,
    doubled: [...owners.values()].filter((names) => names.length > 1).map((names) => names.join(" and ")),
  };
}

const key = (type: string, id: string) => `${type}/${id}`;

/** Takes objects out of the cloud that no state knows of. @returns those */
export function forgetOrphans(records: StackRecords, cloud: Cloud): Disagreements["orphans"] {
  const { orphans } = reconcile(records, cloud);
  for (const { type, id } of orphans) cloud.remove(type, id);
  return orphans;
}

/** Disagreements between stand-ins and states, a line each. */
export function problemsOf({ orphans, missing, doubled }: Disagreements): string[] {
  return [
    ...orphans.map(({ type, id }) => `${type} ${id} is there, and no state has it`),
    ...missing.map((name) => `${name} is in its state, and there is no such object`),
    ...doubled.map((names) => `one object is in the states of ${names}`),
  ];
}
