import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseYaml } from "../../lib/files/read-yaml";
import { runChild } from "../../lib/process/child";
import { lastLines } from "../../lib/process/run-to-end";
import type { Api, ApiObject } from "../api";
import { ControlPlaneError } from "../control-plane-error";
import { freePorts } from "../free-ports";

export interface ManagerProps {
  /** The program of `findOrBuildManager`. */
  readonly program: string;
  readonly api: Api;
  /** A folder of its own. */
  readonly folder: string;
  /** Namespace of its release. */
  readonly namespace: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A manager of Kueue that runs, and answers its webhooks. */
export interface Manager {
  /** What it tells Prometheus, now. */
  readonly metrics: () => Promise<string>;
  readonly stop: () => Promise<void>;
  /** @throws ControlPlaneError where it has ended by itself */
  readonly check: () => void;
}

/** Names that the chart gives, where its release is called kueue. */
const CONFIG = "kueue-manager-config";
const SERVICE = "kueue-webhook-service";
const CERTIFICATE = "kueue-webhook-server-cert";
const ACCOUNT = "kueue-controller-manager";
export const WEBHOOKS = ["kueue-mutating-webhook-configuration", "kueue-validating-webhook-configuration"] as const;

const LOCAL = "127.0.0.1";
const READY_SECONDS = 90;

/** Its own API for people who look at queues keeps a certificate in the root folder of the machine: it is left out. */
const GATES = "--feature-gates=VisibilityOnDemand=false";

/**
 * Starts the manager beside a control plane, after its release was installed: with the configuration that the release has, with the
 * rights of the release's account and no others, and with the certificates that it makes itself.
 * @throws ControlPlaneError where it does not start
 */
export async function startManager(props: ManagerProps): Promise<Manager> {
  const { api, folder, namespace } = props;
  const [health = 0, metrics = 0, webhook = 0] = await freePorts(3);
  const certificates = join(folder, "certificates");
  mkdirSync(certificates, { recursive: true });
  await leadWebhooks(api, namespace, webhook);
  await api.remove("/apis/apiregistration.k8s.io/v1/apiservices/v1beta1.visibility.kueue.x-k8s.io");
  await api.remove("/apis/apiregistration.k8s.io/v1/apiservices/v1beta2.visibility.kueue.x-k8s.io");
  const config = join(folder, "config.yaml");
  writeFileSync(config, JSON.stringify(await ownConfig(props, { health, metrics, webhook, certificates })));
  const kubeconfig = join(folder, "kubeconfig");
  writeFileSync(kubeconfig, accountKubeconfig(props), { mode: 0o600 });
  const stop = new AbortController();
  let ended: Error | null = null;
  const running = runChild({
    program: props.program,
    args: [`--config=${config}`, GATES, "--zap-log-level=1"],
    folder,
    env: { ...props.env, KUBECONFIG: kubeconfig, POD_NAMESPACE: namespace },
    signal: stop.signal,
    graceSeconds: 2,
  }).then(
    ({ stderr }) => void (ended = new ControlPlaneError(`The manager of Kueue ended:\n${lastLines(stderr, 6)}`)),
    (error: Error) => void (stop.signal.aborted || (ended = error)),
  );
  const manager: Manager = {
    metrics: () => ask(metrics, "/metrics", api.token),
    stop: async () => {
      stop.abort(new ControlPlaneError("stopped"));
      await running;
    },
    check: () => {
      if (ended !== null) throw ended;
    },
  };
  try {
    const deadline = Date.now() + READY_SECONDS * 1000;
    // acts for the kubelet, which puts the Secret into the pod
    while (!(await mountCertificate(api, namespace, certificates)) || !(await isReady(health))) {
      manager.check();
      if (Date.now() > deadline)
        throw new ControlPlaneError(`The manager of Kueue was not ready after ${READY_SECONDS} s.`);
      await sleep(200);
    }
    return manager;
  } catch (error) {
    await manager.stop();
    throw error;
  }
}

/** The API server reaches the webhooks through their Service, as everywhere; the Service leads to this machine. */
async function leadWebhooks(api: Api, namespace: string, port: number): Promise<void> {
  await api.patch(`/api/v1/namespaces/${namespace}/services/${SERVICE}`, {
    spec: { type: "ExternalName", externalName: LOCAL, clusterIP: null, clusterIPs: null },
  });
  for (const kind of ["mutating", "validating"])
    for (const name of WEBHOOKS) {
      const path = `/apis/admissionregistration.k8s.io/v1/${kind}webhookconfigurations/${name}`;
      const { status, body } = await api.ask("GET", path);
      if (status !== 200) continue;
      const { webhooks = [] } = body as { webhooks?: readonly Webhook[] };
      await api.patch(path, {
        webhooks: webhooks.map((one) => ({ ...one, clientConfig: atPort(one.clientConfig, port) })),
      });
    }
  const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  for (const { metadata, spec } of await api.list(definitions)) {
    const client = spec?.conversion?.webhook?.clientConfig as Webhook["clientConfig"] | undefined;
    if (client?.service?.name !== SERVICE) continue;
    await api.patch(`${definitions}/${metadata.name}`, {
      spec: { conversion: { webhook: { clientConfig: atPort(client, port) } } },
    });
  }
}

interface Webhook {
  readonly clientConfig: { readonly service?: { readonly name: string } };
}

const atPort = (client: Webhook["clientConfig"], port: number): object => ({
  ...client,
  service: { ...client.service, port },
});

/** The configuration of the release, at addresses of this machine. */
async function ownConfig(
  { api, namespace }: ManagerProps,
  places: {
    readonly health: number;
    readonly metrics: number;
    readonly webhook: number;
    readonly certificates: string;
  },
): Promise<object> {
  const { status, body } = await api.ask("GET", `/api/v1/namespaces/${namespace}/configmaps/${CONFIG}`);
  const text = status === 200 ? (body as ConfigMap).data?.["controller_manager_config.yaml"] : undefined;
  if (text === undefined) throw new ControlPlaneError(`The release of Kueue has no configuration ${CONFIG}.`);
  const config = parseYaml(text, { name: CONFIG }).value as Config;
  return {
    ...config,
    namespace,
    health: { ...config.health, healthProbeBindAddress: `${LOCAL}:${places.health}` },
    metrics: { ...config.metrics, bindAddress: `${LOCAL}:${places.metrics}` },
    webhook: { ...config.webhook, host: LOCAL, port: places.webhook, certDir: places.certificates },
    // there is one
    leaderElection: { ...config.leaderElection, leaderElect: false },
    ...(config.admissionFairSharing && {
      // what was used counts at once, and not after minutes
      admissionFairSharing: { ...config.admissionFairSharing, usageSamplingInterval: "1s" },
    }),
  };
}

interface ConfigMap {
  readonly data?: Readonly<Record<string, string>>;
}

type Config = Readonly<
  Record<"health" | "metrics" | "webhook" | "leaderElection" | "admissionFairSharing", object | undefined>
>;

/** An administrator who acts as the account of the manager: what the release does not allow it is refused. */
function accountKubeconfig({ api, namespace }: ManagerProps): string {
  const cluster = {
    server: `https://${LOCAL}:${api.port}`,
    "certificate-authority-data": Buffer.from(api.authority).toString("base64"),
  };
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    "current-context": "manager",
    clusters: [{ name: "rehearsal", cluster }],
    users: [{ name: "manager", user: { token: api.token, as: `system:serviceaccount:${namespace}:${ACCOUNT}` } }],
    contexts: [{ name: "manager", context: { cluster: "rehearsal", user: "manager" } }],
  });
}

/** Writes what the manager has put into its Secret. @returns whether it is there */
async function mountCertificate(api: Api, namespace: string, folder: string): Promise<boolean> {
  if (existsSync(join(folder, "tls.crt"))) return true;
  const { status, body } = await api.ask("GET", `/api/v1/namespaces/${namespace}/secrets/${CERTIFICATE}`);
  const { data = {} } = (status === 200 ? body : {}) as Pick<ApiObject, never> & ConfigMap;
  const names = ["ca.crt", "tls.key", "tls.crt"];
  if (names.some((name) => !data[name])) return false;
  for (const name of names) writeFileSync(join(folder, name), Buffer.from(data[name]!, "base64"), { mode: 0o600 });
  return true;
}

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://${LOCAL}:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

/** It signs the certificate of its metrics itself, and asks the API server who asks. */
function ask(port: number, path: string, token: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: LOCAL, port, path, rejectUnauthorized: false, headers: { authorization: `Bearer ${token}` } },
      (response) => {
        const pieces: Buffer[] = [];
        response.on("data", (piece: Buffer) => pieces.push(piece));
        response.on("error", reject);
        response.on("end", () => {
          const text = Buffer.concat(pieces).toString("utf8");
          if (response.statusCode === 200) resolve(text);
          else reject(new ControlPlaneError(`The manager of Kueue tells no metrics: ${response.statusCode} ${text}`));
        });
      },
    );
    asked.on("error", reject);
    asked.end();
  });
}
