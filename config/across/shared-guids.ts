import type { ConfigPath, Issue } from "../kernel/issues";
import { record } from "../kernel/plain";
import type { Outline } from "./outline";

/** Ranges of GUIDs that functions of cards get, in two environments: whether both are on one fabric, config does not say. */
export function sharedGuids(subject: Outline, other: Outline): Issue[] {
  const others = rangesOf(other);
  return rangesOf(subject).flatMap((own) => {
    const one = others.find(({ from, to }) => from <= own.to && own.from <= to);
    if (!one) return [];
    return [
      {
        path: own.path,
        message: `${own.text} and ${one.text} of ${one.pool} in the environment ${JSON.stringify(other.table)} have GUIDs in common`,
        hint: "give each a range of its own; ignore this rule if they are on two fabrics, each with a UFM of its own",
      },
    ];
  });
}

interface Range {
  readonly path: ConfigPath;
  readonly pool: string;
  readonly from: bigint;
  readonly to: bigint;
  readonly text: string;
}

/** Ranges of the pools whose subnet UFM manages. Other files may be wrong. */
function rangesOf({ input }: Outline): Range[] {
  return Object.entries(record(record(input).nodeGroups)).flatMap(([pool, written]) => {
    const manager = record(record(record(written).fabric).subnetManager);
    const { from, to } = record(manager.guids);
    const [first, last] = [numberOf(from), numberOf(to)];
    if (first === null || last === null) return [];
    const path = ["nodeGroups", pool, "fabric", "subnetManager", "guids"];
    return [{ path, pool, from: first, to: last, text: `${String(from)} to ${String(to)}` }];
  });
}

const numberOf = (guid: unknown): bigint | null =>
  typeof guid === "string" && /^[0-9a-f]{2}(:[0-9a-f]{2}){7}$/i.test(guid)
    ? BigInt(`0x${guid.replaceAll(":", "")}`)
    : null;
