import { CHARTS } from "../../../config/facts/versions";
import { ExpectedError } from "../../lib/errors/expected-error";
import type { Kubectl } from "../../lib/kubernetes/kubectl";
import type { SlurmProgram } from "../../lib/slurm/controller";
import { kubernetesRecords, seenNodes, slurmRecords, type SeenNode } from "../../lib/slurm/pool-nodes";
import { Rollout } from "../../lib/slurm/rollout";
import { continued, isFinished, newRollout } from "../../lib/slurm/rollout-nodes";
import { slurmSide, type SlurmSide } from "../../lib/slurm/rollout-slurm";
import type { RolloutState } from "../../lib/slurm/rollout-state";
import type { RolloutWorld } from "../../lib/slurm/rollout-world";
import { RolloutMemory } from "./memory";
import { accept, remake } from "./remake";
import type { RolloutSubject } from "./subject";

export interface OpenProps {
  readonly subject: RolloutSubject;
  readonly kubectl: Pick<Kubectl, "run" | "list">;
  readonly slurm: SlurmProgram;
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly region: string | null;
  /** Whether one that was stopped is given up. */
  readonly anew: boolean;
  readonly requeueAfter: number | undefined;
  readonly tell: (text: string) => void;
}

/** A rollout that is about to begin, or to go on. Nothing has been changed for it yet. */
export interface OpenRollout {
  readonly engine: Rollout;
  readonly slurm: SlurmSide;
  readonly goesOn: boolean;
  /** As they were when it was opened. */
  readonly nodes: readonly SeenNode[];
}

/** Reads what there is, and what is remembered of a rollout of this pool. @throws ExpectedError */
export async function openRollout(props: OpenProps): Promise<OpenRollout> {
  const { subject, kubectl, slurm, folder, env, region, anew, requeueAfter, tell } = props;
  const { namespace } = CHARTS.slurm;
  const pool = subject.pool.name;
  const see = async () => {
    const records = await slurmRecords(slurm);
    const nodes = seenNodes(subject.watched, records, await kubernetesRecords(kubectl, namespace));
    return { now: Math.floor(Date.now() / 1000), nodes };
  };
  const { now, nodes } = await see();
  const memory = new RolloutMemory(kubectl, namespace, pool, folder);
  const before = await memory.read();
  const goesOn = before !== null && !anew && !isFinished(before);
  if (goesOn && before.way !== subject.way)
    throw new ExpectedError(
      `A rollout of ${pool} by ${before.way} was stopped before its end: --by ${before.way} goes on with it, and --anew gives it up.`,
    );
  // limits that were written down are given back, whatever becomes of the rest
  const state: RolloutState = goesOn
    ? continued(before, now)
    : { ...newRollout(pool, subject.way, nodes, now), limits: before?.limits ?? {} };
  if (Object.keys(state.nodes).length === 0)
    throw new ExpectedError(`Slurm and Kubernetes know no node of ${pool}: nothing can be made anew.`);
  const side = slurmSide({
    slurm,
    requeueAfter,
    tell,
    kept: { get: () => engine.state.limits, set: (limits) => engine.keepLimits(limits) },
  });
  const remade = { kubectl, namespace, subject, region, folder, env };
  const world: RolloutWorld = {
    see,
    ...side,
    remake: (node, way) => remake(node, way, remade),
    accept: (node) => accept(node, remade),
    save: (changed) => memory.write(changed),
    tell,
  };
  const engine = new Rollout({ world, pool, limits: subject.limits, shares: subject.shares }, state);
  return { engine, slurm: side, goesOn, nodes };
}
