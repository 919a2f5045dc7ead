import { existsSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { didYouMean } from "../../../config/kernel/nearest";
import { ExpectedError } from "../errors/expected-error";
import { runKubectl, type KubectlRun } from "./run-kubectl";

/** How a cluster that exists is reached: `cluster.access` of an environment, or what a command line names. */
export type ClusterWay =
  | {
      readonly kind: "kubeconfig";
      readonly context: string;
      /** File; `~/` is the home of the user. @default - what KUBECONFIG names, else ~/.kube/config */
      readonly path?: string | undefined;
    }
  | {
      readonly kind: "endpoint";
      /** https address of the Kubernetes API. */
      readonly host: string;
      /** PEM. @default - what the machine trusts */
      readonly certificateAuthority?: string | undefined;
      readonly exec: {
        readonly command: string;
        readonly args: readonly string[];
        readonly env: Readonly<Record<string, string>>;
        readonly apiVersion: string;
      };
    };

/** What people call it: a context, or an address. */
export const wayName = (way: ClusterWay): string => (way.kind === "endpoint" ? way.host : way.context);

/**
 * Options of kubectl that name one cluster and no other: the context that a person has chosen is never asked.
 * @throws ExpectedError where there is no kubeconfig, or no such context in it
 */
export async function kubectlFlags(way: ClusterWay, run: KubectlRun): Promise<string[]> {
  if (way.kind === "endpoint") {
    const file = join(run.folder, "kubeconfig.json");
    writeFileSync(file, JSON.stringify(kubeconfigOf(way)), { mode: 0o600 });
    return ["--kubeconfig", file];
  }
  const path = way.path?.replace(/^~(?=\/)/, run.env["HOME"] ?? homedir());
  const named = path ?? run.env["KUBECONFIG"];
  const file = path ?? join(run.env["HOME"] ?? homedir(), ".kube", "config");
  if ((path !== undefined || !named) && !existsSync(file))
    throw new ExpectedError(
      `There is no kubeconfig ${file}, in which the context ${JSON.stringify(way.context)} would be.\n` +
        "Get it from whoever runs the cluster, or name another file.",
    );
  const flags = path === undefined ? [] : ["--kubeconfig", path];
  const known = await contexts(flags, run, named ?? file);
  if (known.includes(way.context)) return [...flags, "--context", way.context];
  const has = known.length === 0 ? "it has none" : `it has ${known.join(", ")}`;
  const meant = didYouMean(way.context, known);
  throw new ExpectedError(
    `The kubeconfig ${named ?? file} has no context ${JSON.stringify(way.context)}: ${has}${meant ? `; ${meant}` : ""}`,
  );
}

async function contexts(flags: readonly string[], run: KubectlRun, name: string): Promise<string[]> {
  const { code, stdout, stderr } = await runKubectl(run, [...flags, "config", "get-contexts", "--output=name"]);
  if (code !== 0) throw new ExpectedError(`The kubeconfig ${name} cannot be read: ${stderr.trim()}`);
  return stdout.split("\n").filter(Boolean);
}

function kubeconfigOf({ host, certificateAuthority, exec }: Extract<ClusterWay, { kind: "endpoint" }>): object {
  const name = "cluster";
  const authority = certificateAuthority && {
    "certificate-authority-data": Buffer.from(certificateAuthority).toString("base64"),
  };
  const env = Object.entries(exec.env).map(([key, value]) => ({ name: key, value }));
  return {
    apiVersion: "v1",
    kind: "Config",
    "current-context": name,
    contexts: [{ name, context: { cluster: name, user: name } }],
    clusters: [{ name, cluster: { server: host, ...authority } }],
    users: [{ name, user: { exec: { ...exec, env, interactiveMode: "IfAvailable" } } }],
  };
}
