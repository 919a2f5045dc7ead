/** A function that keeps its answers for as long as a worker lives: for what is the same whenever it is asked the same. */
export function remembered<Asked extends readonly unknown[], Answer>(
  answer: (...asked: Asked) => Answer,
): (...asked: Asked) => Answer {
  const known = new Map<string, Answer>();
  return (...asked) => {
    const key = JSON.stringify(asked);
    const before = known.get(key);
    if (before !== undefined) return before;
    const now = answer(...asked);
    known.set(key, now);
    return now;
  };
}
