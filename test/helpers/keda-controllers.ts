import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import { CHARTS } from "../../config/facts/versions";
import { KEDA_ACCOUNT } from "../../constructs/slurm/keda";
import type { Api } from "../../scripts/control-plane/api";
import { freePorts } from "../../scripts/control-plane/free-ports";
import { programFolder } from "../../scripts/control-plane/cache";
import type { ControlPlane, ControlPlaneProps } from "../../scripts/control-plane/start";
import { runChild } from "../../scripts/lib/process/child";

/** KEDA's programs and its kinds, where somebody has built them: test/fixtures/keda/build.sh. */
export const KEDA_FOLDER = join(programFolder({ env: process.env }), `keda-${CHARTS.keda.version}`);

export const isKedaBuilt = existsSync(KEDA_FOLDER);

const NAMESPACE = CHARTS.keda.namespace;
const ADAPTER = "keda-operator-metrics-apiserver";

/** An authority, and one certificate of it for all that speak to each other here, as KEDA has it. */
export function makeCertificates(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const openssl = (...args: string[]) => execFileSync("openssl", args, { cwd: folder, stdio: "pipe" });
  const names = `subjectAltName=DNS:localhost,DNS:${ADAPTER}.${NAMESPACE}.svc,IP:127.0.0.1`;
  openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.key", "-out", "ca.crt", "-subj", "/CN=Trial CA", "-days", "2"); // prettier-ignore
  openssl("req", "-newkey", "rsa:2048", "-nodes", "-keyout", "tls.key", "-out", "tls.csr", "-subj", "/CN=front-proxy", "-addext", names); // prettier-ignore
  openssl("x509", "-req", "-in", "tls.csr", "-CA", "ca.crt", "-CAkey", "ca.key", "-out", "tls.crt", "-days", "2", "-copy_extensions", "copy"); // prettier-ignore
}

/** How the API server hands questions about metrics on to KEDA; its autoscaler looks every second and not every 15. */
export const forMetrics = (certificates: string): NonNullable<ControlPlaneProps["more"]> => ({
  apiserver: {
    "requestheader-client-ca-file": join(certificates, "ca.crt"),
    "requestheader-allowed-names": "front-proxy",
    "requestheader-extra-headers-prefix": "X-Remote-Extra-",
    "requestheader-group-headers": "X-Remote-Group",
    "requestheader-username-headers": "X-Remote-User",
    "proxy-client-cert-file": join(certificates, "tls.crt"),
    "proxy-client-key-file": join(certificates, "tls.key"),
  },
  controllers: { "horizontal-pod-autoscaler-sync-period": "1s" },
});

/** The kinds of KEDA. */
export const kedaKinds = (): object[] =>
  readdirSync(join(KEDA_FOLDER, "kinds")).flatMap((name) =>
    parseAllDocuments(readFileSync(join(KEDA_FOLDER, "kinds", name), "utf8")).map((one) => one.toJS() as object),
  );

/** KEDA's two programs, which can be stopped and started again. */
export interface Keda {
  /** Ends the operator, as when its pod is moved, and starts another one. */
  readonly restartOperator: () => Promise<void>;
}

/** Runs KEDA beside a control plane while something is done; what it says is in the error where that fails. */
export async function withKeda<T>(
  { folder, kubeconfig, api }: ControlPlane,
  { certificates, watchNamespace }: { readonly certificates: string; readonly watchNamespace: string },
  use: (keda: Keda) => Promise<T>,
): Promise<T> {
  const [questions = 0, health = 0, secure = 0, plain = 0] = await freePorts(4);
  await leadMetrics(api, secure, readFileSync(join(certificates, "ca.crt")));
  const account = join(folder, "keda-kubeconfig");
  writeFileSync(account, await accountKubeconfig(api), { mode: 0o600 });
  const lines: string[] = [];
  const run = (program: string, args: readonly string[]) => {
    const stop = new AbortController();
    const child = runChild({
      program: join(KEDA_FOLDER, program),
      args,
      folder,
      env: {
        PATH: process.env["PATH"],
        KUBECONFIG: program === "operator" ? account : kubeconfig,
        WATCH_NAMESPACE: watchNamespace,
        POD_NAMESPACE: NAMESPACE,
        KEDA_CLUSTER_OBJECT_NAMESPACE: NAMESPACE,
      },
      signal: stop.signal,
      graceSeconds: 1,
      onLine: (line) => lines.push(line),
    });
    const ended = child.then(
      ({ code, stderr }) => Promise.reject(new Error(`KEDA's ${program} ended with ${code}: ${stderr.slice(-4000)}`)),
      (error: Error) => (stop.signal.aborted ? new Promise<never>(() => {}) : Promise.reject(error)),
    );
    ended.catch(() => {});
    return {
      ended,
      stop: async () => {
        stop.abort(new Error("stopped"));
        await Promise.allSettled([child]);
      },
    };
  };
  const operate = () =>
    run("operator", [
      `--cert-dir=${certificates}`,
      `--metrics-service-bind-address=127.0.0.1:${questions}`,
      `--health-probe-bind-address=127.0.0.1:${health}`,
      "--enable-prometheus-metrics=false",
      "--enable-webhook-patching=false",
      "--zap-log-level=info",
    ]);
  let operator = operate();
  const adapter = run("adapter", [
    `--secure-port=${secure}`,
    "--bind-address=127.0.0.1",
    `--port=${plain}`,
    `--metrics-service-address=localhost:${questions}`,
    `--client-ca-file=${join(certificates, "ca.crt")}`,
    `--cert-dir=${certificates}`,
    `--tls-cert-file=${join(certificates, "tls.crt")}`,
    `--tls-private-key-file=${join(certificates, "tls.key")}`,
    ...["authentication", "authorization", "lister"].map((of) => `--${of}-kubeconfig=${kubeconfig}`),
  ]);
  const restartOperator = async () => {
    await operator.stop();
    operator = operate();
  };
  try {
    return await Promise.race([use({ restartOperator }), operator.ended, adapter.ended]);
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${lines.slice(-30).join("\n")}`, {
      cause: error,
    });
  } finally {
    await Promise.all([operator.stop(), adapter.stop()]);
  }
}

/** The API of metrics, as the chart has it, whose Service leads to this machine. */
async function leadMetrics(api: Api, port: number, authority: Buffer): Promise<void> {
  await api.create("/api/v1/namespaces", { metadata: { name: NAMESPACE } });
  await api.create(`/api/v1/namespaces/${NAMESPACE}/services`, {
    metadata: { name: ADAPTER },
    spec: { type: "ExternalName", externalName: "127.0.0.1" },
  });
  await api.create("/apis/apiregistration.k8s.io/v1/apiservices", {
    metadata: { name: "v1beta1.external.metrics.k8s.io" },
    spec: {
      service: { name: ADAPTER, namespace: NAMESPACE, port },
      group: "external.metrics.k8s.io",
      version: "v1beta1",
      groupPriorityMinimum: 100,
      versionPriority: 100,
      caBundle: authority.toString("base64"),
    },
  });
}

/** An administrator who acts as the account of the operator, which may do everything here. */
async function accountKubeconfig(api: Api): Promise<string> {
  const name = `system:serviceaccount:${NAMESPACE}:${KEDA_ACCOUNT}`;
  await api.create("/apis/rbac.authorization.k8s.io/v1/clusterrolebindings", {
    metadata: { name: "keda" },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "cluster-admin" },
    subjects: [{ kind: "ServiceAccount", name: KEDA_ACCOUNT, namespace: NAMESPACE }],
  });
  const cluster = {
    server: `https://127.0.0.1:${api.port}`,
    "certificate-authority-data": Buffer.from(api.authority).toString("base64"),
  };
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    "current-context": "keda",
    clusters: [{ name: "trial", cluster }],
    users: [{ name: "keda", user: { token: api.token, as: name } }],
    contexts: [{ name: "keda", context: { cluster: "trial", user: "keda" } }],
  });
}
