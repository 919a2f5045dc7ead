import type { Construct } from "constructs";
import type { ResolvedEnvironment } from "../config/resolve";
import type { ChartName } from "../config/facts/versions";
import { installs } from "../config/resolve/charts";
import { CrdChart } from "../constructs/platform/crd-chart";
import { BaseStack } from "./base-stack";
import type { ClusterStack } from "./cluster-stack";
import { addHelmProvider, chartProps } from "./in-cluster";
import { consume } from "./shared-values";

/** Never shortened: a chart that is not in this list any more would be removed, with every object of its kinds. */
export const CRD_CHARTS = [
  "prometheus-operator-crds",
  "slurm-operator-crds",
  "mariadb-operator-crds",
] as const satisfies readonly ChartName[];

/**
 * Kinds that later stacks have objects of: Helm must find them in the cluster when it installs, upgrades and removes those.
 * This stack is applied before them, so it never takes a kind away.
 */
export class CrdsStack extends BaseStack {
  constructor(scope: Construct, env: ResolvedEnvironment, clusterStack: ClusterStack) {
    super(scope, env, "crds");
    addHelmProvider(this, consume(this, clusterStack, clusterStack.values));
    for (const name of CRD_CHARTS) {
      new CrdChart(this, name, {
        ...chartProps(this, name),
        release: name,
        installed: installs(env, name),
        preventDestroy: env.production,
      });
    }
  }
}
