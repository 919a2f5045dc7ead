import type { SiteEnvironment } from "../../../config/sites/environment";
import { isOnCluster } from "../../../config/sites/kubernetes/environment";
import type { StackRole } from "../../../config/names/resolve";
import { CHARTS } from "../../../config/facts/versions";
import { ExpectedError } from "../../lib/errors/expected-error";
import { drainKueue } from "./drain-kueue";
import { drainSlurm } from "./drain-slurm";
import type { Kubectl } from "../../lib/kubernetes/kubectl";
import { KubectlError } from "../../lib/kubernetes/run-kubectl";
import { refuseOtherGpuPods } from "./other-gpu-pods";
import { endsWithPlatform, releaseClaims, releaseLoadBalancers, type Claim } from "./owned-objects";
import { STAY_CLOSED } from "./reopen";
import { StillThere, type Patience } from "../../lib/process/until";

export interface QuiesceProps {
  readonly environment: SiteEnvironment;
  /** Null: there is none, or it is not asked. */
  readonly cluster: Kubectl | null;
  /** Claims whose volumes may go, by name; null: all. */
  readonly agreedClaims: ReadonlySet<string> | null;
  readonly cancelJobs: boolean;
  readonly drainMinutes: number;
  readonly patience: Patience;
  /** Whether one of these stacks goes. */
  readonly goes: (...roles: StackRole[]) => boolean;
}

/** Minutes for what controllers delete: a load balancer or a volume takes some. */
const RELEASE_MINUTES = 20;

/** What comes to rest in the cluster before the stacks below it go. */
export class Quiesce {
  readonly #props: QuiesceProps;

  constructor(props: QuiesceProps) {
    this.#props = props;
  }

  /** Jobs end: on nodes that go, or whose Slurm or files go. */
  async drain(): Promise<void> {
    const { environment, cluster: kubectl, cancelJobs, drainMinutes, goes } = this.#props;
    const isShared = isOnCluster(environment);
    if (
      !kubectl ||
      !goes("slurm", ...(isShared ? (["platform"] as const) : (["nodes", "storage", "cluster"] as const)))
    )
      return;
    const patience = this.#patience(drainMinutes);
    try {
      if (isShared) return await this.#drainShared(kubectl, patience);
      // config may have dropped it while it runs
      const slurm = environment.slurm !== null || goes("slurm");
      if (slurm) await drainSlurm({ kubectl, cancelJobs, patience }, CHARTS.slurm.namespace);
      await drainKueue({ kubectl, cancelJobs, patience });
      if (!cancelJobs) await refuseOtherGpuPods(kubectl, slurm ? CHARTS.slurm.namespace : null);
    } catch (error) {
      if (!(error instanceof KubectlError)) throw error;
      throw new KubectlError(
        `${error.message}\nMend it and run the same command again, or go on without draining: --skip-drain. No stack was destroyed. ${STAY_CLOSED}`,
      );
    }
  }

  /**
   * In a cluster that somebody has made, queues, load balancers and pods are other people's, too: Slurm comes to rest, and what
   * Railyard hands to pods of others is not taken from under them.
   */
  async #drainShared(kubectl: Kubectl, patience: Patience): Promise<void> {
    const { cancelJobs, goes } = this.#props;
    if (goes("slurm")) await drainSlurm({ kubectl, cancelJobs, patience }, CHARTS.slurm.namespace);
    if (goes("platform") && !cancelJobs)
      await refuseOtherGpuPods(
        kubectl,
        CHARTS.slurm.namespace,
        "What gives them GPUs and networks would go, and no other pod would get any.",
      );
  }

  /**
   * What a stack's controllers own in AWS goes while they run. Slurm is gone by then: its operator would make the Service
   * of the login pods again.
   */
  async before(stack: string): Promise<void> {
    const { cluster: kubectl } = this.#props;
    if (!kubectl) return;
    try {
      await this.#release(kubectl, stack);
    } catch (error) {
      if (!(error instanceof KubectlError) && !(error instanceof StillThere)) throw error;
      throw new ExpectedError(
        `${error.message}\nSee what holds it (kubectl describe), and run the same command again; or go on without the cluster, ` +
          `and what its controllers made in AWS stays: --skip-drain. Nothing of ${stack} was destroyed.`,
      );
    }
  }

  async #release(kubectl: Kubectl, stack: string): Promise<void> {
    const { environment, goes, agreedClaims } = this.#props;
    // login's own Service goes with the release that made it
    if (isOnCluster(environment)) return;
    const claims = (isAwaited: (claim: Claim) => boolean) =>
      releaseClaims(kubectl, this.#patience(RELEASE_MINUTES), isAwaited, agreedClaims);
    if (stack === environment.names.stack("platform")) {
      await releaseLoadBalancers(kubectl, this.#patience(RELEASE_MINUTES));
      // without the cluster, claims keep their volumes
      if (goes("cluster")) await claims(endsWithPlatform);
    }
    // before the nodes: the controller of the driver runs on some, and pods hold claims
    if (this.#isFirstBelow(stack) && goes("cluster")) await claims(() => true);
  }

  #released = false;

  /** The first stack that goes after platform, once. */
  #isFirstBelow(stack: string): boolean {
    const { names } = this.#props.environment;
    if (this.#released || [names.stack("slurm"), names.stack("platform")].includes(stack)) return false;
    this.#released = true;
    return true;
  }

  #patience(minutes: number): Patience {
    return { ...this.#props.patience, deadline: Date.now() + minutes * 60_000 };
  }
}
