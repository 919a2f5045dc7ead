import { readFileSync } from "node:fs";
import { join } from "node:path";
import { NEXT_RELEASE_ONLY, PAIRS, SAME_VERSION } from "../../../config/facts/compatibility";
import { CHARTS, type ChartName } from "../../../config/facts/versions";
import { compareVersions, isVersion } from "../../../config/kernel/version-order";
import { ROOT } from "../../helpers/process";

test("every pair has a source, a day and spans that are ones", () => {
  for (const { versions, allowed, source, asOf } of PAIRS) {
    expect(source).toMatch(/^https:\/\/|@|package-lock/);
    expect(asOf).toMatch(/^2026-\d\d(-\d\d)?$/);
    for (const { from, to } of [versions, allowed]) {
      for (const end of [from, to]) expect(end === null || isVersion(end)).toBe(true);
      if (from !== null && to !== null) expect(compareVersions(from, to)).toBeLessThanOrEqual(0);
    }
  }
});

test("what a component brings is one version", () => {
  const spans = PAIRS.filter(({ bond }) => bond === "brings").map(({ allowed }) => allowed);
  expect(spans.length).toBeGreaterThan(5);
  for (const { from, to } of spans) expect([from, to]).toEqual([to, expect.any(String)]);
});

test("no pair is there twice", () => {
  const keys = PAIRS.map(({ of, versions, bond, with: other }) => JSON.stringify([of, versions, bond, other]));
  expect(new Set(keys).size).toBe(keys.length);
});

test.each([
  ["gpu-operator", "26.7", "supports", "kubernetes", "1.33", "1.36"],
  ["slurm-operator", "1.3", "supports", "kubernetes", "1.35", "1.37"],
  ["slurm-operator", "1.3", "requires", "slurm", "25.11", null],
  ["cuda", "13", "requires", "nvidia-driver", "580", null],
  ["cuda", "12", "requires", "nvidia-driver", "525", null],
  ["efa-installer", "1.51.0", "brings", "libfabric", "2.7.0amzn2.0", "2.7.0amzn2.0"],
  ["aws-ofi-nccl", "1.21", "requires", "nccl", "2.17.1", null],
] as const)("%s %s %s %s from %s to %s", (of, version, bond, other, from, to) => {
  const found = PAIRS.filter(
    (pair) => pair.of === of && pair.versions.from === version && pair.bond === bond && pair.with === other,
  );
  expect(found.map(({ allowed }) => allowed)).toEqual([{ from, to }]);
});

test("providers are those that the installed bindings were made of", () => {
  const pins = PAIRS.filter(({ of }) => of.startsWith("cdktf-provider-"));
  expect(pins).toHaveLength(3);
  for (const { of, versions, allowed } of pins) {
    const folder = join(ROOT, "node_modules/@cdktf", of.replace("cdktf-", ""));
    const { version, cdktf } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
      version: string;
      cdktf: { provider: { version: string } };
    };
    expect([version, cdktf.provider.version]).toEqual([versions.from, allowed.from]);
  }
});

test("charts that go together have the same version now, and are charts", () => {
  for (const group of SAME_VERSION)
    expect(new Set(group.map((chart: ChartName) => CHARTS[chart].version)).size).toBe(1);
  for (const chart of Object.keys(NEXT_RELEASE_ONLY)) expect(CHARTS[chart as ChartName]).toBeDefined();
});
