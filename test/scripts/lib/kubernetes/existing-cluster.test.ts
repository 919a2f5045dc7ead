import { readFileSync } from "node:fs";
import { join } from "node:path";
import { assertReachable, kubectlOf } from "../../../../scripts/lib/kubernetes/existing-cluster";
import { clusterSample } from "../../../helpers/cluster";
import { fakeProgram, withPath } from "../../../helpers/deploying";
import { temporaryFolders, writeProgram } from "../../../helpers/terraform";

const folder = temporaryFolders();

const EXEC = { command: "kubelogin", args: ["get-token"] };
const ENDPOINT = { kind: "endpoint", host: "https://10.0.0.10:6443", exec: EXEC, context: null };
const kubeconfig = (path: string) => clusterSample({ cluster: { access: { path } } }).env;

/** A machine with programs; kubectl knows one context. */
function machine(...programs: string[]) {
  const at = folder();
  const { calls } = fakeProgram(at, "kubectl", "*get-contexts*) echo sample;;");
  for (const program of programs) writeProgram(at, program, "exit 0");
  return { calls, run: { folder: at, env: withPath(at) } };
}

test("kubectl is asked about the context of config, and no other", async () => {
  const { calls, run } = machine();
  const file = join(run.folder, "kubectl");
  await (await kubectlOf(kubeconfig(file), run)).run("version");
  expect(calls().at(-1)).toBe(`--kubeconfig ${file} --context sample --request-timeout=30s version`);
});

test("an endpoint is asked with a program that tells who you are", async () => {
  const { run } = machine("kubelogin");
  await kubectlOf(clusterSample({ cluster: { access: ENDPOINT } }).env, run);
  expect(readFileSync(join(run.folder, "kubeconfig.json"), "utf8")).toContain("https://10.0.0.10:6443");
});

test("what this machine lacks is told with the environment, and that nothing was done", async () => {
  const { run } = machine();
  await expect(assertReachable(kubeconfig("/nowhere/config"), run.env)).rejects.toThrow(
    /^The cluster of sample cannot be reached from here.*\nThere is no kubeconfig \/nowhere\/config[^]*\nNothing was done\.$/,
  );
  const none = { ...ENDPOINT, exec: { command: "no-such-program" } };
  await expect(assertReachable(clusterSample({ cluster: { access: none } }).env, run.env)).rejects.toThrow(
    'There is no program "no-such-program" on the PATH',
  );
  await expect(assertReachable(kubeconfig(join(run.folder, "kubectl")), run.env)).resolves.toBeUndefined();
});
