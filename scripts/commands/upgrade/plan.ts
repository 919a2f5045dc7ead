import type { LoadedOnAws } from "../../lib/environments/on-aws";
import { didYouMean } from "../../../config/kernel/nearest";
import { DEFAULT_KUBERNETES_VERSION } from "../../../config/facts/versions";
import { compareVersions } from "../../../config/kernel/version-order";
import { UsageError } from "../../lib/errors/usage";
import { chartMoves, chartsOf } from "./chart-moves";
import { itemsOf } from "./items";
import { FAILING, type Unanswered, type UpgradePlan } from "./model";
import type { Newest } from "./newest";
import { stepsOf } from "./steps";

export interface PlanProps {
  readonly loaded: LoadedOnAws;
  readonly newest: Newest;
  /** Kubernetes minor to get to. @default - the newest for which everything is known to work, or the one it has */
  readonly to?: string | undefined;
  readonly unanswered: readonly Unanswered[];
  readonly now: Date;
}

/** What is behind in an environment, and the order of getting it up to date. */
export function planUpgrade({ loaded, newest, to, unanswered, now }: PlanProps): UpgradePlan {
  const env = loaded.resolved;
  const { version } = env.cluster;
  const target = to === undefined ? later(version, DEFAULT_KUBERNETES_VERSION) : legalTarget(to, version, newest);
  const moves = chartMoves(chartsOf(env), newest, target);
  const items = itemsOf({ env, newest, target, moves, now });
  const steps = stepsOf({ loaded, newest, target, moves, items });
  return { environment: env.name, region: env.region, from: version, to: target, items, steps, unanswered };
}

/** Whether something is behind, broken or without support. */
export const isFailing = ({ items }: UpgradePlan): boolean => items.some(({ state }) => FAILING.includes(state));

const later = (a: string, b: string): string => (compareVersions(a, b) < 0 ? b : a);

function legalTarget(to: string, version: string, newest: Newest): string {
  if (!newest.minors.includes(to)) {
    const hint = didYouMean(to, newest.minors) ?? `known are ${newest.minors.join(", ")}`;
    throw new UsageError(`--to ${to}: EKS has no Kubernetes ${to} that is known here; ${hint}`);
  }
  if (compareVersions(to, version) < 0)
    throw new UsageError(`--to ${to}: the cluster has ${version}, and an upgrade never goes back`);
  return to;
}
