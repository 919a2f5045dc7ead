/** Whether every node that has the labels of the one has those of the other. */
export function includesLabels(
  outer: Readonly<Record<string, string>>,
  inner: Readonly<Record<string, string>>,
): boolean {
  return Object.entries(inner).every(([key, value]) => outer[key] === value);
}

/** Labels that all of several have. */
export function commonLabels(all: readonly Readonly<Record<string, string>>[]): Readonly<Record<string, string>> {
  const [first = {}, ...others] = all;
  return Object.fromEntries(Object.entries(first).filter(([key, value]) => others.every((one) => one[key] === value)));
}
