/** Lines of `key=value` words, as scripts of checks print them: an object for each line that begins with the key. */
export const keyLines = (text: string, first: string): Record<string, string>[] =>
  [...text.matchAll(new RegExp(`^${first}=.*$`, "gm"))].map(([line]) =>
    Object.fromEntries([...line.matchAll(/([a-zA-Z]+)=("[^"]*"|\S*)/g)].map(([, key, value]) => [key!, value!])),
  );
