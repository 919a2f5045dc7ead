/**
 * The file go.mod of a program that is made of Kubernetes' own packages. Those that Kubernetes keeps in its repository are
 * required there with the version 0.0.0, and published under their own.
 * @param kubernetes text of go.mod of `k8s.io/kubernetes` in that version
 * @param version such as 1.36.3
 * @see https://github.com/kubernetes/kubernetes/issues/79384
 */
export function goModule(kubernetes: string, version: string): string {
  const staged = [...kubernetes.matchAll(/^\s*(k8s\.io\/[a-z0-9-]+) => \.\/staging\//gm)].map(([, name]) => name!);
  const [, minor = "", patch = ""] = version.split(".");
  const go = /^go (\S+)$/m.exec(kubernetes)?.[1] ?? "1.24";
  return [
    "module railyard.dev/kube",
    "",
    `go ${go}`,
    "",
    `require k8s.io/kubernetes v${version}`,
    "",
    "replace (",
    ...staged.map((name) => `\t${name} => ${name} v0.${minor}.${patch}`),
    ")",
    "",
  ].join("\n");
}

/** What the linker writes into the program: charts ask the cluster for its version, and without this it says v0.0.0. */
export function linkerFlags(version: string): string {
  const [major = "", minor = ""] = version.split(".");
  const variable = "k8s.io/component-base/version";
  return `-s -w -X ${variable}.gitVersion=v${version} -X ${variable}.gitMajor=${major} -X ${variable}.gitMinor=${minor}`;
}
