import { own } from "../../../config/kernel/own";
import { teamQos } from "../../../constructs/slurm/qos-settings";
import { sampleNodes } from "../../../constructs/slurm/sample-nodes";
import { usedGroups, type SlurmLayout, type SlurmPartitionProps } from "../../../constructs/slurm/slurm-types";

/** What is tried of a promise: words by which policies.sh knows it, and its fields. */
type Promised = readonly [kind: string, ...fields: (string | number)[]];

/**
 * What config promises of teams, QOS and partitions, as lines that the harness reads: a word for the kind of question, and what it
 * is asked of. Only what the sample nodes can show is in it.
 */
export function promises(layout: SlurmLayout): string {
  const all: Promised[] = [
    ["half-life", Math.round(layout.halfLifeDays * 24)],
    ...layout.teams.flatMap((team): Promised[] => [
      ["account", team.name, team.parent ?? "root", teamQos(team), team.share],
      ...(team.coordinators ?? []).map((user): Promised => ["coordinator", team.name, user]),
    ]),
    ...Object.entries(layout.defaultTeams).map(([user, team]): Promised => ["default-account", user, team]),
    ...layout.partitions.flatMap((partition) => ofPartition(partition, layout)),
    ...layout.qos.flatMap((qos): Promised[] => {
      const partition = layout.partitions.find(({ name }) => qos.partitions?.includes(name) ?? true);
      const team = teamWith(qos.name, layout);
      if (!partition || !team || qos.limits.maxHours === null || partition.maxHours <= qos.limits.maxHours) return [];
      const minutes = Math.round(qos.limits.maxHours * 60);
      const job = [team, qos.name, partition.name, askOf(partition, layout)] as const;
      return [
        ["qos-time", ...job, minutes + 1],
        ...(asksForTime(layout) ? [] : [["qos-usual-time", ...job, minutes] as const]),
      ];
    }),
    ...reservations(layout),
    ...fairShare(layout),
    ...preemption(layout),
  ];
  return all.map((fields) => `${fields.join("\t")}\n`).join("");
}

/** Whether a job that says no time is refused. */
const asksForTime = ({ submit }: SlurmLayout): boolean => submit?.timeLimit === "required";

/** GPUs that the sample nodes of a partition have, and what one job asks for to get a little of a node. */
function gpusOf(
  partition: SlurmPartitionProps,
  layout: SlurmLayout,
): { all: number; node: number; type: string | null } {
  if (partition.cpusPerNode !== undefined) return { all: 0, node: 0, type: null };
  const nodes = sampleNodes(layout).filter(({ group }) => partition.nodeGroups.includes(group));
  const groups = usedGroups(layout).filter(({ name }) => partition.nodeGroups.includes(name));
  const types = [...new Set(groups.flatMap(({ gpus }) => gpus?.type ?? []))];
  return {
    all: nodes.reduce((sum, { gpus }) => sum + gpus, 0),
    node: Math.min(...nodes.map(({ gpus }) => gpus)),
    type: types.length === 1 ? types[0]! : null,
  };
}

/** What a job says to get a little of a node of a partition. */
export const askOf = (partition: SlurmPartitionProps, layout: SlurmLayout): string =>
  gpusOf(partition, layout).node > 0 ? "--gpus=1" : "-n1";

const mayUse = (team: SlurmLayout["teams"][number], partition: string): boolean =>
  team.partitions?.includes(partition) ?? true;

/** A team that may use a QOS. */
function teamWith(qos: string, layout: SlurmLayout): string | null {
  const found = layout.teams.find(
    (team) => team.qos?.includes(qos) || layout.qos.some(({ name, everyone }) => name === qos && everyone),
  );
  return found?.name ?? null;
}

function ofPartition(partition: SlurmPartitionProps, layout: SlurmLayout): Promised[] {
  const { name } = partition;
  const { all, type } = gpusOf(partition, layout);
  const ask = askOf(partition, layout);
  const { submit } = layout;
  const team = layout.teams.find((one) => mayUse(one, name) && one.gpus !== 0);
  return [
    ...layout.teams.flatMap((one): Promised[] => (mayUse(one, name) ? [] : [["closed", one.name, name, ask]])),
    ...layout.qos.flatMap((qos): Promised[] => {
      const holder = teamWith(qos.name, layout);
      return holder && qos.partitions && !qos.partitions.includes(name)
        ? [["closed-qos", holder, qos.name, name, ask]]
        : [];
    }),
    ...layout.teams.flatMap((one): Promised[] =>
      all > 0 &&
      mayUse(one, name) &&
      one.gpus !== undefined &&
      one.gpus > 0 &&
      one.gpus < all &&
      one.quotaOf === undefined
        ? [["quota", one.name, name, one.gpus]]
        : [],
    ),
    ...(team
      ? ([["partition-time", team.name, name, ask, Math.round(partition.maxHours * 60) + 1]] as Promised[])
      : []),
    ...(submit && team ? asked(partition, team.name, type, ask, layout) : []),
    ...(team && partition.nodeSharing !== undefined && partition.nodeSharing !== "jobs"
      ? ([["node-sharing", team.name, name, ask, partition.nodeSharing]] as Promised[])
      : []),
  ];
}

/** What the plugin says in words. */
function asked(
  partition: SlurmPartitionProps,
  team: string,
  type: string | null,
  ask: string,
  layout: SlurmLayout,
): Promised[] {
  const { name } = partition;
  const other = layout.partitions.map((one) => gpusOf(one, layout).type).find((one) => one !== null && one !== type);
  const leaf = own(layout.submit?.leaves, name);
  return [
    ...(asksForTime(layout) ? ([["no-time", team, name, ask]] as Promised[]) : []),
    ["no-account", name, ask],
    ...(other ? ([["wrong-type", team, name, other]] as Promised[]) : []),
    ...(leaf ? ([["switches", team, name, leaf.nodes, Math.ceil(leaf.waitMinutes)]] as Promised[]) : []),
  ];
}

/** A team that has the nodes, and one that has not and is not below it. */
function reservations(layout: SlurmLayout): Promised[] {
  const isWithin = (name: string, teams: readonly string[]): boolean => {
    const above = layout.teams.find((team) => team.name === name)?.parent;
    return teams.includes(name) || (above !== undefined && isWithin(above, teams));
  };
  return (layout.reservations ?? []).flatMap(
    ({ name, kind, partition: only, teams, startSeconds, endSeconds }): Promised[] => {
      const partition = layout.partitions.find((one) => only === null || one.name === only);
      if (!partition) return [];
      const other = layout.teams.find(
        (team) => mayUse(team, partition.name) && team.gpus !== 0 && !isWithin(team.name, teams),
      );
      return other
        ? [
            [
              "reservation",
              other.name,
              kind === "teams" ? teams[0]! : "-",
              partition.name,
              askOf(partition, layout),
              name,
              `${startSeconds} ${endSeconds}`,
            ],
          ]
        : [];
    },
  );
}

/** Two teams beside each other that may use one partition with GPUs, without the limits of both being in the way. */
function fairShare(layout: SlurmLayout): Promised[] {
  for (const partition of layout.partitions) {
    const { all, node } = gpusOf(partition, layout);
    if (all === 0) continue;
    const able = layout.teams.filter((team) => mayUse(team, partition.name) && (team.gpus ?? all) >= node);
    for (const one of able) {
      const other = able.find((team) => team.name !== one.name && team.parent === one.parent);
      if (other) return [["fair-share", one.name, other.name, partition.name, node]];
    }
  }
  return [];
}

/** For each QOS that preempts everyday jobs, and that a team has: it takes a node from a job of a team. */
function preemption(layout: SlurmLayout): Promised[] {
  return layout.qos.flatMap((qos): Promised[] => {
    if (!qos.preempts.includes("standard")) return [];
    const team = teamWith(qos.name, layout);
    const partition = layout.partitions.find(
      ({ name }) =>
        (qos.partitions?.includes(name) ?? true) &&
        gpusOf({ ...layout.partitions.find((p) => p.name === name)! }, layout).all > 0,
    );
    if (!team || !partition) return [];
    const { node } = gpusOf(partition, layout);
    const victim = layout.teams.find(
      (one) =>
        one.name !== team && one.quotaOf === undefined && mayUse(one, partition.name) && (one.gpus ?? node) >= node,
    );
    return victim ? [["preempts", team, qos.name, victim.name, partition.name, node]] : [];
  });
}
