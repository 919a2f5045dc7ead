import { isOnCluster, type KubernetesEnvironment } from "../../../../config/sites/kubernetes/environment";
import { CLUSTER_CHECKS } from "../../../../scripts/commands/doctor/cluster";
import { kubeconfig, kubectlTest, serveApi } from "../../../helpers/kube-api";
import { sample } from "../../../helpers/environment";
import { shippedInClusters } from "../../../helpers/stacks";
import { temporaryFolders } from "../../../helpers/terraform";
import { look } from "./context";

const folder = temporaryFolders();
const [iron] = shippedInClusters()
  .map(({ resolved }) => resolved)
  .filter(isOnCluster);

const ironAt = (path: string, context = "iron"): KubernetesEnvironment => ({
  ...iron!,
  cluster: { ...iron!.cluster, access: { kind: "kubeconfig", context, path } },
});
const seen = (environment: KubernetesEnvironment) =>
  look(CLUSTER_CHECKS, "cluster/api", { environment, env: process.env });

kubectlTest("a cluster that answers says to whom, and one that does not is told in words", async () => {
  let code = 201;
  const api = await serveApi(() => ({ status: code, json: { status: { userInfo: { username: "ann" } } } }));
  const path = kubeconfig(folder(), { iron: api.host, dead: "http://127.0.0.1:1" });
  try {
    expect(await seen(ironAt(path))).toEqual({ verdict: "ok", found: "iron answers, to ann" });
    code = 401;
    expect(await seen(ironAt(path))).toMatchObject({ verdict: "wrong", found: expect.stringContaining("credentials") });
    expect(await seen(ironAt(path, "dead"))).toMatchObject({
      verdict: "unknown",
      found: expect.stringContaining("gave no answer"),
    });
    expect(await seen(ironAt(path, "irn"))).toMatchObject({
      verdict: "missing",
      found: expect.stringContaining('has no context "irn"'),
    });
  } finally {
    await api.close();
  }
});

test("it is needed where a cluster exists, and by nobody else", () => {
  const needs = [iron!, sample().env, null].map((environment) => CLUSTER_CHECKS[0]!.need(environment));
  expect(needs).toEqual(["needed", null, "optional"]);
});
