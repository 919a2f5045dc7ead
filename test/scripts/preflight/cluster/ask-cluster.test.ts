import { ClusterApi } from "../../../../scripts/lib/kubernetes/cluster-api";
import { askCluster } from "../../../../scripts/preflight/cluster/ask-cluster";
import { VERSION } from "../../../../scripts/preflight/cluster/checks/version";
import { POOL_NODES } from "../../../../scripts/preflight/cluster/checks/pools";
import { reportText } from "../../../../scripts/preflight/report-text";
import { NOW } from "../../../helpers/environment";
import { pretendedCluster, status, SUBJECT, type PretendedCluster } from "../../../helpers/pretended-cluster";

const WHO = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
const ann = { status: 201, body: { status: { userInfo: { username: "ann" } } } };
const ask = (replies: PretendedCluster["replies"]) =>
  askCluster({
    env: SUBJECT,
    releases: [],
    api: pretendedCluster(replies ? { replies } : {}),
    cluster: "iron",
    checks: [VERSION, POOL_NODES],
    now: NOW,
    watched: { write: () => {} },
  });

test("what one check is not told is unknown, and the others still run", async () => {
  const report = await ask({
    [WHO]: ann,
    "/version": { status: 200, body: { gitVersion: "v1.34.2" } },
    "/api/v1/nodes": status(403, 'nodes is forbidden: User "ann" cannot list resource "nodes"'),
  });
  expect(report).toMatchObject({ environment: "iron", cluster: "iron", caller: "ann", replayed: false });
  expect(report.counts).toEqual({ ok: 1, unknown: 1, warning: 0, failed: 0 });
  const text = reportText(report);
  expect(text).toMatch(/^iron {2}· {2}cluster iron\n═+\nAsked 2026-.* as ann\n/);
  expect(text).toMatch(/nodes\/pools .*not allowed: nodes is forbidden: User "ann" cannot list resource "nodes"/);
});

test.each([
  [
    "does not answer",
    { status: null, body: "dial tcp 10.0.0.1:6443: i/o timeout" },
    /^iron: The Kubernetes API gave no answer: dial tcp .*\n.*Nothing was asked\.$/,
  ],
  ["does not know who asks", status(401, "Unauthorized"), /^iron: The cluster does not know these credentials\.\n/],
])("a cluster that %s is asked nothing else", async (_, reply, message) => {
  await expect(ask({ [WHO]: reply })).rejects.toThrow(message);
});

test("a mistake of a check is no answer of the cluster", async () => {
  const broken = { ...VERSION, run: () => Promise.reject(new TypeError("undefined is no function")) };
  const api = new ClusterApi(() => Promise.resolve(ann));
  const asking = askCluster({ env: SUBJECT, releases: [], api, cluster: "iron", checks: [broken], now: NOW });
  await expect(asking).rejects.toThrow(TypeError);
});
