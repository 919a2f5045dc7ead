import { podsInWords, type KindJob } from "./kind-jobs";
import type { TrialJob } from "./trial-jobs";
import { jobOf, startAll, type TrialSetting } from "./trial-setting";
import { resourcesOf } from "./units";

/** A job of an operator that runs: it starts as a whole, waits as a whole, and gives way as a whole. */
export async function tryLife(setting: TrialSetting, job: KindJob): Promise<void> {
  const { jobs, note } = setting;
  const { kind } = job;
  const promise = `pods of a job of the kind ${kind} are admitted together`;
  const missing = (await job.submit()) ?? (await job.runs());
  if (missing !== null) return note(promise, "broken", missing);
  note(promise, "held", `${podsInWords((await job.state()).admitted)}, all of which have a node`);
  await onOneLeaf(setting, job);
  const full = wholeNodes(setting);
  const others = full && (await startAll(setting, full.others));
  if (!full || others !== null) {
    const why = others ?? "teams have more than two nodes that are no whole ones of anybody";
    return note(`a ${kind} gives way as a whole`, "not tried", why);
  }
  const high = await startAll(setting, [full.own]);
  const words = high ?? (await job.waits());
  const isAway = high === null && words !== null;
  note(
    `a ${kind} that gives way to a job with high leaves no pod on its nodes`,
    isAway ? "held" : "broken",
    words ?? `${(await job.state()).nodes.length} of its pods still have a node`,
  );
  if (!isAway) return;
  await jobs.remove(full.own);
  const again = await job.runs();
  note(
    `a ${kind} that gave way starts again as a whole`,
    again === null ? "held" : "broken",
    again ?? "all of its pods",
  );
  await job.remove();
  const held = (await startAll(setting, [full.own])) ?? (await job.submit());
  const waiting = held === null ? await job.waits() : null;
  note(
    `of a ${kind} that does not fit no pod starts`,
    waiting === null ? "broken" : "held",
    held ?? waiting ?? `${(await job.state()).nodes.length} of its pods have a node`,
  );
}

/** The sample asks for nodes near each other. */
async function onOneLeaf({ jobs, note, units }: TrialSetting, job: KindJob): Promise<void> {
  const leaf = units.pool.levels?.at(-2);
  if (leaf === undefined) return;
  const all = await jobs.api.list("/api/v1/nodes");
  const leaves = new Map(all.map(({ metadata }) => [metadata.name, metadata.labels?.[leaf] ?? ""]));
  const { nodes } = await job.state();
  const used = new Set(nodes.map((name) => leaves.get(name)));
  note(
    `pods of a ${job.kind} are in one part of the network`,
    used.size === 1 ? "held" : "broken",
    `${new Set(nodes).size} nodes on ${used.size} of ${new Set([...leaves.values()].filter(Boolean)).size} leaves`,
  );
}

/**
 * Jobs of whole nodes that leave too little for another one of two nodes: those of other teams, and one of the team itself, which
 * goes before everything else of it. null: what is no whole node of anybody is as much as that.
 */
function wholeNodes(setting: TrialSetting): { readonly own: TrialJob; readonly others: readonly TrialJob[] } | null {
  const { pool, perNode, own, gpus, left } = setting.units;
  const resources = resourcesOf(pool, perNode);
  const whole = [...own].map(([team, pods]) => [team, Math.floor((pods * gpus) / perNode)] as const);
  const rest = left + [...own.values()].reduce((sum, pods) => sum + ((pods * gpus) % perNode), 0);
  if (rest >= 2 * perNode) return null;
  const [team, nodes] = whole.at(-1)!;
  return {
    own: jobOf(setting, team, "before", nodes, { resources, priority: "high" }),
    others: whole
      .slice(0, -1)
      .filter(([, count]) => count > 0)
      .map(([name, count]) => jobOf(setting, name, "others", count, { resources })),
  };
}
