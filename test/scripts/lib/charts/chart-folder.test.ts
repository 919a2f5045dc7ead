import { readdirSync, readFileSync } from "node:fs";
import { chartFolder, pulledFolder } from "../../../../scripts/lib/charts/chart-folder";
import type { Release } from "../../../../scripts/lib/charts/releases";
import { withTree } from "../../../helpers/tree";

const release = (change: Partial<Release> = {}): Release => ({
  environment: "dev",
  stack: "dev-platform",
  name: "r",
  namespace: "n",
  chart: "keda",
  repository: "https://charts.example.com",
  version: "2.0.0",
  folder: null,
  values: {},
  skipCrds: false,
  kubernetesVersion: "1.36",
  ...change,
});

const CHART = "name: keda\nversion: 2.0.0\n";
const PULLING = `#!/bin/sh
echo "$*" >> "$(dirname "$0")/calls"
for last; do :; done
mkdir -p "$last/keda" && echo 'name: keda' > "$last/keda/Chart.yaml"
`;

test("a chart of the stack's own is where it is", () => {
  const shelf = { dir: null, pulled: "/p", helm: "no-such-helm" };
  expect(chartFolder(release({ folder: "/own" }), shelf)).toBe("/own");
});

test("finds a chart that is laid out", () => {
  withTree({ "shelf/keda/Chart.yaml": CHART }, (root) => {
    const shelf = { dir: `${root}/shelf`, pulled: root, helm: "no-such-helm" };
    expect(chartFolder(release(), shelf)).toBe(`${root}/shelf/keda`);
  });
});

test("fails on a chart that is not, and says where it belongs", () => {
  withTree({}, (root) => {
    const find = () => chartFolder(release(), { dir: root, pulled: root, helm: "no-such-helm" });
    expect(find).toThrow(`There is no chart keda (2.0.0) in ${root}. Lay it out as ${root}/keda.`);
  });
});

test.each([
  ["https://charts.example.com", "pull keda --repo https://charts.example.com --version 2.0.0 --untar"],
  ["oci://ghcr.io/example", "pull oci://ghcr.io/example/keda --version 2.0.0 --untar"],
])("pulls the pinned chart from %s, once", (repository, command) => {
  withTree({ "bin/helm": PULLING }, (root) => {
    const shelf = { dir: null, pulled: `${root}/pulled`, helm: `${root}/bin/helm` };
    const found = chartFolder(release({ repository }), shelf);
    expect(found).toBe(pulledFolder(release({ repository }), `${root}/pulled`));
    expect(readFileSync(`${found}/Chart.yaml`, "utf8")).toBe("name: keda\n");
    expect(chartFolder(release({ repository }), shelf)).toBe(found);
    // no other repository has it, and nothing lies beside it
    expect(pulledFolder(release({ repository: `${repository}/mirror` }), `${root}/pulled`)).not.toBe(found);
    expect(readdirSync(`${root}/pulled`)).toEqual([expect.stringMatching(/^keda-2\.0\.0-[0-9a-f]{8}$/)]);
    const calls = readFileSync(`${root}/bin/calls`, "utf8").trim().split("\n");
    expect(calls).toHaveLength(1);
    expect(calls[0]).toContain(command);
  });
});

test("fails in words without a network, and says what to do", () => {
  withTree({ "bin/helm": "#!/bin/sh\necho 'Error: no such host' >&2\nexit 1\n" }, (root) => {
    const pull = () => chartFolder(release(), { dir: null, pulled: root, helm: `${root}/bin/helm` });
    expect(pull).toThrow("keda 2.0.0 cannot be pulled from https://charts.example.com: Error: no such host");
    expect(pull).toThrow("npx railyard charts --dir <folder>");
    expect(readdirSync(root)).toEqual(["bin"]);
  });
});

test("fails in words without Helm", () => {
  withTree({}, (root) => {
    const pull = () => chartFolder(release(), { dir: null, pulled: root, helm: "no-such-helm" });
    expect(pull).toThrow('There is no program "no-such-helm"');
  });
});
