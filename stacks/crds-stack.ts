import type { Construct } from "constructs";
import type { ResolvedEnvironment } from "../config/resolve";
import { COMPONENT_ROWS } from "../config/components/registry";
import { CrdChart } from "../constructs/platform/crd-chart";
import { BaseStack } from "./base-stack";
import type { ClusterStack } from "./cluster-stack";
import { addHelmProvider, chartProps } from "./in-cluster";
import { consume } from "./shared-values";

/**
 * Kinds that later stacks have objects of: Helm must find them in the cluster when it installs, upgrades and removes those.
 * This stack is applied before them, so it never takes a kind away. A component of it never leaves the registry: its
 * release would be removed, with every object of its kinds.
 */
export class CrdsStack extends BaseStack {
  constructor(scope: Construct, env: ResolvedEnvironment, clusterStack: ClusterStack) {
    super(scope, env, "crds");
    addHelmProvider(this, consume(this, clusterStack, clusterStack.values));
    for (const [chart, { stack, when }] of COMPONENT_ROWS) {
      if (stack !== this.role) continue;
      new CrdChart(this, chart, {
        ...chartProps(this, chart),
        release: chart,
        installed: when(env) === true,
        preventDestroy: env.production,
      });
    }
  }
}
