import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { HelmChart } from "../core/helm-chart";
import { configMap } from "../kubernetes/config-map";
import { KubernetesObjects } from "../platform/kubernetes-objects";
import { releaseOf, type PlatformChartProps } from "../platform/platform-chart";
import { accountsScript } from "./accounts";
import { ACCOUNTS_TIMEOUT_SECONDS, accountsJob } from "./accounts-job";
import { annotatorScript, type TopologyLabels } from "./annotator-script";
import { deviceClaims } from "./device-claims";
import { LOGIN_SET, loginPriorityClass } from "./login-set";
import { nodeLifeObjects } from "./node-life";
import { nodeRepairObjects, repairedPools } from "./node-repair";
import { imagesJob, type SlurmImages } from "./images-job";
import { scriptFiles } from "./script-files";
import { blockEndJob } from "./block-end-job";
import { reservationsJob } from "./reservations-job";
import { membersJob, membersScript } from "./members-job";
import { offHoursJobs } from "./off-hours-jobs";
import type { SlurmHours } from "./off-hours-script";
import {
  SLURM_ENROOT_IMAGE,
  SLURM_LOGIN_IMAGE,
  SLURM_TOOLS_IMAGE,
  slurmValues,
  type SlurmValuesProps,
} from "./slurm-values";
import { usedGroups } from "./slurm-types";
import { SLURM_METRICS, slurmMetricsObjects } from "./slurm-metrics";
import { topologyAnnotator } from "./topology-annotator";
import { hasTopology, nvlinkBlocks } from "./topology-yaml";
import { USERS_CONFIG_MAP, usersFiles } from "./users";

export interface SlurmClusterProps extends PlatformChartProps, Omit<SlurmValuesProps, "scriptsConfigMap"> {
  /** Labels that say where nodes stand. @default - those of EKS */
  readonly topologyLabels?: TopologyLabels;
  /** Images that are imported once. @default - none */
  readonly images?: SlurmImages;
  /** Role by which pods of repairs end instances, and its parts. @default - none is needed */
  readonly repairRole?: readonly ITerraformDependable[];
  /** QOS → minutes within which its jobs are promised to start. @default - nothing is promised */
  readonly startWithin?: Readonly<Record<string, number>>;
  /** Hours in which nodes run. @default - day and night */
  readonly hours?: SlurmHours;
}

/** Frozen: names of Services, Secrets and volumes follow from it. */
export const SLURM_RELEASE = "slurm";
/** The operator gives the Service of a LoginSet its name: release, `login`, and the key of the set in the values. */
const LOGIN_SERVICE = `${SLURM_RELEASE}-login-${LOGIN_SET}`;
const SCRIPTS = "railyard-slurm-scripts";

/**
 * One Slurm cluster: its files and claims, the release with controller, accounting, REST API, login and slurmd pods, what
 * tells it where nodes stand in the network, and the teams' accounts.
 */
export class SlurmCluster extends Construct {
  /** Service of slurmctld, for clients in the cluster. */
  readonly controllerHost: string;
  /** Service of the login pods in the namespace of Slurm; null without any. */
  readonly loginService: string | null;
  readonly dependable: ITerraformDependable;

  constructor(scope: Construct, id: string, props: SlurmClusterProps) {
    super(scope, id);
    const { namespace, layout } = props;
    this.controllerHost = `${SLURM_RELEASE}-controller.${namespace}`;
    this.loginService = props.login.kind === "none" ? null : LOGIN_SERVICE;
    const groups = usedGroups(layout);

    const files = new KubernetesObjects(this, "files", {
      release: "slurm-files",
      namespace,
      objects: [
        configMap(SCRIPTS, namespace, scriptFiles(layout)),
        configMap(USERS_CONFIG_MAP, namespace, usersFiles(layout)),
        ...(props.login.kind === "none" ? [] : [loginPriorityClass()]),
        ...groups.flatMap((group) => deviceClaims(group, namespace)),
      ],
      ...(props.dependsOn && { dependsOn: props.dependsOn }),
    });
    // before the release: a node that has no leaf when slurmd registers is lost to jobs of several nodes
    const topology = hasTopology(layout) ? [this.annotator(props, nvlinkBlocks(groups), [files.dependable])] : [];

    const { dependable } = new HelmChart(this, "chart", {
      ...releaseOf(props),
      release: SLURM_RELEASE,
      values: slurmValues({ ...props, scriptsConfigMap: SCRIPTS }),
      dependsOn: [...(props.dependsOn ?? []), files.dependable, ...topology],
    });
    this.dependable = dependable;

    new KubernetesObjects(this, "accounts", {
      release: "slurm-accounts",
      namespace,
      objects: accountsJob({
        namespace,
        release: SLURM_RELEASE,
        script: accountsScript(layout),
        image: SLURM_TOOLS_IMAGE,
        placement: props.placement,
      }),
      waitForJobs: true,
      timeoutSeconds: ACCOUNTS_TIMEOUT_SECONDS,
      dependsOn: [dependable],
    });
    if (props.images) {
      new KubernetesObjects(this, "images", {
        release: "slurm-images",
        namespace,
        objects: imagesJob({ ...props.images, namespace, image: SLURM_ENROOT_IMAGE, placement: props.placement }),
        dependsOn: [files.dependable],
      });
    }
    this.members(props, dependable);
    this.reservations(props, dependable);
    this.blockEnds(props, dependable);
    this.nodeLife(props, dependable);
    this.nodeRepair(props, dependable);
    this.metrics(props, dependable);
    if (!props.hours) return;
    new KubernetesObjects(this, "off-hours", {
      release: "slurm-off-hours",
      namespace,
      objects: offHoursJobs({
        ...props.hours,
        namespace,
        release: SLURM_RELEASE,
        image: SLURM_TOOLS_IMAGE,
        placement: props.placement,
      }),
      dependsOn: [dependable],
    });
  }

  /** Cordons nodes with faults, and opens them again. */
  private nodeLife({ namespace, layout, placement }: SlurmClusterProps, slurm: ITerraformDependable): void {
    const { health } = layout;
    if (!health?.cordon) return;
    const pools = usedGroups(layout).map(({ name, nodeSelector }) => ({
      name,
      nodeSelector,
      cordonsAtOnce: health.groups[name]?.drainsAtOnce ?? 1,
    }));
    new KubernetesObjects(this, "node-life", {
      release: "slurm-node-life",
      namespace,
      objects: nodeLifeObjects({ namespace, release: SLURM_RELEASE, pools, image: SLURM_TOOLS_IMAGE, placement }),
      dependsOn: [slurm],
    });
  }

  /** Repairs nodes that checks have drained, or says what it would do. */
  private nodeRepair(
    { namespace, layout, placement, repairRole = [] }: SlurmClusterProps,
    slurm: ITerraformDependable,
  ): void {
    const { health, region } = layout;
    if (!health?.repair) return;
    const { mode, lemon } = health.repair;
    const pools = repairedPools(usedGroups(layout), health.repair);
    const props = {
      namespace,
      release: SLURM_RELEASE,
      mode,
      lemon,
      pools,
      region,
      image: SLURM_TOOLS_IMAGE,
      placement,
    };
    new KubernetesObjects(this, "node-repair", {
      release: "slurm-node-repair",
      namespace,
      objects: nodeRepairObjects(props),
      dependsOn: [slurm, ...repairRole],
    });
  }

  /** People come to teams by groups of the directory, which nothing tells of a change. */
  private members(
    { namespace, layout, placement, directorySecretName }: SlurmClusterProps,
    slurm: ITerraformDependable,
  ): void {
    const script = membersScript(layout);
    if (script === null || directorySecretName === undefined) return;
    new KubernetesObjects(this, "members", {
      release: "slurm-members",
      namespace,
      objects: membersJob({
        namespace,
        release: SLURM_RELEASE,
        script,
        directorySecretName,
        image: SLURM_LOGIN_IMAGE,
        placement,
        ...(layout.trustsAuthorities && { trustsAuthorities: true }),
      }),
      dependsOn: [slurm],
    });
  }

  /** Tells Prometheus of nodes and waits. */
  private metrics(
    { namespace, layout, placement, serviceMonitor, startWithin }: SlurmClusterProps,
    slurm: ITerraformDependable,
  ): void {
    if (!serviceMonitor) return;
    new KubernetesObjects(this, "metrics", {
      release: SLURM_METRICS,
      namespace,
      objects: slurmMetricsObjects({
        namespace,
        release: SLURM_RELEASE,
        maxJobs: layout.maxJobs,
        ...(startWithin && { startWithin }),
        image: SLURM_TOOLS_IMAGE,
        placement,
      }),
      dependsOn: [slurm],
    });
  }

  /** Reservations name partitions that have nodes, and accounts: they are asked for again until both are there. */
  private reservations({ namespace, layout, placement }: SlurmClusterProps, slurm: ITerraformDependable): void {
    const { reservations = [] } = layout;
    if (reservations.length === 0) return;
    new KubernetesObjects(this, "reservations", {
      release: "slurm-reservations",
      namespace,
      objects: reservationsJob({
        namespace,
        release: SLURM_RELEASE,
        reservations,
        image: SLURM_TOOLS_IMAGE,
        placement,
      }),
      dependsOn: [slurm],
    });
  }

  /** Jobs end with the Capacity Blocks of their nodes. */
  private blockEnds({ namespace, layout, placement }: SlurmClusterProps, slurm: ITerraformDependable): void {
    const { blockEnds = [] } = layout;
    if (blockEnds.length === 0) return;
    new KubernetesObjects(this, "block-end", {
      release: "slurm-block-end",
      namespace,
      objects: blockEndJob({ namespace, release: SLURM_RELEASE, blockEnds, image: SLURM_TOOLS_IMAGE, placement }),
      dependsOn: [slurm],
    });
  }

  private annotator(
    { namespace, placement, topologyLabels }: SlurmClusterProps,
    blocks: readonly string[],
    dependsOn: readonly ITerraformDependable[],
  ): ITerraformDependable {
    return new KubernetesObjects(this, "topology", {
      release: "slurm-topology",
      namespace,
      objects: topologyAnnotator({
        namespace,
        script: annotatorScript(blocks, topologyLabels),
        image: SLURM_TOOLS_IMAGE,
        placement,
      }),
      dependsOn,
    }).dependable;
  }
}
