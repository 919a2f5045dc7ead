import type { ITerraformDependable } from "cdktf";
import type { Construct } from "constructs";
import type { ResolvedEnvironment } from "../config/resolve";
import { absence } from "../config/resolve/charts";
import { nodesAtMost } from "../config/resolve/nodes-at-most";
import { teamsOf } from "../config/resolve/teams";
import { lustresOf } from "../config/storage/fsx-lustre/per-file-system";
import type { ComponentAlerts, PlatformComponent, PlatformContext } from "../constructs/platform/component";
import { inOrder } from "../constructs/platform/component-order";
import { PLATFORM_COMPONENTS } from "../constructs/platform/components";
import { KubernetesObjects } from "../constructs/platform/kubernetes-objects";
import { prometheusRule } from "../constructs/platform/prometheus-rules";
import { DEFAULT_STORAGE_CLASS, RETAINED } from "../constructs/platform/storage-class";
import { BaseStack } from "./base-stack";
import { jobPrefixes, prunedTiers } from "./checkpoint-tiers";
import type { ClusterStack, ClusterValues } from "./cluster-stack";
import { costRulesProps } from "./cost-watch";
import type { CrdsStack } from "./crds-stack";
import type { GovernanceStack } from "./governance-stack";
import { addHelmProvider, allTaints, chartProps, SYSTEM_PLACEMENT } from "./in-cluster";
import type { NetworkStack } from "./network-stack";
import type { NodesStack } from "./nodes-stack";
import { consume, publish } from "./shared-values";
import { JOBS_NAMESPACE, JOBS_SERVICE_ACCOUNT, type StorageStack } from "./storage-stack";
import { claimVolumes, outputsOf } from "./storage/volumes";

/** What later stacks take from the platform. */
export interface PlatformValues {
  readonly storageClassName: string;
  /** Class of volumes that outlive their claims, and then wait for a person: for what cannot be made again. */
  readonly retainedStorageClassName: string;
}

export interface PlatformStackInputs {
  readonly network: NetworkStack;
  readonly cluster: ClusterStack;
  readonly storage: StorageStack;
  readonly nodes: NodesStack;
  readonly crds: CrdsStack;
  /** Null where nobody watches money. */
  readonly governance: GovernanceStack | null;
}

/** Component that brings Prometheus, which reads the alerts of all others. */
const PROMETHEUS = "monitoring";

/** What runs in the cluster beside Slurm: the components that the environment has, each after those that it waits for. */
export class PlatformStack extends BaseStack {
  readonly values: PlatformValues;

  constructor(
    scope: Construct,
    env: ResolvedEnvironment,
    inputs: PlatformStackInputs,
    components: readonly PlatformComponent[] = PLATFORM_COMPONENTS,
  ) {
    super(scope, env, "platform");
    const cluster = consume(this, inputs.cluster, inputs.cluster.values);
    const context = this.context(inputs, cluster);
    // kinds must be there, and nodes for the daemons to become ready on
    this.addDependency(inputs.crds);
    this.addDependency(inputs.nodes);
    addHelmProvider(this, cluster);
    this.install(components, context);
    this.values = publish(this, {
      storageClassName: DEFAULT_STORAGE_CLASS,
      retainedStorageClassName: RETAINED.name,
    });
  }

  private context({ network, storage, governance }: PlatformStackInputs, cluster: ClusterValues): PlatformContext {
    const { env, partition } = this;
    const { checkpoints, lustre } = env;
    const volumes = consume(this, storage, storage.values);
    return {
      env,
      partition,
      cluster,
      network: consume(this, network, network.values),
      storage: volumes,
      lustreFileSystems: () =>
        lustresOf(env).map((volume) => ({
          name: volume.name,
          fileSystemId: outputsOf(volumes, volume)["fileSystemId"] ?? "",
        })),
      claimVolumes: (some, namespaces, place) => claimVolumes(some, volumes, { ...place, namespaces }),
      alarmTopic: () => governance && consume(this, governance, governance.values),
      nodes: nodesAtMost(env),
      taints: allTaints(this),
      placement: SYSTEM_PLACEMENT,
      teams: teamsOf(env),
      costs: costRulesProps(env),
      jobPrefixes: checkpoints && jobPrefixes(checkpoints),
      prunedTiers: checkpoints && prunedTiers(checkpoints, lustre && lustre.mount.claimName),
      jobs: { namespace: JOBS_NAMESPACE, serviceAccount: JOBS_SERVICE_ACCOUNT },
    };
  }

  private install(components: readonly PlatformComponent[], context: PlatformContext): void {
    const ready = new Map<string, readonly ITerraformDependable[]>();
    for (const component of inOrder(components)) {
      if (componentAbsence(component, context) !== null) continue;
      const { id, after = [], alerts } = component;
      const dependsOn = after.flatMap((other) => ready.get(other) ?? []);
      ready.set(id, this.installed(component, context, dependsOn));
      const prometheus = ready.get(PROMETHEUS);
      if (alerts && prometheus) this.alerts(alerts, context, prometheus);
    }
  }

  private installed(
    component: PlatformComponent,
    context: PlatformContext,
    dependsOn: readonly ITerraformDependable[],
  ): readonly ITerraformDependable[] {
    const place = { scope: this, id: component.id, dependsOn };
    if (component.chart === undefined) return component.install?.(context, place) ?? [];
    const chart = { ...chartProps(this, component.chart), dependsOn };
    return [component.install(context, { ...place, chart })];
  }

  private alerts(
    { id, release, groups }: ComponentAlerts,
    context: PlatformContext,
    dependsOn: readonly ITerraformDependable[],
  ): void {
    const { namespace } = chartProps(this, "kube-prometheus-stack");
    new KubernetesObjects(this, id, {
      release,
      namespace,
      objects: [prometheusRule(release, namespace, groups(context))],
      dependsOn,
    });
  }
}

/** Why an environment lacks a component; null where it has it. */
export function componentAbsence(component: PlatformComponent, context: PlatformContext): string | null {
  if (component.chart !== undefined) return absence(context.env, component.chart);
  const answer = component.when(context);
  return answer === true ? null : answer;
}
