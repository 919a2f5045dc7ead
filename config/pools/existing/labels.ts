/** Whether every node that has the labels of the one has those of the other. */
export function includesLabels(
  outer: Readonly<Record<string, string>>,
  inner: Readonly<Record<string, string>>,
): boolean {
  return Object.entries(inner).every(([key, value]) => outer[key] === value);
}
