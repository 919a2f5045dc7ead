import { createRequire } from "node:module";
import fc from "fast-check";
import {
  compareVersions,
  inRange,
  isPrerelease,
  isVersion,
  majorMinorOf,
  majorOf,
  minorNumber,
  newestVersion,
  rangeText,
} from "../../../config/kernel/version-order";

test.each([
  // semver.org, 11
  ["1.0.0-alpha", "1.0.0-alpha.1"],
  ["1.0.0-alpha.1", "1.0.0-alpha.beta"],
  ["1.0.0-alpha.beta", "1.0.0-beta"],
  ["1.0.0-beta.2", "1.0.0-beta.11"],
  ["1.0.0-beta.11", "1.0.0-rc.1"],
  ["1.0.0-rc.1", "1.0.0"],
  ["1.9.0", "1.10.0"],
  ["1.36", "1.36.1"],
  ["v26.3.3", "26.7.0"],
  // builds follow what they are of
  ["v1.23.2-eksbuild.9", "v1.23.2-eksbuild.10"],
  ["v1.23.2-eksbuild.10", "v1.23.3-eksbuild.1"],
  ["1.36.4-20260917", "1.36.4-20261003"],
  ["1.36.4-20261003", "1.36.10-20260101"],
  ["2.7.0", "2.7.0amzn1.0"],
  ["2.7.0amzn1.0", "2.7.0amzn2.0"],
  ["1.63.0-1a2b3c4d", "1.64.0-0a2b3c4d"],
  ["1.18.3-0", "1.18.3-1"],
  ["1.18.3-2", "1.18.4-0"],
])("%s is older than %s", (older, newer) => {
  expect(compareVersions(older, newer)).toBeLessThan(0);
  expect(compareVersions(newer, older)).toBeGreaterThan(0);
});

test.each([
  ["v1.2.3", "1.2.3"],
  ["1.36", "1.36.0"],
  ["1.2.3+one", "1.2.3+two"],
])("%s and %s are the same", (one, other) => {
  expect(compareVersions(one, other)).toBe(0);
});

test("prereleases and what is no version are never the newest", () => {
  expect(newestVersion(["1.2.1", "latest", "1.3.0-rc1", "sha256-1234", "1.2.2"])).toBe("1.2.2");
  expect(newestVersion(["2.0.0-beta.1"])).toBeNull();
  expect(newestVersion([])).toBeNull();
});

test.each([
  ["1.3.0-rc1", true],
  ["1.3.0", false],
  ["v1.23.2-eksbuild.3", false],
  ["1.36.4-20261003", false],
  ["2.7.0amzn2.0", false],
  ["1.18.3-0", false],
  ["1.18.3-0.1", true],
])("%s is a prerelease: %s", (version, is) => {
  expect(isPrerelease(version)).toBe(is);
});

test.each([
  ["1.36", true],
  ["v26.7.0", true],
  ["latest", false],
  ["", false],
])("%j is a version: %s", (text, is) => {
  expect(isVersion(text)).toBe(is);
});

test.each([
  ["1.36.4", { from: "1.33", to: "1.36" }, true],
  ["1.33", { from: "1.33", to: "1.36" }, true],
  ["1.37", { from: "1.33", to: "1.36" }, false],
  ["1.32.9", { from: "1.33", to: "1.36" }, false],
  ["1.4", { from: "1.33", to: null }, false],
  ["580.126.09", { from: "580", to: "580" }, true],
  ["595", { from: "580", to: null }, true],
  ["1", { from: null, to: null }, true],
])("%s in %j: %s", (version, range, is) => {
  expect(inRange(version, range)).toBe(is);
});

test("spans are told in words", () => {
  const texts = [
    { from: "1.33", to: "1.36" },
    { from: "580", to: null },
    { from: null, to: "2.4" },
    { from: "1.3", to: "1.3" },
    { from: null, to: null },
  ].map(rangeText);
  expect(texts).toEqual(["1.33 to 1.36", "580 and later", "up to 2.4", "1.3", "any"]);
});

test("fails on what is no version", () => {
  expect(() => compareVersions("latest", "1.0.0")).toThrow("latest is no version");
});

test.each([
  ["v26.7.0", "26", "26.7", 7],
  ["1.35.8-20260923", "1", "1.35", 35],
  ["1.63.0-1a2b3c4d", "1", "1.63", 63],
])("parts of %s", (version, major, majorMinor, minor) => {
  expect([majorOf(version), majorMinorOf(version), minorNumber(version)]).toEqual([major, majorMinor, minor]);
});

test("the order is that of semantic versioning wherever that knows both", () => {
  // the one that cdktf brings
  const semver = createRequire(require.resolve("cdktf"))("semver") as {
    readonly compare: (a: string, b: string) => number;
    readonly valid: (version: string) => string | null;
  };
  const number = fc.oneof(fc.nat(3), fc.nat(30), fc.nat());
  // what counts builds, such as a mere number, and words with digits in them, have an order of their own here
  const word = fc.constantFrom("alpha", "beta", "rc", "dev", "a", "b");
  const pre = fc
    .array(fc.oneof(number.map(String), word), { maxLength: 3 })
    .filter((parts) => parts.length !== 1 || !/^\d+$/.test(parts[0]!));
  const version = fc
    .tuple(number, number, number, pre, fc.constantFrom("", "v"), fc.constantFrom("", "+one", "+2"))
    .map(
      ([a, b, c, suffix, v, build]) => `${v}${a}.${b}.${c}${suffix.length > 0 ? `-${suffix.join(".")}` : ""}${build}`,
    );
  fc.assert(
    fc.property(version, version, (one, other) => {
      expect(semver.valid(one)).not.toBeNull();
      expect(Math.sign(compareVersions(one, other))).toBe(semver.compare(one, other));
    }),
    { numRuns: 2000 },
  );
});
