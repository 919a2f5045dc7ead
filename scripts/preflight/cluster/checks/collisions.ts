import type { ClusterObject } from "../../../lib/kubernetes/cluster-api";
import type { CheckResult } from "../../check";
import type { ClusterCheck } from "../check";
import { isOwn, isUnmarked, ownerText } from "../owner";
import { SINGLES, type Single } from "../singles";
import { workloads, WORKLOADS_RIGHTS } from "../workloads";

/** Software that is there already and would be there twice. */
export const COLLISIONS: ClusterCheck = {
  id: "releases/collisions",
  title: "Nothing that a cluster has once is there already by somebody else.",
  actions: WORKLOADS_RIGHTS,
  run: async ({ api, releases }) => {
    const all = await workloads(api);
    const running = releases.filter((release) => all.some((one) => isOwn(one, [release])));
    // what an operator starts beside itself is marked by nobody
    const started = (one: ClusterObject) =>
      isUnmarked(one) && running.some(({ namespace }) => namespace === one.metadata.namespace);
    const foreign = all.filter((one) => !isOwn(one, releases) && !started(one));
    const found = SINGLES.filter(({ chart }) => releases.some((one) => one.chart === chart)).flatMap((single) => {
      const objects = foreign.filter(({ metadata: { name, labels = {} } }) =>
        [name, labels["helm.sh/chart"], labels["app.kubernetes.io/name"]].some((one) => one && single.known.test(one)),
      );
      return objects.length === 0 ? [] : [collision(single, objects)];
    });
    const text = `none of the ${all.length} Deployments and DaemonSets is in the way`;
    return found.length > 0 ? found : [{ verdict: "ok", subject: "software of others", text }];
  },
};

function collision({ title, two, leaveOut, source }: Single, objects: readonly ClusterObject[]): CheckResult {
  const [first] = objects as [ClusterObject];
  const { name, namespace, labels = {} } = first.metadata;
  const version = labels["app.kubernetes.io/version"] ?? labels["helm.sh/chart"];
  return {
    verdict: "failed",
    subject: `${namespace}/${name}`,
    text: `is ${title}${version ? ` (${version})` : ""} of ${ownerText(first)}: ${two}`,
    fix: `Remove it before the deployment${leaveOut ? `, or leave that of Railyard out: ${leaveOut}` : ""}.`,
    source,
  };
}
