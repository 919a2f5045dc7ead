import { rmSync } from "node:fs";
import { CHARTS } from "../../../config/facts/versions";
import { awsOf } from "../../../config/sites/aws-eks/environment";
import { assertAccount } from "../../lib/aws/account";
import { ExpectedError } from "../../lib/errors/expected-error";
import { clusterReached } from "../../lib/kubernetes/cluster-access";
import type { Kubectl } from "../../lib/kubernetes/kubectl";
import { temporaryFolder } from "../../lib/process/temporary-folder";
import { slurmController, type SlurmProgram } from "../../lib/slurm/controller";
import { stateAccess } from "../../lib/terraform/state-access";
import type { CheckRunner } from "../../verify/engine/runner";
import { slurmRunner } from "../../verify/slurm";
import { partitionByPool, type VerifyPlan } from "./plan";

interface RunnerWay {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Slurm of the cluster. @default - that of the environment's cluster, by kubectl */
  readonly slurm: SlurmProgram | undefined;
}

/** What runs the jobs of a plan, for as long as something runs on it: nothing of it is left behind, whatever ends it. */
export async function withRunner<T>(
  plan: VerifyPlan,
  { env, signal, slurm }: RunnerWay,
  use: (runner: CheckRunner) => Promise<T>,
): Promise<T> {
  const { environment } = plan;
  if (slurm) return cleared(slurmOf(plan, slurm), use);
  const aws = stateAccess(environment, env);
  const onAws = awsOf(environment);
  if (onAws) await assertAccount(aws, onAws, { signal });
  const folder = temporaryFolder("verify");
  try {
    const kubectl = await clusterReached({ environment, aws, folder, env, signal });
    const runner = slurmOf(plan, await controllerOf(plan, kubectl));
    // who was interrupted still tidies up
    const tidy = slurmOf(plan, await controllerOf(plan, kubectl.uninterrupted()));
    return await cleared({ ...runner, clear: tidy.clear }, use);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const slurmOf = ({ environment, jobName }: VerifyPlan, slurm: SlurmProgram): CheckRunner =>
  slurmRunner({ slurm, partitions: partitionByPool(environment), jobName });

async function controllerOf({ environment }: VerifyPlan, kubectl: Kubectl): Promise<SlurmProgram> {
  const slurm = await slurmController(kubectl, CHARTS.slurm.namespace, true);
  if (!slurm) throw new ExpectedError(`The cluster of ${environment.name} has no controller of Slurm.`);
  return slurm;
}

/** Before, for what a start left that was killed; after, for what this one leaves. */
async function cleared<T>(runner: CheckRunner, use: (runner: CheckRunner) => Promise<T>): Promise<T> {
  await runner.clear();
  try {
    return await use(runner);
  } finally {
    await runner.clear();
  }
}
