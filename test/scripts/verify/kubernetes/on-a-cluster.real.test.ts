import { readFileSync } from "node:fs";
import { join } from "node:path";
import { startupChecksRights } from "../../../../constructs/platform/startup-checks-rights";
import { verifyCommand } from "../../../../scripts/commands/verify/command";
import { Api, type ApiObject } from "../../../../scripts/control-plane/api";
import { builtVersions, findOrBuild } from "../../../../scripts/control-plane/programs";
import { type ControlPlane, withControlPlane } from "../../../../scripts/control-plane/start";
import type { Evidence } from "../../../../scripts/verify/evidence";
import { captured } from "../../../helpers/captured";
import { temporaryFolders } from "../../../helpers/terraform";
import { measured } from "../../../helpers/verify";
import { asking, h100, kubelets, node, NODES, patiently } from "../../../helpers/verify-cluster";
import { weeklyRun } from "../../../helpers/weekly-run";

const temporary = temporaryFolders();
const BUILT = builtVersions({ env: process.env });
/** A control plane takes minutes to build: where there is none, `npx railyard rehearse --cluster` makes one. */
const withCluster = BUILT.length > 0 ? test : test.skip;

/** What a start of verify says of the pool, and what it leaves. */
async function verified(api: Api, folder: string, bad: string) {
  const acting = await kubelets(api, folder, (nodes) =>
    measured(nodes.includes(bad) ? "nccl-p5-slow-node.txt" : "nccl-p5-efa.txt"),
  );
  try {
    for (const name of NODES) await api.create("/api/v1/nodes", node(name, acting.port));
    // a controller takes away what nodes begin with
    const isNew = ({ spec }: ApiObject) => JSON.stringify(spec).includes("node.kubernetes.io/not-ready");
    await patiently(async () => !(await api.list("/api/v1/nodes")).some(isNew));
    const root = temporary();
    const { context } = captured(root);
    const args = ["research", "--on", "kubernetes", "--only", "nccl-pairs"];
    const code = await verifyCommand(args, context, { ask: asking(api), pollSeconds: 0.1 });
    const path = join(root, "cdktf.out/verify/research/accept-part/evidence.json");
    return { code, evidence: JSON.parse(readFileSync(path, "utf8")) as Evidence };
  } finally {
    await acting.stop();
  }
}

const MARKS = {
  name: "startup-checks",
  namespace: "kube-system",
  taint: "railyard.dev/startup-checks",
  annotation: "railyard.dev/startup-checks-boot",
  condition: "StartupChecks",
};
const COLLECTIONS: Readonly<Record<string, string>> = {
  ServiceAccount: "/api/v1/namespaces/kube-system/serviceaccounts",
  ClusterRole: "/apis/rbac.authorization.k8s.io/v1/clusterroles",
  ClusterRoleBinding: "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings",
  ValidatingAdmissionPolicy: "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies",
  ValidatingAdmissionPolicyBinding: "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings",
};

/** The API as a daemon on the first node is known to it, by the token of its pod. */
async function asDaemon({ api }: ControlPlane): Promise<Api> {
  for (const object of startupChecksRights(MARKS)) await api.create(COLLECTIONS[object.kind]!, object);
  const pods = "/api/v1/namespaces/kube-system/pods";
  const pod = await api.create(pods, {
    metadata: { name: "daemon" },
    spec: { nodeName: NODES[0], serviceAccountName: MARKS.name, containers: [{ name: "check", image: "x" }] },
  });
  const bound = { kind: "Pod", apiVersion: "v1", name: "daemon", uid: pod.metadata.uid };
  const path = `/api/v1/namespaces/kube-system/serviceaccounts/${MARKS.name}/token`;
  const { status } = await api.create(path, { spec: { audiences: [], boundObjectRef: bound } });
  return new Api(api.port, api.authority, status.token as string);
}

const at = (name: string) => `/api/v1/nodes/${name}`;
const own = at(NODES[0]!);
const closed = { key: MARKS.taint, effect: "NoSchedule" };
const condition = (type: string) => ({ type, status: "False", reason: "Test", message: "" });
const conditions = (...types: string[]) => ({ status: { conditions: types.map(condition) } });

withCluster(
  "checks run as Jobs of a real cluster, weekly ones by their own account, and daemons of startup checks may change their own node alone",
  async () => {
    const program = await findOrBuild(BUILT.at(-1)!.split(".").slice(0, 2).join("."), {
      env: process.env,
      tell: () => {},
    });
    await withControlPlane({ program, env: process.env }, async (plane) => {
      const { api, folder } = plane;
      const bad = NODES[Math.floor(Math.random() * NODES.length)]!;
      const { code, evidence } = await verified(api, folder, bad);
      expect({ code, bad: evidence.pools[0]!.bad.map((one) => one.node) }).toEqual({ code: 2, bad: [bad] });
      for (const kind of [
        "/apis/batch/v1/jobs",
        "/apis/coordination.k8s.io/v1/namespaces/default/leases",
        "/api/v1/pods",
      ])
        expect((await api.list(kind)).map(({ metadata }) => metadata.name)).toEqual([]);

      const daemon = await asDaemon(plane);
      const patched = async (path: string, body: object) => {
        const { status, body: answer } = await daemon.ask("PATCH", path, body);
        return status < 300 ? "well" : String((answer as { message?: string }).message);
      };
      // a policy holds some moments after it was made
      await patiently(
        async () => (await patched(`${own}?dryRun=All`, { metadata: { labels: { a: "b" } } })) !== "well",
      );
      const { taints } = h100;
      const [{ conditions: there } = { conditions: [] }] = (await api.list("/api/v1/nodes")).map((one) => one.status);
      expect([
        await patched(own, { spec: { taints: [...taints, closed] } }),
        await patched(own, { metadata: { annotations: { [MARKS.annotation]: "b-1" } } }),
        await patched(`${own}/status`, { status: { conditions: [...there, condition(MARKS.condition)] } }),
        await patched(own, { spec: { taints } }),
      ]).toEqual(["well", "well", "well", "well"]);
      const refused: [path: string, body: object, why: RegExp][] = [
        [at(NODES[1]!), { spec: { taints: [...taints, closed] } }, /its own node alone/],
        [own, { spec: { taints: [closed] } }, /of taints it may change/],
        [own, { spec: { taints: [...taints, { key: "a", effect: "NoSchedule" }] } }, /of taints it may change/],
        [own, { metadata: { annotations: { a: "b" } } }, /of annotations it may change/],
        [own, { metadata: { labels: { a: "b" } } }, /metadata\.labels/],
        [own, { spec: { unschedulable: true } }, /spec\.unschedulable/],
        [`${own}/status`, conditions("Ready"), /of conditions it may change/],
        [`${own}/status`, { status: { allocatable: { "nvidia.com/gpu": "16" } } }, /status\.allocatable/],
      ];
      for (const [path, body, why] of refused) expect(await patched(path, body)).toMatch(why);
      const { status } = await daemon.ask("DELETE", own);
      expect(status).toBe(403);
      daemon.close();
      await weeklyRun(plane, temporary());
    });
  },
);
