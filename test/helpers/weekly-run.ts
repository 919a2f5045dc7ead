import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { KubernetesObject } from "../../constructs/kubernetes/objects";
import { weeklyVerify } from "../../constructs/platform/weekly-verify";
import { verifyCommand } from "../../scripts/commands/verify/command";
import { Api } from "../../scripts/control-plane/api";
import type { ControlPlane } from "../../scripts/control-plane/start";
import { ClusterApi } from "../../scripts/lib/kubernetes/cluster-api";
import { loadWritten } from "../../scripts/lib/environments/environment-table";
import type { Evidence } from "../../scripts/verify/evidence";
import { deploymentCheck } from "../../scripts/verify/cluster/deployment";
import { captured } from "./captured";
import { NOW } from "./environment";
import { measured } from "./verify";
import { asking, kubelets, node, NODES, patiently } from "./verify-cluster";

const SPACE = "/api/v1/namespaces/railyard-verify";
const JOBS = "/apis/batch/v1/namespaces/railyard-verify/jobs";
const LEASES = "/apis/coordination.k8s.io/v1/namespaces";

const { resolved } = loadWritten(["research"], NOW)[0]!;
const OBJECTS = weeklyVerify({
  name: "research",
  weekly: {
    image: `registry.example.com/railyard@sha256:${"0".repeat(64)}`,
    day: "sun",
    start: "03:00",
    hours: 6,
    checks: ["deployment", "nccl-pairs"],
    images: {},
  },
  written: resolved.written,
  pools: null,
  placement: { nodeSelector: {}, tolerations: [] },
});

const GROUPS: Readonly<Record<string, string>> = {
  ClusterRole: "clusterroles",
  ClusterRoleBinding: "clusterrolebindings",
  Role: "roles",
  RoleBinding: "rolebindings",
  ValidatingAdmissionPolicy: "validatingadmissionpolicies",
  ValidatingAdmissionPolicyBinding: "validatingadmissionpolicybindings",
  PriorityClass: "priorityclasses",
};

function collection({ apiVersion, kind, metadata }: KubernetesObject): string {
  const root = apiVersion === "v1" ? "/api/v1" : `/apis/${apiVersion}`;
  const { namespace } = metadata as { namespace?: string };
  return `${root}${namespace === undefined ? "" : `/namespaces/${namespace}`}/${GROUPS[kind] ?? `${kind.toLowerCase()}s`}`;
}

const pod = (spec: object, container: object = {}) => ({
  metadata: { generateName: "try-" },
  spec: { priorityClassName: "railyard-verify", containers: [{ name: "check", image: "x", ...container }], ...spec },
});
const secured = (securityContext: object) => pod({}, { securityContext });
const volume = (what: object) => pod({ volumes: [{ name: "v", ...what }] });

/** Pods that nobody may make in the namespace, whoever asks for them. */
const REFUSED_PODS: readonly [object, RegExp][] = [
  [pod({ hostNetwork: true }), /see nothing of the host/],
  [pod({ hostPID: true }), /see nothing of the host/],
  [pod({ hostIPC: true }), /see nothing of the host/],
  [volume({ hostPath: { path: "/" } }), /no folder of the host/],
  [volume({ persistentVolumeClaim: { claimName: "home" } }), /no folder of the host/],
  [secured({ privileged: true }), /not privileged/],
  [secured({ capabilities: { add: ["IPC_LOCK", "SYS_ADMIN"] } }), /no capability but IPC_LOCK/],
  [pod({}, { ports: [{ containerPort: 80, hostPort: 80 }] }), /no port of the host/],
  [pod({ priorityClassName: "system-node-critical" }), /priority class railyard-verify/],
  [pod({ nodeName: NODES[0] }), /by the scheduler/],
];

const named = (kind: string, name: string) => ({ kind, metadata: { name } });

/** What the account is not let do. */
const REFUSED_CALLS: readonly ["GET" | "POST" | "PUT" | "PATCH" | "DELETE", string, object?][] = [
  ["GET", "/api/v1/secrets"],
  ["GET", "/api/v1/namespaces/kube-system/secrets"],
  ["GET", `${SPACE}/secrets`],
  ["GET", "/api/v1/configmaps"],
  ["POST", "/apis/batch/v1/namespaces/default/jobs", named("Job", "x")],
  ["POST", `${SPACE}/pods`, pod({})],
  ["POST", `${SPACE}/serviceaccounts/verify/token`, { spec: { audiences: [] } }],
  ["POST", "/api/v1/namespaces/kube-system/pods/x/exec?command=id"],
  ["GET", `/api/v1/nodes/${NODES[0]}/proxy/pods`],
  ["PATCH", `/api/v1/nodes/${NODES[0]}`, { spec: { unschedulable: true } }],
  ["DELETE", `/api/v1/nodes/${NODES[0]}`],
  ["DELETE", "/api/v1/namespaces/railyard-verify"],
  ["POST", "/api/v1/namespaces", named("Namespace", "other")],
  ["POST", "/apis/scheduling.k8s.io/v1/priorityclasses", { ...named("PriorityClass", "other"), value: 9 }],
  ["POST", "/apis/rbac.authorization.k8s.io/v1/namespaces/railyard-verify/rolebindings", named("RoleBinding", "x")],
  ["DELETE", "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies/railyard-verify-pods"],
  ["PATCH", "/apis/batch/v1/namespaces/railyard-verify/cronjobs/weekly", { spec: { suspend: true } }],
  ["POST", `${LEASES}/default/leases`, named("Lease", "kube-scheduler")],
  ["POST", `${LEASES}/kube-system/leases`, named("Lease", "railyard-verify-research-weekly")],
  ["GET", `${LEASES}/kube-system/leases/kube-scheduler`],
];

/**
 * A weekly run on a cluster that has the nodes of {@link NODES}, as the pod of the CronJob makes it: with its token, and by what
 * reaches the API from there. What it needs is allowed, and what it does not need is not.
 */
export async function weeklyRun({ api, folder }: ControlPlane, place: string): Promise<void> {
  for (const object of OBJECTS) await api.create(collection(object), object);
  const refused = async (body: object) => {
    const { status, body: answer } = await api.ask("POST", `${SPACE}/pods?dryRun=All`, body);
    return status < 300 ? "made" : String((answer as { message?: string }).message);
  };
  const last = secured({ capabilities: { add: ["SYS_ADMIN"] } });
  await patiently(async () => (await refused(last)) !== "made");
  expect(await refused(secured({ capabilities: { add: ["IPC_LOCK"] } }))).toBe("made");
  for (const [body, why] of REFUSED_PODS) expect(await refused(body)).toMatch(why);

  const { status } = await api.create(`${SPACE}/serviceaccounts/verify/token`, { spec: { audiences: [] } });
  const account = new Api(api.port, api.authority, status.token as string);
  const answers = await Promise.all(
    REFUSED_CALLS.map(async ([method, path, body]) => [method, path, (await account.ask(method, path, body)).status]),
  );
  expect(answers.filter(([, , code]) => code !== 403 && code !== 422)).toEqual([]);

  const seen = deploymentCheck(resolved, () => [{ name: "slurm", namespace: "slurm", chart: "slurm", version: null }]);
  const text = await seen.ask(new ClusterApi(asking(account)));
  expect(seen.judge(text).unknown).toContainEqual(expect.stringMatching(/^No Secret may be read here/));
  account.close();

  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, "token"), status.token as string);
  writeFileSync(join(place, "ca.crt"), api.authority);
  const bad = NODES[1]!;
  const acting = await kubelets(api, folder, (nodes) =>
    measured(nodes.includes(bad) ? "nccl-p5-slow-node.txt" : "nccl-p5-efa.txt"),
  );
  try {
    // their logs are at another port than those of the run before
    for (const name of NODES)
      await api.patch(`/api/v1/nodes/${name}/status`, { status: node(name, acting.port).status });
    const { context, texts } = captured(place);
    const args = ["research", "--suite", "weekly", "--on", "kubernetes", "--in-cluster", "--only", "nccl-pairs"];
    const env = {
      ...process.env,
      KUBECONFIG: undefined,
      KUBERNETES_SERVICE_HOST: "127.0.0.1",
      KUBERNETES_SERVICE_PORT: String(api.port),
    };
    const code = await verifyCommand(args, context, { env, account: place, pollSeconds: 0.1 });
    expect([code, texts().errors]).toEqual([
      2,
      expect.stringContaining("It is kept in ConfigMap weekly-evidence of namespace railyard-verify."),
    ]);
    const { body } = await api.ask("GET", `${SPACE}/configmaps/weekly-evidence`);
    const packed = (body as { binaryData: Record<string, string> }).binaryData["evidence.json.gz"]!;
    const evidence = JSON.parse(gunzipSync(Buffer.from(packed, "base64")).toString()) as Evidence;
    expect(evidence.pools[0]!.bad.map((one) => one.node)).toEqual([bad]);
    expect([await api.list(JOBS), await api.list(`${LEASES}/default/leases`)]).toEqual([[], []]);
  } finally {
    await acting.stop();
  }
}
