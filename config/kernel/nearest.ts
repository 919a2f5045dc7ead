import { distance } from "fastest-levenshtein";

/** Candidates that a mistyped word most likely meant, best first; empty when nothing is near. */
export function nearest(word: string, candidates: readonly string[], count = 3): string[] {
  const wanted = word.toLowerCase();
  const kin = sameFamily(wanted, candidates);
  if (kin.length) return kin.slice(0, count);
  // of a word of three letters, two others make another word
  const limit = wanted.length <= 3 ? 1 : Math.max(2, Math.floor(wanted.length / 3));
  const measured = candidates.map((candidate) => ({ candidate, far: farFrom(wanted, candidate.toLowerCase()) }));
  // a clear winner stands alone: a second guess that is worse only distracts
  const best = Math.max(1, Math.min(limit, ...measured.map(({ far }) => far)));
  return measured
    .filter(({ far }) => far <= best)
    .sort((a, b) => a.far - b.far || a.candidate.localeCompare(b.candidate))
    .slice(0, count)
    .map(({ candidate }) => candidate);
}

/** Of an instance type whose family is right, the next size: sizes differ by more than a slip. */
function sameFamily(wanted: string, candidates: readonly string[]): string[] {
  const [, family = "", rest = ""] = /^([a-z0-9-]+[a-z0-9]\.)(\d*[a-z]+)$/.exec(wanted) ?? [];
  const kin = family ? candidates.filter((candidate) => candidate.startsWith(family)) : [];
  const size = (text: string) => Math.log(Number(/^\d+/.exec(text)?.[0] ?? 1));
  const far = (candidate: string): [number, number] => {
    const other = candidate.slice(family.length);
    return [Math.abs(size(rest) - size(other)), distance(rest, other)];
  };
  return kin.sort((a, b) => far(a)[0] - far(b)[0] || far(a)[1] - far(b)[1]).slice(0, 1);
}

/** "did you mean a, b or c?", or nothing. */
export function didYouMean(word: string, candidates: readonly string[]): string | undefined {
  const found = nearest(word, candidates);
  return found.length ? `did you mean ${orList(found)}?` : undefined;
}

/** "a, b or c". */
export function orList(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

/** A shared beginning counts: `p5.48` is near to `p5.48xlarge`. */
function farFrom(wanted: string, candidate: string): number {
  if (candidate !== wanted && candidate.startsWith(wanted) && wanted.length > 2) return 1;
  return distance(wanted, candidate);
}
