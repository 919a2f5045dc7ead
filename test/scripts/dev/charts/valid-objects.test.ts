import { readFileSync } from "node:fs";
import { validObjects, type Validation } from "../../../../scripts/dev/charts/valid-objects";
import { withTree } from "../../../helpers/tree";

const OBJECTS = [{ apiVersion: "v1", kind: "Service", metadata: { name: "on" } }];

const run = (resources: object[], change: Partial<Validation> = {}) =>
  withTree(
    {
      "bin/kubeconform": `#!/bin/sh\nfolder=$(dirname "$0")\necho "$*" > "$folder/args"\ncat > "$folder/input"\ncat "$folder/answer"\n`,
      "bin/answer": JSON.stringify({ resources }),
    },
    (root) => ({
      verdict: validObjects(OBJECTS, {
        kubeconform: `${root}/bin/kubeconform`,
        schemas: null,
        crdSchemas: "/crds",
        kubernetesVersion: "1.36",
        ...change,
      }),
      args: readFileSync(`${root}/bin/args`, "utf8"),
      input: readFileSync(`${root}/bin/input`, "utf8"),
    }),
  );

const resource = (status: string, msg = "") => ({ kind: "Service", name: "a", status, msg });

test("is strict, and knows custom resources by the definitions of the releases", () => {
  const { args, input } = run([]);
  expect(args).toContain("-strict");
  expect(args).toContain("-kubernetes-version 1.36.0");
  expect(args).toContain("-schema-location default -schema-location /crds/{{ .Group }}/");
  expect(JSON.parse(input.replace("---", ""))).toEqual(OBJECTS[0]);
});

test("takes the schemas of Kubernetes' own kinds from a folder", () => {
  expect(run([], { schemas: "/k8s" }).args).toContain(
    "-schema-location /k8s/{{ .ResourceKind }}{{ .KindSuffix }}.json",
  );
});

test("counts what is valid and tells what is not", () => {
  const { verdict } = run([resource("statusValid"), resource("statusInvalid", "no port")]);
  expect(verdict).toEqual({ valid: 1, invalid: ["Service/a: no port"], unknown: [] });
});

test("what has no schema is not wrong, but is told", () => {
  const { verdict } = run([resource("statusSkipped"), resource("statusError", "could not find schema for Service")]);
  expect(verdict).toEqual({ valid: 0, invalid: [], unknown: ["Service"] });
});

test("schemas that cannot be fetched make nobody wrong", () => {
  expect(run([resource("statusError", "failed downloading schema at https://…")]).verdict?.unknown).toEqual([
    "Service",
  ]);
});

test("any other trouble with an object is one", () => {
  expect(run([resource("statusError", "missing kind")]).verdict?.invalid).toEqual(["Service/a: missing kind"]);
});

test("tells that there is no kubeconform", () => {
  const validation = { kubeconform: "no-such-program", schemas: null, crdSchemas: "/c", kubernetesVersion: "1.36" };
  expect(validObjects(OBJECTS, validation)).toBeNull();
});
