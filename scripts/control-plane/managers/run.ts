import { mkdirSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runChild } from "../../lib/process/child";
import { lastLines } from "../../lib/process/run-to-end";
import type { Api } from "../api";
import { ControlPlaneError } from "../control-plane-error";
import { freePorts } from "../free-ports";
import type { ControlPlane } from "../start";
import { certificateFolder, lendCertificate, mountCertificate } from "./certificates";
import { CONFIG_ARGUMENT, readDeployment } from "./deployment";
import { leadWebhooks } from "./lead-webhooks";
import type { Manager, Places } from "./manager";
import { LOCAL } from "./places";

export interface ManagerProps {
  /** The program of `findOrBuildManager`. */
  readonly program: string;
  readonly plane: Pick<ControlPlane, "api" | "folder" | "certificate">;
  /** Namespace of its release. */
  readonly namespace: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A manager that runs, and answers its webhooks. */
export interface RunningManager {
  /** Configurations of webhooks that it answers, and definitions of kinds that it converts. */
  readonly answers: readonly string[];
  readonly stop: () => Promise<void>;
  /** @throws ControlPlaneError where it has ended by itself */
  readonly check: () => void;
}

const READY_SECONDS = 90;
/** How often a manager is started, as kubelets do: it may come before the API server serves the kinds of its release. */
const STARTS = 4;
const RESTART_MS = 1000;

/**
 * Starts a manager beside a control plane, after its release was installed: with the arguments and the configuration that the release
 * has, and with the rights of the release's account and no others.
 * @throws ControlPlaneError where it does not start
 */
export async function startManager(manager: Manager, props: ManagerProps): Promise<RunningManager> {
  const { namespace, env } = props;
  const { api } = props.plane;
  const { title, without = [], certificate: secret } = manager;
  const [health = 0, metrics = 0, webhook = 0] = await freePorts(3);
  const folder = join(props.plane.folder, "managers", manager.release);
  const certificates = certificateFolder(folder);
  const places = { health: `${LOCAL}:${health}`, metrics: `${LOCAL}:${metrics}`, webhook, certificates, namespace };
  const own = await prepared(manager, props, places, folder);
  const answers = await leadWebhooks(api, { namespace, port: webhook, isOwnCertificate: secret !== undefined });
  for (const path of without) await api.remove(path);
  const stop = new AbortController();
  let ended: Error | null = null;
  const run = () =>
    runChild({
      program: props.program,
      args: own.args,
      folder,
      env: { ...env, TMPDIR: folder, KUBECONFIG: own.kubeconfig, POD_NAMESPACE: namespace, ...manager.env?.(places) },
      signal: stop.signal,
      graceSeconds: 2,
      endsWithUs: true,
    }).then(
      ({ stderr }) => void (ended = new ControlPlaneError(`The manager of ${title} ended:\n${lastLines(stderr, 6)}`)),
      (error: Error) => void (stop.signal.aborted || (ended = error)),
    );
  let running = run();
  const started: RunningManager = {
    answers,
    stop: async () => {
      stop.abort(new ControlPlaneError("stopped"));
      await running;
    },
    check: () => {
      if (ended !== null) throw ended;
    },
  };
  const isReady = async () =>
    (secret === undefined ||
      (await mountCertificate(api, `/api/v1/namespaces/${namespace}/secrets/${secret}`, certificates))) &&
    (await isWell(`http://${places.health}${manager.ready ?? "/readyz"}`)) &&
    (answers.length === 0 || (await isListening(webhook)));
  try {
    const deadline = Date.now() + READY_SECONDS * 1000;
    for (let tries = 1; !(await isReady());) {
      if (ended !== null) {
        if (tries++ >= STARTS) throw ended;
        await sleep(RESTART_MS);
        ended = null;
        running = run();
      }
      if (Date.now() > deadline)
        throw new ControlPlaneError(`The manager of ${title} was not ready after ${READY_SECONDS} s.`);
      await sleep(200);
    }
    return started;
  } catch (error) {
    await started.stop();
    throw error;
  }
}

/** Writes what a manager reads at its start. */
async function prepared(
  manager: Manager,
  { plane: { api, certificate }, namespace }: ManagerProps,
  places: Places,
  folder: string,
): Promise<{ readonly args: readonly string[]; readonly kubeconfig: string }> {
  mkdirSync(folder, { recursive: true });
  if (manager.certificate === undefined) lendCertificate(certificate, places.certificates);
  const { account, args, config } = await readDeployment(api, namespace, manager.deployment);
  const file = join(folder, "config.yaml");
  if (config) writeFileSync(file, JSON.stringify(manager.config?.(config, places) ?? config));
  const kubeconfig = join(folder, "kubeconfig");
  writeFileSync(kubeconfig, accountKubeconfig(api, `system:serviceaccount:${namespace}:${account}`), { mode: 0o600 });
  const own = args.map((one) => (config && one.startsWith(CONFIG_ARGUMENT) ? `${CONFIG_ARGUMENT}${file}` : one));
  return { args: [...own, ...(manager.args?.(places) ?? [])], kubeconfig };
}

/** An administrator who acts as the account of a manager: what the release does not allow it is refused. */
function accountKubeconfig(api: Api, user: string): string {
  const cluster = {
    server: `https://${LOCAL}:${api.port}`,
    "certificate-authority-data": Buffer.from(api.authority).toString("base64"),
  };
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    "current-context": "manager",
    clusters: [{ name: "rehearsal", cluster }],
    users: [{ name: "manager", user: { token: api.token, as: user } }],
    contexts: [{ name: "manager", context: { cluster: "rehearsal", user: "manager" } }],
  });
}

const isWell = (address: string): Promise<boolean> =>
  fetch(address).then(
    ({ ok }) => ok,
    () => false,
  );

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: LOCAL, port });
    const answer = (is: boolean) => {
      socket.destroy();
      resolve(is);
    };
    socket.once("connect", () => answer(true)).once("error", () => answer(false));
  });
