import { rmSync } from "node:fs";
import { hostname, userInfo } from "node:os";
import { CHARTS } from "../../../config/facts/versions";
import { awsOf } from "../../../config/sites/aws-eks/environment";
import { ncclImage } from "../../../constructs/verify/nccl-image";
import { WEEKLY_PRIORITY } from "../../../constructs/verify/weekly-names";
import { ExpectedError } from "../../lib/errors/expected-error";
import { askingCluster } from "../../lib/kubernetes/cluster-access";
import { ClusterApi } from "../../lib/kubernetes/cluster-api";
import { rethrowInWords } from "../../lib/kubernetes/cluster-failure";
import { podKubectl } from "../../lib/kubernetes/in-cluster";
import type { Kubectl } from "../../lib/kubernetes/kubectl";
import { openProxy } from "../../lib/kubernetes/proxied";
import type { AskCluster } from "../../lib/kubernetes/question";
import { temporaryFolder } from "../../lib/process/temporary-folder";
import { slurmController, type SlurmProgram } from "../../lib/slurm/controller";
import { stateAccess } from "../../lib/terraform/state-access";
import type { CheckRunner } from "../../verify/engine/runner";
import { kubernetesRunner, type KubernetesRunnerProps } from "../../verify/kubernetes/runner";
import { type Holder, takeLease } from "../../verify/lease";
import { slurmRunner } from "../../verify/slurm";
import { partitionByPool, type VerifyPlan } from "./plan";

interface RunnerWay {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Slurm of the cluster. @default - that of the environment's cluster, by kubectl */
  readonly slurm: SlurmProgram | undefined;
  /** API of the cluster. @default - that of the environment's cluster, by kubectl */
  readonly ask: AskCluster | undefined;
  /** Between two looks at Jobs of Kubernetes, s. @default 2 */
  readonly pollSeconds: number | undefined;
  /** Folder with the token of a pod. @default - where the kubelet puts it */
  readonly account: string | undefined;
}

/** Namespace in which claims of volumes are, whether Slurm is there or not. */
export const CLAIMS = CHARTS.slurm.namespace;
/** Account of jobs there that may use the bucket of checkpoints. */
export const JOBS_ACCOUNT = "jobs";

/** What runs the jobs of a plan, for as long as something runs on it: nothing of it is left behind, whatever ends it. */
export async function withRunner<T>(
  plan: VerifyPlan,
  { env, signal, slurm, ask, pollSeconds, account }: RunnerWay,
  use: (runner: CheckRunner, api: ClusterApi | null) => Promise<T>,
): Promise<T> {
  const { environment, on } = plan;
  if (slurm) return cleared(slurmOf(plan, slurm), (runner) => use(runner, ask ? new ClusterApi(ask) : null));
  const api = (of: AskCluster) => new ClusterApi(of);
  if (ask)
    return leased(plan, ask, (held) =>
      cleared(held(kubernetesOf(plan, { ask, signal, pollSeconds })), (runner) => use(runner, api(ask))),
    );
  const aws = stateAccess(environment, env);
  const proxied = async (kubectl: Kubectl, folder: string) => {
    // who was interrupted still tidies up
    const proxy = await openProxy({ folder, env, cluster: kubectl.cluster, mayDelete: true });
    try {
      return await leased(plan, proxy.ask, async (held) => {
        if (on === "kubernetes")
          return cleared(held(kubernetesOf(plan, { ask: proxy.ask, signal, pollSeconds })), (runner) =>
            use(runner, api(proxy.ask)),
          );
        const runner = slurmOf(plan, await controllerOf(plan, kubectl));
        const tidy = slurmOf(plan, await controllerOf(plan, kubectl.uninterrupted()));
        return cleared(held({ ...runner, clear: tidy.clear }), (one) => use(one, api(proxy.ask)));
      });
    } finally {
      await proxy.close();
    }
  };
  if (!plan.inCluster) return askingCluster({ environment, aws, env, signal, purpose: "verify" }, proxied);
  const folder = temporaryFolder("verify");
  try {
    return await proxied(podKubectl({ folder, env, signal, ...(account !== undefined && { account }) }), folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const slurmOf = ({ environment, start }: VerifyPlan, slurm: SlurmProgram): CheckRunner =>
  slurmRunner({ slurm, partitions: partitionByPool(environment), jobName: start });

async function controllerOf({ environment }: VerifyPlan, kubectl: Kubectl): Promise<SlurmProgram> {
  const slurm = await slurmController(kubectl, CHARTS.slurm.namespace, true);
  if (!slurm) throw new ExpectedError(`The cluster of ${environment.name} has no controller of Slurm.`);
  return slurm;
}

function kubernetesOf(
  { environment, start, namespace, inCluster, image }: VerifyPlan,
  { pollSeconds, ...way }: Pick<KubernetesRunnerProps, "ask" | "signal"> & Pick<RunnerWay, "pollSeconds">,
): CheckRunner {
  const isTeam = namespace !== undefined && Object.hasOwn(environment.teams, namespace);
  const claims = environment.storage.filter(
    ({ mount }) => namespace === undefined || namespace === CLAIMS || (isTeam && mount.teams),
  );
  return kubernetesRunner({
    ...way,
    ...(pollSeconds !== undefined && { pollSeconds }),
    start,
    namespace,
    ...(inCluster && { preparedPriority: WEEKLY_PRIORITY }),
    queued: isTeam && environment.kueue !== null,
    claims: {
      namespace: namespace ?? CLAIMS,
      ...(awsOf(environment)?.checkpoints && (namespace ?? CLAIMS) === CLAIMS && { serviceAccount: JOBS_ACCOUNT }),
      volumes: claims.map(({ name, mount: { claimName, mountPath, files } }) => ({
        name: `storage-${name}`,
        claimName,
        mountPath,
        ...(files && { files }),
      })),
    },
    imageOf: (pool) => {
      if (image !== null) return image;
      const known = ncclImage(pool, environment.platform.images);
      return known.arch?.includes(pool.hardware.arch) === false ? null : known.name;
    },
  });
}

/** The lease of a suite, for as long as something runs on it; a runner that is held runs and removes nothing once it is lost. */
function leased<T>(
  { start }: VerifyPlan,
  ask: AskCluster,
  use: (held: (runner: CheckRunner) => CheckRunner) => Promise<T>,
): Promise<T> {
  return inWords(async () => {
    const lease = await takeLease({ ask, name: start, holder: thisProcess(), isAlive, now: () => new Date() });
    try {
      return await use((runner) => ({
        ...runner,
        run: async (...job) => {
          lease.assertHeld();
          return runner.run(...job);
        },
        clear: async () => {
          lease.assertHeld();
          return runner.clear();
        },
      }));
    } finally {
      await lease.release();
    }
  });
}

function thisProcess(): Holder {
  let user = "somebody";
  try {
    user = userInfo().username;
  } catch {
    // an account of a container may have no name
  }
  return { user, host: hostname(), pid: process.pid };
}

/** @see https://man7.org/linux/man-pages/man2/kill.2.html */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
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

/** What the cluster refuses is told, and is no fault of the program. */
const inWords = <T>(use: () => Promise<T>): Promise<T> =>
  use().catch((error: unknown) => rethrowInWords(error, ({ text, fix }) => `${text}\n${fix}`));
