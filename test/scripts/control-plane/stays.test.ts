import { claimsOf, definitionsIn, unusedClaims } from "../../../scripts/control-plane/stays";

test("definitions are found in YAML and in JSON, and names of other objects are none", () => {
  const yaml = [
    "apiVersion: apiextensions.k8s.io/v1",
    "kind: CustomResourceDefinition",
    "metadata:",
    "  annotations: {}",
    "  name: widgets.example.com",
    "---",
    "# Source: a",
    "kind: ConfigMap",
    "metadata:",
    "  name: not.this.one",
    "--- # Source: b",
    '{"kind":"CustomResourceDefinition","metadata":{"name":"gadgets.example.com"},"spec":{}}',
  ].join("\n");
  expect([...definitionsIn(yaml)]).toEqual(["widgets.example.com", "gadgets.example.com"]);
  expect(definitionsIn("").size).toBe(0);
});

test("a claim is unused once no pod mounts it that did, or once its release is removed", () => {
  const claim = (name: string, release?: string) => ({
    metadata: {
      name,
      namespace: "n",
      ...(release && {
        annotations: { "meta.helm.sh/release-name": release, "meta.helm.sh/release-namespace": "n" },
      }),
    },
  });
  const pod = (name: string) => ({
    metadata: { name: `pod-${name}`, namespace: "n" },
    spec: { volumes: [{ name: "v", persistentVolumeClaim: { claimName: name } }] },
  });
  const claims = [claim("left"), claim("kept"), claim("spare"), claim("of-gone", "gone"), claim("of-there", "there")];
  const before = claimsOf(claims, [pod("left"), pod("kept")]);
  const after = claimsOf([...claims, claim("new")], [pod("kept")]);
  expect(unusedClaims(before, after, ["n/gone"])).toEqual(["n/left", "n/of-gone"]);
  expect(unusedClaims(before, before, [])).toEqual([]);
});
