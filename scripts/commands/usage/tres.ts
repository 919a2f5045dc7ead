/** What a job or a node has, by the names of Slurm: `cpu`, `gres/gpu`, `gres/gpu:h100`. */
export type Tres = ReadonlyMap<string, number>;

/**
 * Reads `cpu=176,gres/gpu:h100=8,mem=176G`. Memory is left out: nothing here is counted by it.
 * @returns null where it is something else
 * @see https://slurm.schedmd.com/tres.html
 */
export function readTres(text: string): Tres | null {
  const tres = new Map<string, number>();
  if (text === "") return tres;
  for (const part of text.split(",")) {
    const [, name, value] = /^([\w/:.-]+)=([\d.]+[KMGTPE]?)$/.exec(part) ?? [];
    if (name === undefined || value === undefined) return null;
    if (/^[\d.]+$/.test(value)) tres.set(name, Number(value));
  }
  return tres;
}

const GPU = "gres/gpu";

/** GPUs by type. What Slurm gave no type has the type `gpu`. */
export function gpusOf(tres: Tres): ReadonlyMap<string, number> {
  const typed = [...tres].flatMap(([name, count]) =>
    name.startsWith(`${GPU}:`) && count > 0 ? [[name.slice(GPU.length + 1), count] as const] : [],
  );
  const rest = (tres.get(GPU) ?? 0) - typed.reduce((sum, [, count]) => sum + count, 0);
  return new Map([...typed, ...(rest > 0 ? [["gpu", rest] as const] : [])]);
}
