import type { Construct } from "constructs";
import { COMPONENT_ROWS } from "../config/components/registry";
import type { ClusterContext } from "../constructs/platform/component";
import { CrdChart } from "../constructs/platform/crd-chart";
import { BaseStack } from "./base-stack";
import { chartProps, enterCluster } from "./in-cluster";
import type { ClusterSite } from "./sites/site";

/**
 * Kinds that later stacks have objects of: Helm must find them in the cluster when it installs, upgrades and removes those.
 * This stack is applied before them, so it never takes a kind away. A component of it never leaves the registry: its
 * release would be removed, with every object of its kinds.
 */
export class CrdsStack<Context extends ClusterContext> extends BaseStack<Context["env"]> {
  constructor(scope: Construct, env: Context["env"], site: ClusterSite<Context>) {
    super(scope, env, "crds", site.ground);
    enterCluster(this, site);
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
