import { goModule, linkerFlags } from "../../../scripts/control-plane/go-module";

const KUBERNETES = `module k8s.io/kubernetes

go 1.26.0

require (
	k8s.io/api v0.0.0
)

replace (
	k8s.io/api => ./staging/src/k8s.io/api
	k8s.io/sample-controller => ./staging/src/k8s.io/sample-controller
	example.com/other => ../other
)
`;

test("packages of Kubernetes' own repository get the version under which they are published", () => {
  expect(goModule(KUBERNETES, "1.36.3")).toBe(`module railyard.dev/kube

go 1.26.0

require k8s.io/kubernetes v1.36.3

replace (
	k8s.io/api => k8s.io/api v0.36.3
	k8s.io/sample-controller => k8s.io/sample-controller v0.36.3
)
`);
});

test("the program knows its version: charts ask for it", () => {
  expect(linkerFlags("1.36.3")).toContain("gitVersion=v1.36.3");
  expect(linkerFlags("1.36.3")).toContain("gitMinor=36");
});
