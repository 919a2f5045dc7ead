import { compareVersions } from "../../config/kernel/version-order";

/** A version of Kubernetes that can be had. */
export interface VersionChoice {
  /** Such as 1.36.3. */
  readonly version: string;
  /** Whether its program is there already. */
  readonly isBuilt: boolean;
  /** Why it is not of the minor version that was asked for; null: it is. */
  readonly instead: string | null;
}

const WHOLE = /^1\.\d+\.\d+$/;

const minorOf = (version: string): number => Number(version.split(".")[1]);

/**
 * The version that stands for a minor one: one that is built, else the newest that can be built; where there is none of the minor,
 * the nearest minor, the newer one of two that are as near.
 * @param minor such as `1.36`
 * @param built versions whose programs are in the cache
 * @param published versions that can be built; empty where nobody can be asked
 * @returns null: there is none at all
 */
export function chooseVersion(
  minor: string,
  built: readonly string[],
  published: readonly string[],
): VersionChoice | null {
  const newest = (versions: readonly string[], asked: number) =>
    versions
      .filter((version) => WHOLE.test(version) && minorOf(version) === asked)
      .sort((a, b) => compareVersions(b, a))[0];
  const wanted = minorOf(minor);
  const known = [...new Set([...built, ...published].filter((version) => WHOLE.test(version)).map(minorOf))];
  const nearest = known.sort((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted) || b - a)[0];
  if (nearest === undefined) return null;
  const there = newest(built, nearest);
  const version = there ?? newest(published, nearest)!;
  const instead =
    nearest === wanted
      ? null
      : `Kubernetes ${minor} cannot be had: ${version} stands for it, the nearest of ${known
          .toSorted((a, b) => a - b)
          .map((one) => `1.${one}`)
          .join(", ")}`;
  return { version, isBuilt: there !== undefined, instead };
}
