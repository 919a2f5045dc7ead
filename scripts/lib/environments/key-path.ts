import { pathText, type ConfigPath } from "../../../config/kernel/issues";
import { UsageError } from "../errors/usage";

const STEP = /^(?:\.?([^.[\]"\s]+)|\[(\d+)\]|(\[\])|\[("(?:[^"\\]|\\.)*")\])/;

/** Stands for any entry of a list. */
export const ANY_ENTRY = "[]";

/** Whether a step stands for any name, as in `workloads.<name>.batch`, or for any entry. */
export const isPlaceholder = (step: string | number): boolean =>
  typeof step === "string" && (step === ANY_ENTRY || /^<[\w -]+>$/.test(step));

/** A path as people write it, with what stands for any name or entry. */
export const keyText = (path: ConfigPath): string =>
  path
    .map((step, at) => {
      if (!isPlaceholder(step)) return pathText([step]).replace(/^(?=[^[])/, at > 0 ? "." : "");
      return step === ANY_ENTRY ? ANY_ENTRY : `${at > 0 ? "." : ""}${step}`;
    })
    .join("");

/** `nodeGroups.h100.taints[0].key`, as problems and reviews write it, to a path. @throws UsageError */
export function parseKey(text: string): ConfigPath {
  const path: (string | number)[] = [];
  let rest = text;
  while (rest !== "") {
    const [whole, name, index, any, quoted] = STEP.exec(rest) ?? [];
    if (whole === undefined || (path.length === 0 && whole.startsWith(".")))
      throw new UsageError(
        `${JSON.stringify(text)} is no key. A key is written as in nodeGroups.h100.taints[0].key, or labels["example.com/project"]`,
      );
    if (index !== undefined) path.push(Number(index));
    else if (any !== undefined) path.push(ANY_ENTRY);
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
