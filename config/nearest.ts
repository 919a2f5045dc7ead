import { distance } from "fastest-levenshtein";

/** Candidates that a mistyped word most likely meant, best first; empty when nothing is near. */
export function nearest(word: string, candidates: readonly string[], count = 3): string[] {
  const wanted = word.toLowerCase();
  const limit = Math.max(2, Math.floor(wanted.length / 3));
  const measured = candidates.map((candidate) => ({ candidate, far: farFrom(wanted, candidate.toLowerCase()) }));
  // a clear winner stands alone: a second guess that is worse only distracts
  const best = Math.max(1, Math.min(limit, ...measured.map(({ far }) => far)));
  return measured
    .filter(({ far }) => far <= best)
    .sort((a, b) => a.far - b.far || a.candidate.localeCompare(b.candidate))
    .slice(0, count)
    .map(({ candidate }) => candidate);
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
