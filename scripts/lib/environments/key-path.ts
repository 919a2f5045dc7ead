import type { ConfigPath } from "../../../config/kernel/issues";
import { UsageError } from "../errors/usage";

const STEP = /^(?:\.?([^.[\]"\s]+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\])/;

/** `nodeGroups.h100.taints[0].key`, as problems and reviews write it, to a path. @throws UsageError */
export function parseKey(text: string): ConfigPath {
  const path: (string | number)[] = [];
  let rest = text;
  while (rest !== "") {
    const [whole, name, index, quoted] = STEP.exec(rest) ?? [];
    if (whole === undefined || (path.length === 0 && whole.startsWith(".")))
      throw new UsageError(
        `${JSON.stringify(text)} is no key. A key is written as in nodeGroups.h100.taints[0].key, or labels["example.com/project"]`,
      );
    if (index !== undefined) path.push(Number(index));
    else path.push(quoted === undefined ? name! : (JSON.parse(quoted) as string));
    rest = rest.slice(whole.length);
  }
  return path;
}

/** The value at a path; undefined where there is none. */
export function valueAt(root: unknown, path: ConfigPath): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === "object" && value !== null && Object.hasOwn(value, step)
        ? (value as Record<string | number, unknown>)[step]
        : undefined,
    root,
  );
}
