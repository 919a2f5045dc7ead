import type { ITerraformDependable } from "cdktf";
import type { Construct } from "constructs";
import { absence } from "../config/components/charts";
import { dashboardConfigMaps } from "../constructs/dashboards/config-maps";
import type { Dashboard } from "../constructs/dashboards/dashboard";
import type { ClusterContext, ComponentAlerts, ComponentOf } from "../constructs/platform/component";
import { inOrder } from "../constructs/platform/component-order";
import { PLATFORM_COMPONENTS } from "../constructs/platform/components";
import { KubernetesObjects } from "../constructs/platform/kubernetes-objects";
import { prometheusRule } from "../constructs/platform/prometheus-rules";
import { type MeasuredPool, seenAlerts, seenDashboards } from "../constructs/platform/seen-metrics";
import { BaseStack } from "./base-stack";
import { chartProps, enterCluster } from "./in-cluster";
import { publish } from "./shared-values";
import type { ClusterSite } from "./sites/site";

/** What later stacks take from the platform. */
export interface PlatformValues {
  readonly storageClassName: string;
  /** Class of volumes that outlive their claims, and then wait for a person: for what cannot be made again. */
  readonly retainedStorageClassName: string;
}

/** Component that brings Prometheus and Grafana, which read the alerts and dashboards of all others. */
const PROMETHEUS = "monitoring";

/** Construct id, and name of the release. Frozen. */
const DASHBOARDS = { id: "dashboards", release: "railyard-dashboards" } as const;

const ALL_IDS = PLATFORM_COMPONENTS.map(({ id }) => id);

const measuredPools = ({ env }: ClusterContext): MeasuredPool[] =>
  env.nodeGroups.flatMap(({ name, gpus, sharing }) => (gpus ? [{ name, lost: sharing.lost }] : []));

/** What runs in the cluster beside Slurm: the components that the environment has, each after those that it waits for. */
export class PlatformStack<Context extends ClusterContext> extends BaseStack<Context["env"]> {
  readonly values: PlatformValues;

  constructor(scope: Construct, env: Context["env"], site: ClusterSite<Context>) {
    super(scope, env, "platform", site.ground);
    const context = site.context(this);
    for (const stack of site.before) this.addDependency(stack);
    enterCluster(this, site);
    this.install(site.components, context);
    this.values = publish(this, {
      storageClassName: site.storageClasses.usual,
      retainedStorageClassName: site.storageClasses.retained,
    });
  }

  private install(components: readonly ComponentOf<Context>[], context: Context): void {
    const ready = new Map<string, readonly ITerraformDependable[]>();
    const present = inOrder(components, ALL_IDS).filter((one) => componentAbsence(one, context) === null);
    for (const component of present) {
      const { id, after = [] } = component;
      const dependsOn = after.flatMap((other) => ready.get(other) ?? []);
      ready.set(id, this.installed(component, context, dependsOn));
    }
    const prometheus = ready.get(PROMETHEUS);
    if (!prometheus) return;
    for (const { alerts } of present) if (alerts) this.alerts(alerts, context, prometheus);
    const dashboards = seenDashboards(
      present.flatMap((component) => component.dashboards?.(context) ?? []),
      measuredPools(context),
    );
    if (dashboards.length > 0) this.dashboards(dashboards, prometheus);
  }

  private installed(
    component: ComponentOf<Context>,
    context: Context,
    dependsOn: readonly ITerraformDependable[],
  ): readonly ITerraformDependable[] {
    const place = { scope: this, id: component.id, dependsOn };
    if (component.chart === undefined) return component.install?.(context, place) ?? [];
    const chart = { ...chartProps(this, component.chart), dependsOn };
    return [component.install(context, { ...place, chart })];
  }

  private alerts(
    { id, release, groups, recordings }: ComponentAlerts<Context>,
    context: Context,
    dependsOn: readonly ITerraformDependable[],
  ): void {
    const { namespace } = chartProps(this, "kube-prometheus-stack");
    const some = [...(recordings?.(context) ?? []), ...seenAlerts(groups(context), measuredPools(context))];
    if (some.length === 0) return;
    new KubernetesObjects(this, id, {
      release,
      namespace,
      objects: [prometheusRule(release, namespace, some)],
      dependsOn,
    });
  }

  private dashboards(dashboards: readonly Dashboard[], dependsOn: readonly ITerraformDependable[]): void {
    const { namespace } = chartProps(this, "kube-prometheus-stack");
    const { id, release } = DASHBOARDS;
    new KubernetesObjects(this, id, {
      release,
      namespace,
      objects: dashboardConfigMaps(dashboards, namespace),
      dependsOn,
    });
  }
}

/** Why an environment lacks a component; null where it has it. */
export function componentAbsence<Context extends ClusterContext>(
  component: ComponentOf<Context>,
  context: Context,
): string | null {
  if (component.chart !== undefined) return absence(context.env, component.chart);
  const answer = component.when(context);
  return answer === true ? null : answer;
}
