import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ExpectedError } from "../errors/expected-error";
import { Kubectl } from "./kubectl";
import type { KubectlRun } from "./run-kubectl";

/** Where every pod with an account finds its token. @see https://kubernetes.io/docs/tasks/run-application/access-api-from-pod/ */
export const POD_ACCOUNT = "/var/run/secrets/kubernetes.io/serviceaccount";

export interface PodAccess extends KubectlRun {
  /** @default POD_ACCOUNT */
  readonly account?: string;
}

/**
 * kubectl on the cluster in whose pod this runs, by the account of the pod. The token stays in its file, where the kubelet renews it.
 * @throws ExpectedError where this is no such pod
 */
export function podKubectl({ account = POD_ACCOUNT, ...run }: PodAccess): Kubectl {
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port = "443" } = run.env;
  const [token, authority] = [join(account, "token"), join(account, "ca.crt")];
  if (!host || !existsSync(token))
    throw new ExpectedError(
      `This is no pod of a cluster with an account: ${host ? `${token} is not there` : "KUBERNETES_SERVICE_HOST is not set"}.\nLeave --in-cluster out to reach the cluster as config says.`,
    );
  const name = "cluster";
  const server = `https://${host.includes(":") ? `[${host}]` : host}:${port}`;
  const file = join(run.folder, "kubeconfig.json");
  const kubeconfig = {
    apiVersion: "v1",
    kind: "Config",
    "current-context": name,
    contexts: [{ name, context: { cluster: name, user: name } }],
    clusters: [{ name, cluster: { server, "certificate-authority": authority } }],
    users: [{ name, user: { tokenFile: token } }],
  };
  writeFileSync(file, JSON.stringify(kubeconfig), { mode: 0o600 });
  return new Kubectl({ ...run, cluster: ["--kubeconfig", file] });
}
