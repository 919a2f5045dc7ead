import { listed } from "../../../config/kernel/listed";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { CHARTS } from "../../../config/facts/versions";
import type { AwsAccess } from "../../lib/aws/access";
import { AwsCallError } from "../../lib/aws/ask-aws";
import { ExpectedError } from "../../lib/errors/expected-error";
import { clusterAccess } from "../../lib/kubernetes/cluster-access";
import { KubectlError } from "../../lib/kubernetes/run-kubectl";
import { StillThere, type Patience } from "../../lib/process/until";
import { slurmController } from "../../lib/slurm/controller";
import { drainGroups, type Drained } from "../../lib/slurm/drain-groups";
import { restoreKept } from "../../lib/slurm/send-away";
import { DeployLimits } from "./deploy-limits";

/** Drains what plans are about to take. @throws ExpectedError when it must not go on; by then all is open again */
export type DrainFirst = (groups: readonly string[]) => Promise<Drained>;

export interface DrainFirstProps {
  readonly environment: SiteEnvironment;
  readonly aws: AwsAccess;
  /** For a kubeconfig. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly minutes: number;
  /** Minutes after which jobs that still run are told to save, and go back to the queue. @default - they are waited for */
  readonly requeueAfter?: number | undefined;
  readonly patience: Omit<Patience, "deadline">;
}

/** Drains in Slurm the nodes of groups that a plan replaces or takes away, and waits until no job is on them. */
export const drainFirst =
  ({ environment, aws, folder, env, minutes, requeueAfter, patience }: DrainFirstProps): DrainFirst =>
  async (groups) => {
    try {
      // no signal: what is drained is resumed after an interruption, too
      const access = await clusterAccess({ environment, aws, folder, env });
      if (access.kind === "gone") return NOTHING;
      if (access.kind === "unreachable") throw new KubectlError(access.why);
      const slurm = await slurmController(access.kubectl, CHARTS.slurm.namespace);
      if (!slurm) return NOTHING;
      const kept = await DeployLimits.read(access.kubectl, CHARTS.slurm.namespace, folder);
      await restoreKept(slurm, kept, patience.tell);
      const deadline = Date.now() + minutes * 60_000;
      return await drainGroups(slurm, groups, { ...patience, deadline, requeueAfter, kept });
    } catch (error) {
      if (error instanceof KubectlError || error instanceof AwsCallError)
        throw new ExpectedError(
          `Slurm cannot be asked for jobs on nodes of ${listed(groups)}: ${error.message}\n` +
            "Nothing of this stack was applied. Mend it, or apply without draining, jobs or not: --no-drain.",
        );
      if (!(error instanceof StillThere)) throw error;
      throw new ExpectedError(
        `${error.message}\nNothing of this stack was applied, and the nodes take jobs again. Wait longer with ` +
          "--drain-timeout <minutes>, or apply without draining, jobs or not: --no-drain.",
      );
    }
  };

const NOTHING: Drained = { resume: () => Promise.resolve() };
