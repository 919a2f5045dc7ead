import { readFileSync } from "node:fs";
import type { Release } from "../../../../scripts/lib/charts/releases";
import { objectsOf, render } from "../../../../scripts/dev/charts/render";
import { withTree } from "../../../helpers/tree";

const RELEASE: Release = {
  environment: "dev",
  stack: "dev-platform",
  name: "gpu-operator",
  namespace: "gpu",
  chart: "gpu-operator",
  repository: "https://example.com",
  version: "1",
  folder: null,
  values: {},
  skipCrds: false,
  kubernetesVersion: "1.34",
};

/** Runs render with a Helm that writes its arguments down and then does as the test says. */
const withHelm = (body: string, release: Release = RELEASE, apis: string[] = []) =>
  withTree({ "bin/helm": `#!/bin/sh\necho "$*" > "$(dirname "$0")/args"\n${body}\n` }, (root) => ({
    result: render(`${root}/bin/helm`, "/chart", "/values.json", release, apis),
    args: readFileSync(`${root}/bin/args`, "utf8").trim(),
  }));

test("renders as an install would, definitions too, for the cluster's Kubernetes", () => {
  const { args } = withHelm("echo 'kind: Service'", { ...RELEASE, kubernetesVersion: "1.33" }, ["example.com/v1"]);
  expect(args).toBe(
    "template gpu-operator /chart --namespace gpu --kube-version 1.33.0 --values /values.json --include-crds" +
      " --api-versions example.com/v1",
  );
});

test("tells Helm that newer clusters serve dynamic resource allocation", () => {
  expect(withHelm("echo").args).toContain("--api-versions resource.k8s.io/v1/DeviceClass");
});

test("returns the objects", () => {
  const { result } = withHelm("printf 'kind: Service\\n---\\n# empty\\n---\\nkind: Pod\\n'");
  expect(result).toMatchObject({ kind: "rendered", objects: [{ kind: "Service" }, { kind: "Pod" }] });
});

test("returns why Helm refuses, without its warnings", () => {
  const { result } = withHelm("echo 'walk.go: found symbolic link' >&2; echo 'Error: set clusterName' >&2; exit 1");
  expect(result).toEqual({ kind: "refused", reason: "set clusterName" });
});

test("fails in words without Helm", () => {
  expect(() => render("no-such-helm", "/chart", "/values.json", RELEASE, [])).toThrow(
    'There is no program "no-such-helm"',
  );
});

test("reads YAML as Kubernetes does", () => {
  const [object] = objectsOf("kind: A\nspec:\n  word: 'on'\n  flag: on\n  twice: 1\n  twice: 2\n");
  expect(object?.spec).toEqual({ word: "on", flag: true, twice: 2 });
});
