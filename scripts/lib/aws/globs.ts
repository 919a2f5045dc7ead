/** A character, a wildcard, or a variable such as `${aws:username}`, whose value nobody knows here. */
type Token = string;

const tokens = (pattern: string): Token[] =>
  pattern.match(/\$\{[^}]*\}|\*+|[^]/g)?.map((one) => (/^\*+$/.test(one) ? "*" : one)) ?? [];

const isVariable = (token: Token): boolean => token.length > 1;

/** Whether everything that one pattern of IAM matches (`*`, `?`) is matched by another; false where that is not certain. */
export function includes(outer: string, inner: string): boolean {
  if (outer === inner || /^\*+$/.test(outer)) return true;
  if (!/[*?]/.test(outer)) return false;
  const [out, ins] = [tokens(outer), tokens(inner)];
  // row by row: what of the inner pattern the first tokens of the outer can have taken
  let reached = ins.map(() => false);
  reached = [true, ...reached];
  for (const token of out) {
    const next = reached.map(() => false);
    for (let at = 0; at <= ins.length; at += 1) {
      if (token === "*") next[at] = Boolean(reached[at]) || (at > 0 && Boolean(next[at - 1]));
      else if (at > 0) next[at] = Boolean(reached[at - 1]) && takes(token, ins[at - 1] ?? "");
    }
    reached = next;
  }
  return reached.at(-1) === true;
}

/** Whether a token that is no star takes another one, whatever that stands for. */
function takes(outer: Token, inner: Token): boolean {
  if (inner === "*") return false;
  return outer === inner || (outer === "?" && !isVariable(inner));
}

/** Whether two patterns of IAM can match one text; true where the contrary is not certain. */
export function overlaps(one: string, other: string): boolean {
  const [first, second] = [tokens(one), tokens(other)];
  const isOpen = (token: Token) => token === "*" || isVariable(token);
  let reached = [true, ...second.map(() => false)];
  for (let at = 1; at <= second.length; at += 1) reached[at] = Boolean(reached[at - 1]) && isOpen(second[at - 1] ?? "");
  for (const token of first) {
    const next = reached.map(() => false);
    for (let at = 0; at <= second.length; at += 1) {
      const against = second[at - 1] ?? "";
      const here = Boolean(reached[at]);
      const left = at > 0 && Boolean(next[at - 1]);
      const both = at > 0 && Boolean(reached[at - 1]);
      next[at] =
        (isOpen(token) && (here || left)) ||
        (at > 0 && isOpen(against) && (here || left)) ||
        (both && (token === against || token === "?" || against === "?" || isOpen(token) || isOpen(against)));
    }
    reached = next;
  }
  return reached.at(-1) === true;
}
