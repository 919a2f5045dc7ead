import { readFileSync } from "node:fs";
import { checkReleases } from "../../../../scripts/dev/charts/check-release";
import type { Release } from "../../../../scripts/lib/charts/releases";
import { withTree } from "../../../helpers/tree";

const release = (chart: string, change: Partial<Release> = {}): Release => ({
  environment: "dev",
  stack: "dev-platform",
  name: chart,
  namespace: "n",
  chart,
  repository: "https://charts.example.com",
  version: "1.0.0",
  folder: null,
  values: {},
  skipCrds: false,
  kubernetesVersion: "1.33",
  ...change,
});

/** A Helm whose output is a file of the chart, and whose arguments are kept beside it; a chart without one is refused. */
const HELM = `#!/bin/sh
echo "$*" >> "$(dirname "$0")/calls"
cat "$3/output.yaml" 2> /dev/null || { echo "Error: cannot render" >&2; exit 1; }
`;
/** A kubeconform that finds nothing wrong with anything. */
const KUBECONFORM = `#!/bin/sh
printf '{"resources":['
grep -c -- --- | while read -r n; do i=0; while [ $i -lt $n ]; do [ $i = 0 ] || printf ,; printf '{"kind":"A","name":"a","status":"statusValid"}'; i=$((i+1)); done; done
printf ']}'
`;
const FILES = {
  "bin/helm": HELM,
  "bin/kubeconform": KUBECONFORM,
  "charts/crds/Chart.yaml": "name: crds\nversion: 1.0.0\n",
  "charts/crds/output.yaml": `kind: CustomResourceDefinition
spec: { group: example.com, names: { kind: Widget }, versions: [{ name: v1 }] }
`,
  "charts/app/Chart.yaml": "name: app\nversion: 0.0.0\n",
  "charts/app/values.yaml": "replicas: 1\n",
  "charts/app/output.yaml": "kind: DaemonSet\nmetadata: { name: d }\n---\nkind: Widget\n",
  "charts/broken/Chart.yaml": "name: broken\nversion: 1.0.0\n",
  "work/.keep": "",
};

const check = (releases: Release[], taints: { key: string; effect: string }[] = []) =>
  withTree(FILES, (root) =>
    checkReleases(releases, {
      shelf: { dir: `${root}/charts`, pulled: `${root}/pulled`, helm: `${root}/bin/helm` },
      kubeconform: `${root}/bin/kubeconform`,
      schemas: null,
      workFolder: `${root}/work`,
      taints,
      untaintedLabels: { role: "system" },
      mirrors: {},
    }),
  );

test("a good release has no problems, and its objects are counted", () => {
  const [one] = check([release("app")]);
  expect(one).toMatchObject({ problems: [], objects: 2, valid: 2, unknownKinds: [] });
});

test("tells when the chart in the folder is another version than the pinned one", () => {
  expect(check([release("app")])[0]?.notes).toEqual(["the chart in the folder says 0.0.0"]);
  expect(check([release("crds", { version: "v1.0.0" })])[0]?.notes).toEqual([]);
});

test("finds keys that the chart does not know", () => {
  const [one] = check([release("app", { values: { replica: 2 } })]);
  expect(one?.problems).toEqual(["replica: the chart does not know it; did you mean replicas?"]);
});

test("finds daemons that would stay off tainted nodes", () => {
  const [one] = check([release("app")], [{ key: "gpu", effect: "NoSchedule" }]);
  expect(one?.problems).toEqual(["DaemonSet/d: does not tolerate gpu:NoSchedule"]);
});

test("a release that Helm refuses is wrong, and the others are still checked", () => {
  const [broken, app] = check([release("broken", { values: { a: 1 } }), release("app")]);
  expect(broken).toMatchObject({ objects: 0, problems: ["a: the chart does not know it", "cannot render"] });
  expect(app?.problems).toEqual([]);
});

test("without its chart nothing is known of a release, and the others are looked at", () => {
  const [one, other] = check([release("absent"), release("app")]);
  expect(one).toMatchObject({
    objects: 0,
    problems: [],
    absent: expect.stringMatching(/^There is no chart absent \(1\.0\.0\) in /),
  });
  expect(other).toMatchObject({ objects: 2, absent: null });
});

test("later releases know the kinds that earlier ones define", () => {
  withTree(FILES, (root) => {
    checkReleases([release("crds"), release("app")], {
      shelf: { dir: `${root}/charts`, pulled: `${root}/pulled`, helm: `${root}/bin/helm` },
      kubeconform: `${root}/bin/kubeconform`,
      schemas: null,
      workFolder: `${root}/work`,
      taints: [],
      untaintedLabels: {},
      mirrors: {},
    });
    const [crds, app] = readFileSync(`${root}/bin/calls`, "utf8").trim().split("\n");
    expect(crds).not.toContain("--api-versions");
    expect(app).toContain("--api-versions example.com/v1 --api-versions example.com/v1/Widget");
  });
});

test("one release may stand in several namespaces", () => {
  expect(check([release("app"), release("app", { namespace: "m" })]).map(({ problems }) => problems)).toEqual([[], []]);
});
