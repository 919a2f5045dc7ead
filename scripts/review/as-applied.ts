import { own } from "../../config/kernel/own";
import type { SiteEnvironment } from "../../config/sites/environment";
import { record } from "../../config/kernel/plain";
import type { Retention } from "../../config/checkpoints/resolve";
import type { ResolvedPartition } from "../../config/slurm/resolve";
import { DATABASE_CHANGES } from "../../constructs/slurm/database-changes";
import { homesOf } from "../../config/storage/homes";
import type { PlanJson } from "../lib/terraform/plan-json";
import { parseYaml } from "../lib/files/read-yaml";

/**
 * An environment as the state of its stacks has it, for whoever knows no earlier config: what no resource has for itself is
 * read from the values of releases as they were applied. What a plan does not tell is as config has it now.
 */
export function asApplied(env: SiteEnvironment, plan: PlanJson): SiteEnvironment {
  return [withPartitions, withAccounting, withRecovery, withHomes, withUsers, withRetention].reduce(
    (was, read) => read(was, plan),
    env,
  );
}

/** Values that a release was applied with; null: the plan has none of that name, or it is new. */
function valuesOf({ resource_changes: changes = [] }: PlanJson, release: string): Record<string, unknown> | null {
  const found = changes.find(({ type, change }) => type === "helm_release" && record(change.before).name === release);
  const [text] = (record(found?.change.before).values ?? []) as unknown[];
  return typeof text === "string" ? record(parseYaml(text, { name: `Values of ${release}` }).value) : null;
}

/** Texts of the ConfigMaps among a release's objects, by key. */
function textsOf(plan: PlanJson, release: string): Record<string, unknown> {
  const { objects } = valuesOf(plan, release) ?? {};
  const all = Array.isArray(objects) ? (objects as unknown[]) : [];
  return Object.assign({}, ...all.map((one) => record(record(one).data))) as Record<string, unknown>;
}

function withPartitions(env: SiteEnvironment, plan: PlanJson): SiteEnvironment {
  const written = valuesOf(plan, "slurm")?.["partitions"];
  const [any] = Object.values(env.slurm?.partitions ?? {});
  if (!env.slurm || !any || typeof written !== "object" || written === null) return env;
  const partitions = Object.entries(written).map(([name, given]): [string, ResolvedPartition] => {
    const { nodesets, configMap } = record(given);
    const { MaxTime, Default } = record(configMap);
    const now = own(env.slurm!.partitions, name) ?? any;
    const nodeGroups = Array.isArray(nodesets) ? (nodesets as unknown[]).map(String) : now.nodeGroups;
    const maxHours = hoursOf(MaxTime) ?? now.maxHours;
    return [name, { ...now, nodeGroups, maxHours, default: Default === "YES" }];
  });
  return { ...env, slurm: { ...env.slurm, partitions: Object.fromEntries(partitions) } };
}

/** `14-00:00:00`: days, hours, minutes, seconds. */
function hoursOf(time: unknown): number | null {
  const [, days, hours, minutes] = /^(\d+)-(\d+):(\d+):\d+$/.exec(String(time)) ?? [];
  return days === undefined ? null : Number(days) * 24 + Number(hours) + Number(minutes) / 60;
}

/** The database in the cluster has a release of its own; what goes with that is told with it. */
function withAccounting(env: SiteEnvironment, plan: PlanJson): SiteEnvironment {
  const { host, port, database } = record(record(valuesOf(plan, "slurm")?.["accounting"]).storageConfig);
  if (!env.slurm || typeof host !== "string" || valuesOf(plan, "slurm-database") !== null) return env;
  const accounting = { ...env.slurm.accounting, kind: "external", host, port, database } as typeof env.slurm.accounting;
  return { ...env, slurm: { ...env.slurm, accounting } };
}

/** Changes of the database in the cluster are kept by a CronJob, every so many minutes of an hour. */
function withRecovery(env: SiteEnvironment, plan: PlanJson): SiteEnvironment {
  const { objects } = valuesOf(plan, "slurm-database-backup") ?? {};
  if (env.slurm?.accounting.kind !== "mariadb" || !Array.isArray(objects)) return env;
  const [job] = (objects as unknown[]).filter(
    (one) => record(one).kind === "CronJob" && record(record(one).metadata).name === DATABASE_CHANGES,
  );
  const [, minutes] = /^\*\/(\d+) /.exec(String(record(record(job).spec).schedule)) ?? [];
  const { recoveryMinutes: _, ...rest } = env.slurm.accounting;
  const accounting = { ...rest, ...(minutes !== undefined && { recoveryMinutes: Number(minutes) }) };
  return { ...env, slurm: { ...env.slurm, accounting } };
}

/** The list of users has the folder of each: where it is another one, the volume that has homes now had none. */
function withHomes(env: SiteEnvironment, plan: PlanJson): SiteEnvironment {
  const { users: list } = textsOf(plan, "slurm-files");
  const [, folder] = /^user\t[^\t]+\t\d+\t(.+)\/[^/]+$/m.exec(String(list)) ?? [];
  const { volume } = homesOf(env);
  if (folder === undefined || folder === homesOf(env).folder) return env;
  const was = { ...env, storage: env.storage.filter(({ name }) => name !== volume?.name) };
  return homesOf(was).folder === folder ? was : env;
}

function withUsers(env: SiteEnvironment, plan: PlanJson): SiteEnvironment {
  const { users: list } = textsOf(plan, "slurm-files");
  if (!env.slurm || typeof list !== "string") return env;
  const users = [...list.matchAll(/^user\t([^\t]+)\t(\d+)\t/gm)].map(([, name = "", uid]) => {
    const now = own(env.slurm!.users, name) ?? { keys: [] };
    return [name, { ...now, uid: Number(uid) }];
  });
  const known = Object.fromEntries(users) as NonNullable<SiteEnvironment["slurm"]>["users"];
  return { ...env, slurm: { ...env.slurm, users: known } };
}

/** Calls of the pruner, with the numbers that they keep: the last ones, and every n-th; 0 is no limit. */
const PRUNED = {
  warm: /^prune_folders '[^']*' '(\d+)' '(\d+)'/m,
  cold: /^tag_objects '[^']*' '[^']*' '(\d+)' '(\d+)'/m,
} as const;

function withRetention(env: SiteEnvironment, plan: PlanJson): SiteEnvironment {
  const { checkpoints } = env;
  const { "prune.sh": script } = textsOf(plan, "checkpoint-pruner");
  if (!checkpoints || typeof script !== "string") return env;
  const kept = (tier: keyof typeof PRUNED): Retention => {
    const [, last = "0", every = "0"] = PRUNED[tier].exec(script) ?? [];
    return { keepLast: Number(last) || null, keepEvery: Number(every) || null };
  };
  const { warm, cold } = checkpoints;
  return {
    ...env,
    checkpoints: { ...checkpoints, warm: warm && { ...warm, ...kept("warm") }, cold: { ...cold, ...kept("cold") } },
  };
}
