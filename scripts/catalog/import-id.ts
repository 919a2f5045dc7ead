/** Parts of an import id; what is not known yet is no part of one. */
export const joined = (separator: string, ...parts: readonly unknown[]): string =>
  parts.map((part) => (typeof part === "string" ? part : "")).join(separator);
