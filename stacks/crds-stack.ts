import type { Construct } from "constructs";
import type { ResolvedEnvironment } from "../config/resolve";
import type { ChartName } from "../config/facts/versions";
import { installs } from "../config/resolve/charts";
import { CrdChart } from "../constructs/platform/crd-chart";
import { BaseStack } from "./base-stack";
import type { ClusterStack } from "./cluster-stack";
import { addHelmProvider, chartProps } from "./in-cluster";
import { consume } from "./shared-values";

const CRD_CHARTS = [
  "prometheus-operator-crds",
  "slurm-operator-crds",
  "mariadb-operator-crds",
] as const satisfies readonly ChartName[];

/** Kinds that later stacks have objects of: Helm must find them in the cluster while it plans. */
export class CrdsStack extends BaseStack {
  constructor(scope: Construct, env: ResolvedEnvironment, clusterStack: ClusterStack) {
    super(scope, env, "crds");
    addHelmProvider(this, consume(this, clusterStack, clusterStack.values));
    for (const name of CRD_CHARTS) {
      if (!installs(env, name)) continue;
      new CrdChart(this, name, { ...chartProps(this, name), release: name, preventDestroy: env.production });
    }
  }
}
