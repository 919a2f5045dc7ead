import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ClusterAccess } from "../../../../config/sites/kubernetes/access-schema";
import { accessProblem, assertReachable, kubectlOf } from "../../../../scripts/lib/kubernetes/existing-cluster";
import { clusterSample } from "../../../helpers/cluster";
import { fakeProgram, withPath } from "../../../helpers/deploying";
import { writeProgram, temporaryFolders } from "../../../helpers/terraform";

const folder = temporaryFolders();
const kubeconfig = (path: string, context = "iron"): ClusterAccess => ({ kind: "kubeconfig", path, context });
const endpoint = (command: string): ClusterAccess => ({
  kind: "endpoint",
  host: "https://10.0.0.10:6443",
  certificateAuthority: "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n",
  exec: { command, args: ["get-token"], env: { REGION: "here" }, apiVersion: "client.authentication.k8s.io/v1" },
});

function written(text: string): string {
  const file = join(folder(), "config");
  writeFileSync(file, text);
  return file;
}

describe("what keeps this machine from a cluster", () => {
  test.each([
    ["a kubeconfig that is not there", kubeconfig("~/.kube/none"), /^there is no kubeconfig ~\/\.kube\/none, .*who/],
    [
      "one that is no YAML",
      () => kubeconfig(written("contexts: [")),
      /^the kubeconfig .* cannot be read: .*is not YAML: line 1/,
    ],
    [
      "one without the context",
      () => kubeconfig(written("contexts: [{ name: lab }, { name: prod }]")),
      /has no context "iron": it has lab, prod; write one of them/,
    ],
    ["one without any", () => kubeconfig(written("kind: Config\n")), /has no context "iron": it has none/],
    ["a program that is not there", endpoint("no-such-program"), /no program "no-such-program" on the PATH/],
  ] as const)("is %s", (_, access, problem) => {
    const env = { HOME: folder(), PATH: "/nowhere" };
    expect(accessProblem(typeof access === "function" ? access() : access, env)).toMatch(problem);
  });

  test("is nothing where kubeconfig and program are there", () => {
    const file = written('contexts:\n  - name: "iron"\n');
    expect(accessProblem(kubeconfig(file), {})).toBeNull();
    const home = join(file, "..");
    expect(accessProblem(kubeconfig("~/config"), { HOME: home })).toBeNull();
    const at = folder();
    writeProgram(at, "kubelogin", "exit 0");
    expect(accessProblem(endpoint("kubelogin"), { PATH: `/nowhere:${at}` })).toBeNull();
  });

  test("is told with the environment, and that nothing was done", () => {
    const { env } = clusterSample({ cluster: { access: { path: "/nowhere/config" } } });
    expect(() => assertReachable(env, {})).toThrow(
      /^The cluster of sample cannot be reached: there is no kubeconfig \/nowhere\/config.*Nothing was done\.$/,
    );
  });
});

test("kubectl is asked about the context of config, and no other", async () => {
  const at = folder();
  const { calls } = fakeProgram(at, "kubectl", "*) ;;");
  const path = written("contexts: [{ name: sample }]");
  const { env } = clusterSample({ cluster: { access: { path } } });
  await kubectlOf(env, { folder: at, env: withPath(at) }).run("version");
  expect(calls()).toEqual([`--kubeconfig ${path} --context sample --request-timeout=30s version`]);
});

test("of an endpoint it gets a kubeconfig of its own, without a credential", () => {
  const at = folder();
  writeProgram(at, "kubelogin", "exit 0");
  const { env } = clusterSample({ cluster: { access: { ...endpoint("kubelogin"), context: null } } });
  kubectlOf(env, { folder: at, env: withPath(at) });
  const { clusters, users } = JSON.parse(readFileSync(join(at, "kubeconfig.json"), "utf8")) as {
    clusters: { cluster: Record<string, string> }[];
    users: { user: object }[];
  };
  expect(clusters[0]!.cluster["server"]).toBe("https://10.0.0.10:6443");
  expect(Buffer.from(clusters[0]!.cluster["certificate-authority-data"]!, "base64").toString()).toContain("MIIB");
  expect(users[0]!.user).toEqual({
    exec: {
      apiVersion: "client.authentication.k8s.io/v1",
      command: "kubelogin",
      args: ["get-token"],
      env: [{ name: "REGION", value: "here" }],
      interactiveMode: "Never",
    },
  });
});
