import { accessSync, constants, existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { record } from "../../../config/kernel/plain";
import type { ClusterAccess } from "../../../config/sites/kubernetes/access-schema";
import type { KubernetesEnvironment } from "../../../config/sites/kubernetes/environment";
import { ExpectedError } from "../errors/expected-error";
import { parseYaml } from "../files/read-yaml";
import { Kubectl } from "./kubectl";
import type { KubectlRun } from "./run-kubectl";

type Env = Readonly<Record<string, string | undefined>>;

/** A path of config: `~/` is the home of whoever runs this, as for Terraform. */
export const atHome = (path: string, env: Env): string =>
  path.startsWith("~/") ? join(env["HOME"] ?? "", path.slice(2)) : path;

/** Why nobody can reach the cluster from this machine, before anybody tries; null: nothing is known against it. */
export function accessProblem(access: ClusterAccess, env: Env): string | null {
  if (access.kind === "kubeconfig") return kubeconfigProblem(access, env);
  const { command } = access.exec;
  if (isProgram(command, env)) return null;
  return `there is no program "${command}" on the PATH, which cluster.access.exec names: install it, or name another`;
}

function kubeconfigProblem({ path, context }: Extract<ClusterAccess, { kind: "kubeconfig" }>, env: Env): string | null {
  const file = atHome(path, env);
  if (!existsSync(file))
    return `there is no kubeconfig ${path}, which cluster.access.path names: get it from whoever runs the cluster, or write where it is`;
  let contexts: string[];
  try {
    const { value } = parseYaml(readFileSync(file, "utf8"), { name: path });
    const written = record(value)["contexts"];
    contexts = Array.isArray(written) ? written.map((one) => String(record(one)["name"])) : [];
  } catch (error) {
    return `the kubeconfig ${path} cannot be read: ${(error as Error).message}`;
  }
  if (contexts.includes(context)) return null;
  const known = contexts.length > 0 ? `it has ${contexts.join(", ")}` : "it has none";
  return `the kubeconfig ${path} has no context "${context}": ${known}; write one of them in cluster.access.context`;
}

function isProgram(command: string, env: Env): boolean {
  const places = command.includes("/")
    ? [command]
    : (env["PATH"] ?? "").split(delimiter).map((at) => join(at, command));
  return places.some((file) => {
    try {
      accessSync(file, constants.X_OK);
      return isAbsolute(file);
    } catch {
      return false;
    }
  });
}

/** @throws ExpectedError where nobody can reach the cluster from this machine */
export function assertReachable({ name, cluster }: KubernetesEnvironment, env: Env): void {
  const problem = accessProblem(cluster.access, env);
  if (problem !== null)
    throw new ExpectedError(`The cluster of ${name} cannot be reached: ${problem}. Nothing was done.`);
}

/**
 * kubectl on the cluster that config names, and on no other: the person's current context is not asked.
 * @throws ExpectedError where nobody can reach it from this machine
 */
export function kubectlOf(environment: KubernetesEnvironment, run: KubectlRun): Kubectl {
  assertReachable(environment, run.env);
  const { access } = environment.cluster;
  if (access.kind === "kubeconfig")
    return new Kubectl({
      ...run,
      cluster: ["--kubeconfig", atHome(access.path, run.env), "--context", access.context],
    });
  const kubeconfig = join(run.folder, "kubeconfig.json");
  writeFileSync(kubeconfig, JSON.stringify(kubeconfigOf(environment.name, access)), { mode: 0o600 });
  return new Kubectl({ ...run, cluster: ["--kubeconfig", kubeconfig] });
}

/** As the Helm provider of the stacks: a program tells who you are, and nothing of it is written. */
function kubeconfigOf(
  name: string,
  { host, certificateAuthority, exec }: Extract<ClusterAccess, { kind: "endpoint" }>,
): object {
  const authority = certificateAuthority && Buffer.from(certificateAuthority).toString("base64");
  const env = Object.entries(exec.env).map(([variable, value]) => ({ name: variable, value }));
  return {
    apiVersion: "v1",
    kind: "Config",
    "current-context": name,
    contexts: [{ name, context: { cluster: name, user: name } }],
    clusters: [{ name, cluster: { server: host, ...(authority && { "certificate-authority-data": authority }) } }],
    users: [
      {
        name,
        user: {
          exec: {
            apiVersion: exec.apiVersion,
            command: exec.command,
            args: exec.args,
            env,
            interactiveMode: "Never",
          },
        },
      },
    ],
  };
}
