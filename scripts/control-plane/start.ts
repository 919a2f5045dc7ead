import { generateKeyPairSync, randomBytes } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runChild } from "../lib/process/child";
import { lastLines } from "../lib/process/run-to-end";
import { temporaryFolder } from "../lib/process/temporary-folder";
import { Api } from "./api";
import { ControlPlaneError } from "./control-plane-error";
import { freePorts } from "./free-ports";
import type { ControlPlaneProgram } from "./programs";

export interface ControlPlaneProps {
  readonly program: ControlPlaneProgram;
  /** Addresses of Services, as the environment has them: one that is written must be in there. @default 10.96.0.0/12 */
  readonly serviceCidr?: string | undefined;
  /** Flags of the API server and of the controllers, beside those that they have here. @default - none */
  readonly more?: Partial<Record<"apiserver" | "controllers", Flags>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal | undefined;
}

/** Flags of a program, without the dashes. */
type Flags = Readonly<Record<string, string | number | boolean>>;

/** A control plane that runs. */
export interface ControlPlane {
  readonly api: Api;
  /** A folder of its own, which goes with it. */
  readonly folder: string;
  /** For programs such as Helm. */
  readonly kubeconfig: string;
  /** What the API server shows on the loopback address, with the authority that has signed it. */
  readonly certificate: { readonly file: string; readonly key: string };
  /** Fails when a part of it has ended by itself. */
  readonly failure: Promise<never>;
}

/** How long the API server may take until it is ready. */
const READY_SECONDS = 120;

/** A node is not given up for want of a heartbeat as long as anything is tried here. */
const GRACE = "24h";

/** What has nothing to do without a cloud. */
const LEFT_OUT = ["node-ipam", "cloud-node-lifecycle", "node-route", "service-lb"].map((name) => `-${name}-controller`);

/**
 * Starts etcd, the API server, the scheduler and the controllers of Kubernetes on free ports of the loopback address, lets something
 * use them, and stops them. What they write lies in a temporary folder, which goes as well.
 * @throws ControlPlaneError where one of them does not start
 */
export async function withControlPlane<T>(
  props: ControlPlaneProps,
  use: (plane: ControlPlane) => Promise<T>,
): Promise<T> {
  const folder = temporaryFolder("control-plane");
  const clear = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  process.on("exit", clear);
  const stop = new AbortController();
  const running: Promise<unknown>[] = [];
  let fail: (error: Error) => void = () => {};
  const failure = new Promise<never>((_, reject) => (fail = reject));
  failure.catch(() => {});
  const run = (part: string, args: readonly string[]) => {
    const { program, env } = props;
    const child = runChild({
      program: program.path,
      args: [part, ...args],
      folder,
      env,
      signal: stop.signal,
      graceSeconds: 1,
    });
    running.push(
      child.then(
        ({ stderr }) => fail(new ControlPlaneError(`The ${part} of Kubernetes ended:\n${lastLines(stderr, 6)}`)),
        (error: Error) => stop.signal.aborted || fail(error),
      ),
    );
  };
  props.signal?.addEventListener("abort", () => stop.abort(props.signal?.reason), { once: true });
  try {
    props.signal?.throwIfAborted();
    const plane = await Promise.race([started(folder, run, failure, props), failure]);
    try {
      return await Promise.race([use(plane), failure]);
    } finally {
      plane.api.close();
    }
  } finally {
    stop.abort(new ControlPlaneError("stopped"));
    await Promise.allSettled(running);
    process.off("exit", clear);
    clear();
  }
}

async function started(
  folder: string,
  run: (part: string, args: readonly string[]) => void,
  failure: Promise<never>,
  { signal, serviceCidr = "10.96.0.0/12", more }: ControlPlaneProps,
): Promise<ControlPlane> {
  const [clients = 0, peers = 0, secure = 0, scheduler = 0, controllers = 0] = await freePorts(5);
  const file = (name: string) => join(folder, name);
  const local = (port: number) => `http://127.0.0.1:${port}`;
  const token = randomBytes(16).toString("hex");
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const secret = { mode: 0o600 };
  writeFileSync(file("accounts.key"), privateKey.export({ type: "pkcs1", format: "pem" }), secret);
  writeFileSync(file("tokens.csv"), `${token},admin,admin,"system:masters"\n`, secret);
  run(
    "etcd",
    flags({
      "data-dir": file("etcd"),
      "unsafe-no-fsync": true,
      logger: "zap",
      "log-level": "error",
      "listen-client-urls": local(clients),
      "advertise-client-urls": local(clients),
      "listen-peer-urls": local(peers),
      "initial-advertise-peer-urls": local(peers),
      "initial-cluster": `default=${local(peers)}`,
    }),
  );
  run(
    "apiserver",
    flags({
      "etcd-servers": local(clients),
      "bind-address": "127.0.0.1",
      "advertise-address": "127.0.0.1",
      "secure-port": secure,
      "cert-dir": file("certificates"),
      "token-auth-file": file("tokens.csv"),
      "service-account-issuer": "https://kubernetes.default.svc",
      "service-account-key-file": file("accounts.key"),
      "service-account-signing-key-file": file("accounts.key"),
      "service-cluster-ip-range": serviceCidr,
      "authorization-mode": "RBAC",
      "allow-privileged": true,
      "enable-admission-plugins": "NodeRestriction",
      "max-requests-inflight": 4000,
      "max-mutating-requests-inflight": 2000,
      ...more?.apiserver,
    }),
  );
  const certificate = join(folder, "certificates", "apiserver.crt");
  const deadline = Date.now() + READY_SECONDS * 1000;
  const waited = async (isThere: () => Promise<boolean>) => {
    while (!(await isThere())) {
      signal?.throwIfAborted();
      if (Date.now() > deadline)
        throw new ControlPlaneError(`The API server of Kubernetes was not ready after ${READY_SECONDS} s.`);
      await Promise.race([sleep(100), failure]);
    }
  };
  await waited(() =>
    Promise.resolve(existsSync(certificate) && readFileSync(certificate, "utf8").includes("END CERT")),
  );
  const authority = readFileSync(certificate, "utf8");
  const api = new Api(secure, authority, token);
  const kubeconfig = file("kubeconfig");
  writeFileSync(kubeconfig, kubeconfigText(secure, authority, token), secret);
  await waited(() =>
    api
      .ask("GET", "/readyz")
      .then(({ status }) => status === 200)
      .catch(() => false),
  );
  const common = { kubeconfig, "bind-address": "127.0.0.1", "leader-elect": false };
  run("scheduler", flags({ ...common, "secure-port": scheduler, "cert-dir": file("certificates-scheduler") }));
  run(
    "controllers",
    flags({
      ...common,
      "secure-port": controllers,
      "cert-dir": file("certificates-controllers"),
      "service-account-private-key-file": file("accounts.key"),
      "root-ca-file": certificate,
      "node-monitor-grace-period": GRACE,
      controllers: ["*", ...LEFT_OUT].join(","),
      // a cluster of hundreds of nodes is filled in seconds
      "kube-api-qps": 500,
      "kube-api-burst": 1000,
      ...more?.controllers,
    }),
  );
  const key = join(folder, "certificates", "apiserver.key");
  return { api, folder, kubeconfig, certificate: { file: certificate, key }, failure };
}

const flags = (values: Flags): string[] => Object.entries(values).map(([name, value]) => `--${name}=${value}`);

function kubeconfigText(port: number, authority: string, token: string): string {
  const cluster = {
    server: `https://127.0.0.1:${port}`,
    "certificate-authority-data": Buffer.from(authority).toString("base64"),
  };
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    "current-context": "rehearsal",
    clusters: [{ name: "rehearsal", cluster }],
    users: [{ name: "admin", user: { token } }],
    contexts: [{ name: "rehearsal", context: { cluster: "rehearsal", user: "admin" } }],
  });
}
