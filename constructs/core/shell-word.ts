/**
 * A value as one word of a POSIX shell: whatever is in it, the shell takes it as it is. Every value that reaches a script goes
 * through here; what a program reads in the word (Slurm's lists, patterns) is that program's affair.
 * @see https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html#tag_19_02_02
 */
export function shellWord(value: string | number): string {
  const text = String(value);
  // a word that is plain stays readable; one that begins with = or ~ is more to some shells
  return /^[\w@%+:,./-][\w@%+=:,./-]*$/.test(text) ? text : quotedWord(text);
}

/** The same, in quotes where it needs none, too. */
export function quotedWord(text: string): string {
  if (text.includes("\0")) throw new Error(`${JSON.stringify(text)} has a NUL in it, which no shell can hold`);
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Values as words with blanks between. */
export const shellWords = (values: readonly (string | number)[]): string => values.map(shellWord).join(" ");

/**
 * One `#SBATCH` line. Slurm reads such lines itself, with rules of its own for quotes: what would need any is refused.
 * @see https://slurm.schedmd.com/sbatch.html
 */
export function sbatchOption(name: string, value: string | number): string {
  const text = String(value);
  if (!/^[\w@%+=:,./-]+$/.test(text))
    throw new Error(
      `#SBATCH --${name}: ${JSON.stringify(text)} has a character that Slurm does not read there; use letters, digits and _@%+=:,./-`,
    );
  return `#SBATCH --${name}=${text}`;
}
