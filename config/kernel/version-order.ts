/**
 * Versions of charts and programs, which are semantic, and of Kubernetes (1.36), EKS (v1.23.2-eksbuild.10), images
 * (1.36.4-20261003), charts that AWS packs (1.18.3-0), Slurm (26.05.5), drivers (580.126.09) and EFA (2.7.0amzn1.0), which are
 * not: semantic versioning takes fewer parts or a zero in front for no version, and a build of EKS or Amazon for what comes
 * before its release. Where it knows both of two other versions, the order is its own, which a test holds against the package semver.
 */

/** A version, taken apart. */
interface Parts {
  readonly core: readonly number[];
  /** What stands behind the numbers, such as `rc1`, `eksbuild.3`, `amzn2.0` or the date of an image. */
  readonly suffix: string;
}

/** A span of versions; both ends belong to it. `to` has all that begins with it: `1.36` has 1.36.4. null: no end is known. */
export interface VersionRange {
  readonly from: string | null;
  readonly to: string | null;
}

/** Suffixes that count builds of a release; any other comes before the release. */
const BUILD = /^(eksbuild|amzn|\d+$)/;

function partsOf(version: string): Parts | null {
  // what follows a + says nothing of the order
  const [, numbers, suffix = ""] = /^v?(\d+(?:\.\d+)*)(?:[-.]?([a-z\d][\w.-]*))?(?:\+[\w.-]+)?$/i.exec(version) ?? [];
  return numbers === undefined ? null : { core: numbers.split(".").map(Number), suffix };
}

/** Whether a text is a version at all: `latest` and `sha256-…` are none. */
export const isVersion = (text: string): boolean => partsOf(text) !== null;

/** Whether a version comes before a release, such as 1.3.0-rc1: it is never the newest. */
export function isPrerelease(version: string): boolean {
  const { suffix = "" } = partsOf(version) ?? {};
  return suffix !== "" && !BUILD.test(suffix);
}

/**
 * Order of versions by semantic versioning, with or without `v`, of any number of parts; builds of EKS and Amazon follow
 * the release that they are of.
 * @returns below 0: `a` is older
 * @throws RangeError for what is no version
 * @see https://semver.org/#spec-item-11
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [needed(a), needed(b)];
  const byCore = compareLists(left.core, right.core);
  if (byCore !== 0 || left.suffix === right.suffix) return byCore;
  const rank = ({ suffix }: Parts) => (suffix === "" ? 1 : BUILD.test(suffix) ? 2 : 0);
  return rank(left) - rank(right) || compareSuffixes(left.suffix, right.suffix);
}

/** `v26.7.0` → `26` */
export const majorOf = (version: string): string => leading(version, 1);

/** `v26.7.0` → `26.7`, `1.35.8-20260923` → `1.35` */
export const majorMinorOf = (version: string): string => leading(version, 2);

/** 36 of Kubernetes 1.36, 63 of Bottlerocket 1.63.0-1a2b3c4d. */
export const minorNumber = (version: string): number => Number(version.split(".")[1]);

const leading = (version: string, parts: number): string =>
  version.replace(/^v/, "").split(".").slice(0, parts).join(".");

/** The newest of versions that are no prereleases; null when there is none. */
export function newestVersion(versions: readonly string[]): string | null {
  const released = versions.filter((version) => isVersion(version) && !isPrerelease(version));
  return released.reduce<string | null>(
    (best, version) => (best === null || compareVersions(version, best) > 0 ? version : best),
    null,
  );
}

/** Whether a version is in a range, both ends included: `1.36.4` is in a range that ends with `1.36`. */
export function inRange(version: string, { from, to }: VersionRange): boolean {
  const { core } = needed(version);
  if (from !== null && compareLists(core, needed(from).core) < 0) return false;
  if (to === null) return true;
  const end = needed(to).core;
  return compareLists(core.slice(0, end.length), end) <= 0;
}

/** `1.33 to 1.36`, `1.35 and later`, `up to 2.4`. */
export function rangeText({ from, to }: VersionRange): string {
  if (from === null) return to === null ? "any" : `up to ${to}`;
  if (to === null) return `${from} and later`;
  return from === to ? from : `${from} to ${to}`;
}

function needed(version: string): Parts {
  const parts = partsOf(version);
  if (parts === null) throw new RangeError(`${version} is no version`);
  return parts;
}

function compareLists(a: readonly number[], b: readonly number[]): number {
  const length = Math.max(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Numbers by their value and before words; what is shorter comes first. */
function compareSuffixes(a: string, b: string): number {
  const split = (suffix: string) => suffix.match(/\d+|[a-z]+/gi) ?? [];
  const [left, right] = [split(a), split(b)];
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const [one, other] = [left[at], right[at]];
    if (one === undefined || other === undefined) return one === undefined ? -1 : 1;
    if (one === other) continue;
    const numbers = [one, other].map((part) => (/^\d/.test(part) ? Number(part) : null)) as [
      number | null,
      number | null,
    ];
    if (numbers[0] !== null && numbers[1] !== null) return numbers[0] - numbers[1];
    if (numbers[0] !== null || numbers[1] !== null) return numbers[0] !== null ? -1 : 1;
    return one < other ? -1 : 1;
  }
  return 0;
}
