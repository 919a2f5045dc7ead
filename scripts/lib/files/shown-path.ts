import { isAbsolute, relative, resolve } from "node:path";

/** A path as a person types it: from where they are when it is below, else whole. */
export function shownPath(path: string, from = process.cwd()): string {
  const short = relative(from, resolve(from, path));
  return short === "" || short.startsWith("..") || isAbsolute(short) ? resolve(from, path) : short;
}
