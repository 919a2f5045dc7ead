import type { ReleaseCheck } from "../../../../scripts/dev/charts/check-release";
import { absentCharts, chartsReport } from "../../../../scripts/dev/charts/report";
import { sample } from "../../../helpers/environment";

const check = (change: Partial<ReleaseCheck> = {}): ReleaseCheck => ({
  release: {
    environment: "dev",
    stack: "dev-platform",
    name: "keda",
    namespace: "keda",
    chart: "keda",
    repository: "https://charts.example.com",
    version: "2.0.0",
    folder: null,
    values: {},
    skipCrds: false,
    kubernetesVersion: "1.36",
  },
  problems: [],
  absent: null,
  notes: [],
  objects: 12,
  valid: 10,
  unknownKinds: [],
  images: [],
  ...change,
});

test("a line for each release and a verdict", () => {
  const own = check({ release: { ...check().release, name: "objects", version: null }, objects: 1, valid: 1 });
  expect(chartsReport([check(), own], true)).toEqual({
    good: true,
    code: 0,
    text: `    stack         release       chart       objects
ok  dev-platform  keda/keda     keda 2.0.0       12
ok  dev-platform  keda/objects  own chart         1

13 objects rendered, 11 of them validated.

All 2 releases are good.`,
  });
});

test("problems and notes stand below their release, and one wrong release is enough", () => {
  const { good, code, text } = chartsReport([check(), check({ problems: ["a: b\nc"], notes: ["n"] })], true);
  expect([good, code]).toEqual([false, 2]);
  expect(text).toContain("WRONG  dev-platform  keda/keda  keda 2.0.0       12\n      a: b\n      c\n      note: n\n");
  expect(text).toContain("1 of 2 releases wrong.");
});

test("a release without its chart is neither good nor wrong", () => {
  const absent = check({ absent: "There is no chart keda.\nLay it out.", objects: 0, valid: 0 });
  const { good, code, text } = chartsReport([check(), absent], true);
  expect([good, code]).toEqual([false, 1]);
  expect(text).toMatch(/\nNO CHART +dev-platform .*\n +There is no chart keda\.\n +Lay it out\.\n/);
  expect(text).toContain("1 of 2 releases not looked at, for want of charts.");
  const both = chartsReport([check({ problems: ["a"] }), absent], true);
  expect(both).toMatchObject({
    code: 2,
    text: expect.stringMatching(/1 of 2 releases wrong, 1 of 2 releases not looked/),
  });
});

test("says what was not validated", () => {
  expect(chartsReport([check()], false).text).toContain(
    "12 objects rendered and not validated: there is no kubeconform.",
  );
  expect(chartsReport([check({ unknownKinds: ["Widget"] })], true).text).toContain(
    "Not validated, for want of a schema: Widget.",
  );
});

test("a check that saw nothing is not good", () => {
  expect(chartsReport([], true)).toMatchObject({ good: false, text: expect.stringContaining("nothing was checked") });
});

test("says which charts an environment lacks, and why", () => {
  const absent = absentCharts([sample({ monitoring: { enabled: false } }).env]);
  expect(absent).toContainEqual({
    environment: "sample",
    chart: "aws-dranet",
    because: "no group is allocated by dra",
  });
  expect(absent.map(({ chart }) => chart)).not.toContain("gpu-operator");
  expect(chartsReport([check()], true, absent).text).toMatch(
    /^Not installed:\nenvironment +chart +because\n(?:.*\n)*sample +kube-prometheus-stack +monitoring\.enabled is false\n/m,
  );
});
