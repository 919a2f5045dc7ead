import { releasesInIndex, releasesOfTags } from "../../../../scripts/lib/charts/chart-index";

const INDEX = `apiVersion: v1
entries:
  kueue:
  - apiVersion: v2
    created: "2026-08-20T10:00:00.123456789Z"
    version: 0.19.2
  other-chart:
  - annotations:
      version: 9.9.9
    apiVersion: v2
    created: "2026-09-30T10:00:00Z"
    dependencies:
    - name: kueue
      version: 8.8.8
    kubeVersion: '>=1.25.0-0'
    version: "2.0.0"
  - apiVersion: v2
    created: "2026-08-01T10:00:00Z"
    version: 1.10.0
  - apiVersion: v2
    created: "2026-10-01T10:00:00Z"
    version: 3.0.0-rc.1
  - apiVersion: v2
    created: "2026-07-01T10:00:00Z"
    kubeVersion: ">= 1.29 < 1.40"
    version: 1.9.0
generated: "2026-10-01T10:00:00Z"
`;

test("releases come newest first, with day and oldest Kubernetes, without prereleases", () => {
  expect(releasesInIndex(INDEX, "other-chart")).toEqual([
    { version: "2.0.0", releasedOn: "2026-09-30", minKubernetes: "1.25" },
    { version: "1.10.0", releasedOn: "2026-08-01", minKubernetes: null },
    // what says more than an oldest one is not read
    { version: "1.9.0", releasedOn: "2026-07-01", minKubernetes: null },
  ]);
});

test("a chart is not taken for one whose name begins so, nor for a dependency", () => {
  expect(releasesInIndex(INDEX, "kueue")?.map(({ version }) => version)).toEqual(["0.19.2"]);
  expect(releasesInIndex(INDEX, "other")).toBeNull();
});

test("an index in another form is read as YAML", () => {
  const json = JSON.stringify({ entries: { lws: [{ version: "0.10.0", created: "2026-08-11T00:00:00Z" }] } });
  expect(releasesInIndex(json, "lws")).toEqual([{ version: "0.10.0", releasedOn: "2026-08-11", minKubernetes: null }]);
  const wide = "entries:\n    lws:\n        - version: 0.9.0\n";
  expect(releasesInIndex(wide, "lws")?.[0]?.version).toBe("0.9.0");
});

test.each([
  ["a page of a proxy", "<html>no</html>"],
  ["nothing", ""],
  ["what is no YAML", "entries: [\n"],
])("fails on %s", (_, text) => {
  expect(() => releasesInIndex(text, "lws")).toThrow(SyntaxError);
});

test("tags are versions where they are any", () => {
  const tags = ["latest", "1.2.1", "sha256-0a1b2c", "1.10.0", "1.3.0-rc1", "v1.9.0", "1.10.0_build.2"];
  expect(releasesOfTags(tags).map(({ version }) => version)).toEqual(["1.10.0", "1.10.0+build.2", "v1.9.0", "1.2.1"]);
});

test("a long history is cut", () => {
  expect(releasesOfTags(Array.from({ length: 100 }, (_, at) => `1.${at}.0`))).toHaveLength(40);
});

test("a release that its maker has withdrawn is marked, in every form of an index", () => {
  const withdrawn = INDEX.replace('    version: "2.0.0"', '    deprecated: true\n    version: "2.0.0"');
  const marks = (index: string, chart: string) => releasesInIndex(index, chart)?.map(({ deprecated }) => deprecated);
  expect(marks(withdrawn, "other-chart")).toEqual([true, undefined, undefined]);
  expect(marks(INDEX, "other-chart")).toEqual([undefined, undefined, undefined]);
  const json = { entries: { lws: [{ version: "2.0.0", deprecated: true }, { version: "1.0.0" }] } };
  expect(marks(JSON.stringify(json), "lws")).toEqual([true, undefined]);
});

test("YAML that only begins as JSON is read too", () =>
  expect(releasesInIndex("{entries: {lws: [{version: 0.9.0}]}}", "lws")?.[0]?.version).toBe("0.9.0"));

test("tens of MB are searched, not read as YAML: a chart in them, and one that is not", () => {
  const releases = (count: number) =>
    Array.from(
      { length: count },
      (_, at) =>
        `  - apiVersion: v2\n    description: ${"x".repeat(900)}\n    urls:\n    - https://c.test/${at}.tgz\n    version: ${at}.0.0\n`,
    ).join("");
  const index = `apiVersion: v1\nentries:\n  a:\n${releases(11_000)}  kube-prometheus-stack:\n${releases(11_000)}generated: "2026-10-01T10:00:00Z"\n`;
  expect(index.length).toBeGreaterThan(20e6);
  const start = performance.now();
  expect(releasesInIndex(index, "kube-prometheus-stack")?.[0]?.version).toBe("10999.0.0");
  expect(releasesInIndex(index, "kube-prometheus")).toBeNull();
  // as YAML it takes ten seconds and a gigabyte
  expect(performance.now() - start).toBeLessThan(3000);
});

test("what has fewer than three numbers, more, or one that nobody counts to is no newer release", () => {
  const all = [
    "1.2.0",
    "3",
    "2.9",
    "1.2.3.4",
    "99999999999999999999.0.0",
    `${"1".repeat(300)}.0.0`,
    "v1.3.0",
    "1.2.1+build",
  ];
  const index = `entries:\n  one:\n${all.map((version) => `  - version: ${version}\n`).join("")}`;
  expect(releasesInIndex(index, "one")?.map(({ version }) => version)).toEqual(["v1.3.0", "1.2.1+build", "1.2.0"]);
  expect(releasesOfTags(all).map(({ version }) => version)).toEqual(["v1.3.0", "1.2.1+build", "1.2.0"]);
});
