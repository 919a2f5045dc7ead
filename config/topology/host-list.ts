/** Parts of a name that ends in a number. */
interface Numbered {
  readonly prefix: string;
  readonly digits: string;
}

/** More digits than that are a name and no number. */
const MOST_DIGITS = 9;

const parts = (name: string): Numbered | null => {
  const [, prefix, digits] = /^(.*?)(\d+)$/.exec(name) ?? [];
  return prefix === undefined || digits === undefined || prefix === "" || digits.length > MOST_DIGITS
    ? null
    : { prefix, digits };
};

/**
 * Names as Slurm writes many of them in one: `gpu-a[01-04,07],login`. Numbers with zeros before them keep their width.
 * @see https://slurm.schedmd.com/slurm.conf.html#OPT_NodeName
 */
export function hostList(names: readonly string[]): string {
  const groups = new Map<string, string[]>();
  for (const name of [...new Set(names)].sort(compareNames)) {
    const numbered = parts(name);
    // no name has the character that marks a prefix
    const key = numbered ? `${numbered.prefix}\0` : name;
    const digits = groups.get(key);
    if (digits) digits.push(...(numbered ? [numbered.digits] : []));
    else groups.set(key, numbered ? [numbered.digits] : []);
  }
  return [...groups].map(([key, digits]) => (key.endsWith("\0") ? ranged(key.slice(0, -1), digits) : key)).join(",");
}

function ranged(prefix: string, digits: readonly string[]): string {
  if (digits.length === 1) return prefix + digits[0];
  const ranges: { from: string; to: string }[] = [];
  for (const next of digits) {
    const last = ranges.at(-1);
    if (last && follows(last.to, next)) last.to = next;
    else ranges.push({ from: next, to: next });
  }
  return `${prefix}[${ranges.map(({ from, to }) => (from === to ? from : `${from}-${to}`)).join(",")}]`;
}

/** 9 → 10 and 09 → 10, but not 9 → 010: Slurm counts on with the width of the first one. */
function follows(before: string, next: string): boolean {
  if (Number(next) !== Number(before) + 1) return false;
  return before.length === next.length || (!before.startsWith("0") && !next.startsWith("0"));
}

/** Order of names in which 9 comes before 10. */
export function compareNames(a: string, b: string): number {
  const [left, right] = [chunks(a), chunks(b)];
  for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
    const [one, other] = [left[at]!, right[at]!];
    if (one === other) continue;
    const numbers = /^\d/.test(one) && /^\d/.test(other);
    if (numbers && Number(one) !== Number(other)) return Number(one) - Number(other);
    return one < other ? -1 : 1;
  }
  return left.length - right.length;
}

const chunks = (name: string): string[] => name.match(/\d+|\D+/g) ?? [];
