import type { LoadedEnvironment } from "../../../config";
import { isLoadedOnAws, type LoadedOnAws } from "../../lib/environments/on-aws";
import { DEFAULT_KUBERNETES_VERSION } from "../../../config/facts/versions";
import { compareVersions } from "../../../config/kernel/version-order";
import { chartMoves, chartsOf } from "./chart-moves";
import { itemsOf } from "./items";
import { legalTarget } from "./legal-target";
import { FAILING, type Unanswered, type UpgradePlan } from "./model";
import type { Newest } from "./newest";
import { planOnCluster } from "./on-cluster";
import { stepsOf } from "./steps";

export interface PlanProps {
  readonly loaded: LoadedEnvironment;
  readonly newest: Newest;
  /**
   * Kubernetes minor to get to.
   * @default - the newest for which everything is known to work, or the one it has; in a cluster that exists the one it has
   */
  readonly to?: string | undefined;
  readonly unanswered: readonly Unanswered[];
  readonly now: Date;
}

/** What is behind in an environment, and the order of getting it up to date. */
export function planUpgrade(props: PlanProps): UpgradePlan {
  const { loaded } = props;
  return isLoadedOnAws(loaded) ? planOnAws({ ...props, loaded }) : planOnCluster(props);
}

function planOnAws({ loaded, newest, to, unanswered, now }: PlanProps & { readonly loaded: LoadedOnAws }): UpgradePlan {
  const env = loaded.resolved;
  const { version } = env.cluster;
  const target =
    to === undefined
      ? later(version, DEFAULT_KUBERNETES_VERSION)
      : legalTarget(to, version, newest.minors, "EKS has no Kubernetes");
  const moves = chartMoves(chartsOf(env), newest, target);
  const items = itemsOf({ env, newest, target, moves, now });
  const steps = stepsOf({ loaded, newest, target, moves, items });
  return { environment: env.name, region: env.region, from: version, to: target, items, steps, unanswered };
}

/** Whether something is behind, broken or without support. */
export const isFailing = ({ items }: UpgradePlan): boolean => items.some(({ state }) => FAILING.includes(state));

const later = (a: string, b: string): string => (compareVersions(a, b) < 0 ? b : a);
