const segments = (path: string): string[] => path.split("/").filter(Boolean);

/** Whether one of two folders of a file system is the other, or holds it. */
export function foldersOverlap(one: string, other: string): boolean {
  const [a, b] = [segments(one), segments(other)];
  return a.slice(0, b.length).every((name, index) => name === b[index]);
}
