import type { ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { KUEUE_IMAGE } from "../../../config/facts/kueue";
import { SYSTEM_PODS, SYSTEM_PRIORITY } from "../../../config/facts/system-pods";
import type { Placement } from "../../cluster/placement";
import { HelmChart } from "../../core/helm-chart";
import type { HelmValues } from "../../core/helm-values";
import { podResources } from "../../core/pod-resources";
import { kueueAlerts } from "../../alerts/kueue";
import { KUEUE } from "../../dashboards/kueue";
import { controllerProps, type ClusterComponent } from "../component";
import { KubernetesObjects } from "../kubernetes-objects";
import { type PlatformChartProps, releaseOf } from "../platform-chart";
import { placementValues } from "../tolerations";
import { managerConfig } from "./manager-config";
import { queueObjects } from "./queue-objects";
import type { Queues } from "./queues";

export interface KueueProps extends PlatformChartProps {
  readonly queues: Queues;
  /** Groups of each team that may see its queue. */
  readonly groups: ReadonlyMap<string, readonly string[]>;
  /** Nodes of the manager. */
  readonly placement: Placement;
  /** Whether Prometheus is told to scrape it; its CRDs must be there. */
  readonly serviceMonitor: boolean;
}

/** While none answers, no job of a team starts. */
const REPLICAS = 2;

/** Helm values of Kueue. */
export function kueueValues({ queues, placement, serviceMonitor, source }: Omit<KueueProps, "groups">): HelmValues {
  return {
    enablePrometheus: serviceMonitor,
    controllerManager: {
      replicas: REPLICAS,
      podDisruptionBudget: { enabled: true },
      manager: {
        // said here, since not all builds of the chart name a released image
        image: { repository: KUEUE_IMAGE, tag: `v${source.version}`, pullPolicy: "IfNotPresent" },
        priorityClassName: SYSTEM_PRIORITY,
        resources: podResources(SYSTEM_PODS.kueue),
      },
      ...placementValues(placement),
    },
    managerConfig: { controllerManagerConfigYaml: managerConfig(queues) },
  };
}

/** Kueue, and the queues of the teams: they come after it and go before it, since its manager alone ends what is in them. */
export class Kueue extends Construct {
  readonly dependable: ITerraformDependable;

  constructor(scope: Construct, id: string, props: KueueProps) {
    super(scope, id);
    const manager = new HelmChart(this, "chart", { ...releaseOf(props), release: "kueue", values: kueueValues(props) });
    this.dependable = new KubernetesObjects(this, "queues", {
      release: "railyard-queues",
      namespace: props.namespace,
      createNamespace: false,
      objects: queueObjects(props.queues, props.groups),
      // a LocalQueue cannot be given to another ClusterQueue
      replacedBy: { sharing: props.queues.sharing.kind },
      dependsOn: [manager.dependable],
    }).dependable;
  }
}

/** Queues of Kubernetes jobs. Namespaces of teams are there before, and Jobs of other charts are done: see `managerConfig`. */
export const kueue: ClusterComponent = {
  id: "kueue",
  chart: "kueue",
  after: ["monitoring", "teams", "jobset", "lws", "kuberay-operator", "kubeflow-trainer", "mpi-operator"],
  install: (context, { scope, id, chart }) => {
    if (!context.queues) throw new Error("Kueue is installed where config has queues alone.");
    return new Kueue(scope, id, {
      ...chart,
      ...controllerProps(context),
      queues: context.queues,
      groups: new Map(context.teams.map(({ name, groups }) => [name, groups])),
    }).dependable;
  },
  alerts: { id: "kueue-alerts", release: "railyard-kueue-alerts", groups: () => kueueAlerts() },
  dashboards: () => [KUEUE],
};
