import type { WriteConfig } from "./catalog-type";

/** A key with the value that AWS has. */
export const key =
  (path: string): WriteConfig =>
  (there) =>
    `${path}: ${JSON.stringify(there)}`;

/** A key whose values have other names than those of AWS. */
export const choice =
  (path: string, values: Readonly<Record<string, string>>): WriteConfig =>
  (there) =>
    `${path}: ${JSON.stringify(values[String(there)] ?? there)}`;
