import { LEAF_NODES } from "../node-objects";
import { jobOf, startAll, type TrialSetting } from "./trial-setting";
import { resourcesOf } from "./units";

/** Annotations by which pods say where in the network they may be. */
const PREFERRED = "kueue.x-k8s.io/podset-preferred-topology";
const REQUIRED = "kueue.x-k8s.io/podset-required-topology";

/** A job of whole nodes is on as few leaves as there are, and waits where it asks for one that has not enough of them. */
export async function placement(setting: TrialSetting): Promise<void> {
  const { jobs, note, units } = setting;
  const { pool, perNode, nodes, own } = units;
  const promise = "a job of several nodes is in one part of the network";
  const leaf = pool.levels?.at(-2);
  if (leaf === undefined) {
    const why = pool.levels ? "config knows no layers of its network" : "its nodes come and go";
    return note(promise, "not tried", why);
  }
  const lends = setting.queues.sharing.kind === "history" || setting.queues.sharing.borrowing;
  const gpus = [...own].map(([, pods]) => pods * units.gpus);
  const most = Math.floor((lends ? gpus.reduce((sum, one) => sum + one, 0) : gpus.at(-1)!) / perNode);
  const team = [...own.keys()].at(-1)!;
  const whole = { resources: resourcesOf(pool, perNode) };
  const size = Math.min(LEAF_NODES, nodes);
  if (nodes < 2 * LEAF_NODES || most < size + 1)
    return note(promise, "not tried", `it takes ${2 * LEAF_NODES} nodes, and a team that gets ${size + 1} of them`);
  const one = jobOf(setting, team, "one", 1, whole);
  const near = jobOf(setting, team, "near", size, { ...whole, annotations: { [PREFERRED]: leaf } });
  const missing = (await startAll(setting, [one])) ?? (await startAll(setting, [near]));
  if (missing !== null) return note(promise, "broken", missing);
  const all = await jobs.api.list("/api/v1/nodes");
  const leaves = new Map(all.map(({ metadata }) => [metadata.name, metadata.labels?.[leaf] ?? ""]));
  const used = new Set((await jobs.state(near)).nodes.map((name) => leaves.get(name)));
  note(
    promise,
    used.size === 1 ? "held" : "broken",
    `${size} nodes on ${used.size} of ${new Set([...leaves.values()].filter(Boolean)).size} leaves of ${LEAF_NODES} nodes, one of which was not empty`,
  );
  await jobs.clear();
  const wide = jobOf(setting, team, "wide", size + 1, { ...whole, annotations: { [REQUIRED]: leaf } });
  const words = (await jobs.submit(wide)) ?? (await jobs.waits(wide));
  note(
    "a job that asks for one part of the network and has more nodes than it waits",
    words === null ? "broken" : "held",
    words ?? `${size + 1} nodes were admitted to leaves of ${LEAF_NODES}`,
  );
}

/** A pod with more GPUs than a node has would wait for a node for ever. */
export async function tooLarge(setting: TrialSetting): Promise<void> {
  const { jobs, note, units } = setting;
  const promise = "no pod is admitted that no node can hold";
  if (units.pool.levels === null)
    return note(promise, "not tried", "its nodes come and go: Kueue looks at none of them");
  const [team, pods] = [...units.own].at(-1)!;
  if (pods * units.gpus <= units.perNode)
    return note(promise, "not tried", "no team has more GPUs of its own than a node has");
  const large = jobOf(setting, team, "large", 1, { resources: resourcesOf(units.pool, units.perNode + 1) });
  const words = (await jobs.submit(large)) ?? (await jobs.waits(large));
  note(
    promise,
    words === null ? "broken" : "held",
    words ?? `a pod with ${units.perNode + 1} GPUs was admitted to nodes with ${units.perNode}`,
  );
}
