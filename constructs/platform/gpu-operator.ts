import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { tellsOfCollectives } from "../../config/monitoring/nccl";
import type { SiteEnvironment } from "../../config/sites/environment";
import { type Placement } from "../cluster/placement";
import { DAEMON_UPDATE_STRATEGY, daemonTimeoutSeconds } from "../core/daemon-rollout";
import { gpuAlerts } from "../alerts/gpu";
import { gpuRecordings } from "../alerts/gpu-recordings";
import { HelmChart } from "../core/helm-chart";
import { gpu } from "../dashboards/gpu";
import { gpuFleet } from "../dashboards/gpu-fleet";
import { job } from "../dashboards/job";
import { type HelmValues } from "../core/helm-values";
import { dcgmMetricsCsv } from "./dcgm-metrics";
import { DEFAULT_PROFILE, type GpuSharing, migConfig, sharingProfiles, usesMig } from "./gpu-sharing";
import { logsOnDashboard, tracesOnDashboard } from "./grafana-stores";
import { scrapesJobs } from "./job-metrics";
import { type PlatformChartProps, releaseOf } from "./platform-chart";
import { placementValues, tolerate } from "./tolerations";
import { type NodeTaint } from "../core/node-taint";
import { SLURM_MOUNTS } from "../../config/facts/slurm-mounts";
import { controllerProps, type ClusterComponent } from "./component";

export interface GpuOperatorValuesProps {
  /**
   * Who owns the driver. `ami`: the image has it, with the container toolkit and Fabric Manager, and the operator installs
   * neither. `operator`: it installs both, on images that have none; there is no such driver for Amazon Linux.
   */
  readonly driver: "ami" | "operator";
  /**
   * `device-plugin`: some groups have their GPUs from it; nodes of others bear a label that keeps it away. `dra`: no group has,
   * and the DRA driver is installed beside the operator.
   */
  readonly allocation: "device-plugin" | "dra";
  /** GPUDirect Storage. A container of the operator's driver pod: needs `driver: "operator"`. */
  readonly gds: boolean;
  /** GDRCopy. With `driver: "ami"` boot scripts load its module, and the device plugin hands /dev/gdrdrv to pods. */
  readonly gdrcopy: boolean;
  /** `engine-and-exporter`: one DCGM engine of the node, for others too. `exporter`: one inside the exporter. */
  readonly dcgm: "exporter" | "engine-and-exporter" | "off";
  /** How the GPU groups share. */
  readonly sharing: readonly GpuSharing[];
  /** Every taint of every node group. */
  readonly taints: readonly NodeTaint[];
  /** Nodes of the operator itself. */
  readonly placement: Placement;
  /** Whether Prometheus is told to scrape the exporter; its CRDs must be there. */
  readonly serviceMonitor: boolean;
  /**
   * Folder on nodes where Slurm writes which job has which GPU, so that metrics bear the job.
   * @default - metrics know no jobs
   */
  readonly jobMappingFolder?: string;
}

export interface GpuOperatorProps extends PlatformChartProps, GpuOperatorValuesProps {
  /** Nodes that the cluster has at most. */
  readonly nodes: number;
}

/** ConfigMaps that the chart makes. */
const DEVICE_PLUGIN_CONFIG = "railyard-device-plugin";
const MIG_CONFIG = "railyard-mig-layouts";
const DCGM_CONFIG = "railyard-dcgm-metrics";

/** Helm values of the GPU Operator. @throws Error for settings that cannot work together */
export function gpuOperatorValues(props: GpuOperatorValuesProps): HelmValues {
  refuseDeadCombinations(props);
  const tolerations = tolerate(props.taints);
  const placement = placementValues(props.placement);
  return {
    operator: placement,
    daemonsets: { tolerations },
    "node-feature-discovery": {
      worker: { tolerations, updateStrategy: DAEMON_UPDATE_STRATEGY },
      master: placement,
      gc: placement,
    },
    ...driverValues(props),
    ...deviceValues(props),
    ...vmValues(props),
    ...telemetryValues(props),
    // a node whose GPUs are all taken, as Slurm takes them, could never run the pod that proves the device plugin
    validator: { plugin: { env: [{ name: "WITH_WORKLOAD", value: "false" }] } },
  };
}

/** One choice sets them all: a second driver or toolkit breaks the image's. */
function driverValues({ driver, gds, gdrcopy, sharing }: GpuOperatorValuesProps): HelmValues {
  const own = driver === "operator";
  const license = sharing.find((one) => one.vgpu !== undefined)?.vgpu?.licenseSecret;
  return {
    driver: {
      enabled: own,
      // nvidia-fs works with the open kernel modules only
      ...(gds && { kernelModuleType: "open" }),
      ...(license !== undefined && { licensingConfig: { secretName: license, nlsEnabled: true } }),
    },
    toolkit: { enabled: own },
    gds: { enabled: gds },
    gdrcopy: { enabled: gdrcopy },
  };
}

function deviceValues({ allocation, sharing }: GpuOperatorValuesProps): HelmValues {
  const profiles = sharingProfiles(sharing);
  const shared = Object.keys(profiles).length > 0;
  const mig = usesMig(sharing);
  const layouts = migConfig(sharing);
  return {
    devicePlugin: {
      enabled: allocation === "device-plugin",
      ...(shared && {
        config: { create: true, name: DEVICE_PLUGIN_CONFIG, default: DEFAULT_PROFILE, data: profiles },
      }),
    },
    // a strategy here would win over that of the node's configuration
    mig: { strategy: shared ? "" : "none" },
    migManager: {
      enabled: mig,
      // Ampere changes its mode only in a reboot
      ...(mig && { env: [{ name: "WITH_REBOOT", value: "true" }] }),
      ...(layouts !== null && {
        config: { create: true, name: MIG_CONFIG, default: "all-disabled", data: { "config.yaml": layouts } },
      }),
    },
  };
}

/**
 * Nodes tell by a label whether containers or virtual machines have their GPUs, and containers have those of nodes without one.
 * On nodes of virtual machines the operator binds GPUs to VFIO, or runs the vGPU manager, and no driver for containers.
 * @see https://docs.nvidia.com/datacenter/cloud-native/gpu-operator/latest/gpu-operator-kubevirt.html
 */
function vmValues({ sharing }: GpuOperatorValuesProps): HelmValues {
  if (sharing.every(({ workload }) => workload === "container")) return {};
  const vgpu = sharing.find((one) => one.vgpu !== undefined)?.vgpu;
  return {
    sandboxWorkloads: { enabled: true, defaultWorkload: "container" },
    vfioManager: { enabled: sharing.some(({ workload }) => workload === "vm-passthrough") },
    vgpuManager: {
      enabled: vgpu !== undefined,
      ...(vgpu && {
        repository: vgpu.manager.repository,
        version: vgpu.manager.version,
        ...(vgpu.manager.pullSecret !== undefined && { imagePullSecrets: [vgpu.manager.pullSecret] }),
      }),
    },
    vgpuDeviceManager: { enabled: vgpu !== undefined },
  };
}

function telemetryValues({ dcgm, serviceMonitor, jobMappingFolder }: GpuOperatorValuesProps): HelmValues {
  if (dcgm === "off") return { dcgm: { enabled: false }, dcgmExporter: { enabled: false } };
  return {
    dcgm: { enabled: dcgm === "engine-and-exporter" },
    dcgmExporter: {
      enabled: true,
      config: { name: DCGM_CONFIG, create: true, data: dcgmMetricsCsv() },
      serviceMonitor: {
        enabled: serviceMonitor,
        // the exporter's own label of that name changed its case between releases
        relabelings: [
          { sourceLabels: ["__meta_kubernetes_pod_node_name"], targetLabel: "hostname", action: "replace" },
        ],
      },
      ...(jobMappingFolder !== undefined && { hpcJobMapping: { enabled: true, directory: jobMappingFolder } }),
    },
  };
}

function refuseDeadCombinations({ driver, allocation, gds, sharing }: GpuOperatorValuesProps): void {
  if (gds && driver === "ami")
    throw new Error(
      `gds is true and driver is "ami": GPUDirect Storage is a container of the operator's driver pod, which does not run. Set gds to false, or driver to "operator".`,
    );
  const replicated = sharing.find((one) => one.needsDevicePlugin);
  if (allocation === "dra" && replicated)
    throw new Error(
      `allocation is "dra" and a group shares by ${replicated.kind}, which is a setting of the device plugin. Set allocation to "device-plugin", or the group's sharing to whole.`,
    );
}

/**
 * The NVIDIA GPU Operator: device plugin, GPU and node discovery, DCGM, MIG manager. Its CRDs are in `crds/`, and a hook
 * of the chart upgrades them.
 */
export class GpuOperator extends Construct {
  readonly dependable: ITerraformDependable;

  constructor(scope: Construct, id: string, props: GpuOperatorProps) {
    super(scope, id);
    const { dependable } = new HelmChart(this, "chart", {
      ...releaseOf(props),
      release: "gpu-operator",
      values: gpuOperatorValues(props),
      // the hook that upgrades the CRDs needs it: the schemas of the old ones would refuse new fields
      disableOpenapiValidation: true,
      timeoutSeconds: daemonTimeoutSeconds(props.nodes),
    });
    this.dependable = dependable;
  }
}

/** Slurm writes here which job has which GPU; the DCGM exporter reads it. */
export const JOB_MAPPING_FOLDER = SLURM_MOUNTS.jobMapping;

/** Whether the exporter runs on nodes with GPUs. */
export const exportsGpus = ({ gpu, nodeGroups }: Pick<SiteEnvironment, "gpu" | "nodeGroups">): boolean =>
  gpu.operator && gpu.dcgm !== "off" && nodeGroups.some(({ gpus }) => gpus !== null);

/** Before the other drivers: it labels the nodes that they go to. */
export const gpuOperator: ClusterComponent = {
  id: "gpu-operator",
  chart: "gpu-operator",
  after: ["cilium", "monitoring", "authorities"],
  install: (context, { scope, id, chart }) => {
    const { gpu, nodeGroups, slurm } = context.env;
    const gpuPools = nodeGroups.filter((g) => g.gpus);
    return new GpuOperator(scope, id, {
      ...chart,
      ...controllerProps(context),
      driver: gpu.driver === "operator" || gpuPools.some(({ driver }) => driver === "operator") ? "operator" : "ami",
      allocation: gpuPools.some((g) => g.allocation === "device-plugin") ? "device-plugin" : "dra",
      gds: gpu.gds,
      gdrcopy: nodeGroups.some((g) => g.gdrcopy),
      dcgm: gpu.dcgm,
      sharing: gpuPools.map((g) => g.sharing),
      taints: context.taints,
      nodes: context.nodes,
      ...(slurm && { jobMappingFolder: JOB_MAPPING_FOLDER }),
    }).dependable;
  },
  alerts: {
    id: "gpu-alerts",
    release: "railyard-gpu-alerts",
    recordings: ({ env }) => (exportsGpus(env) ? gpuRecordings({ jobs: env.slurm !== null }) : []),
    groups: ({ env }) => (exportsGpus(env) ? gpuAlerts() : []),
  },
  dashboards: ({ env }) => {
    if (!exportsGpus(env)) return [];
    const jobs = env.slurm !== null;
    const gpus = env.nodeGroups.reduce((sum, group) => sum + (group.gpus?.count ?? 0) * group.count.max, 0);
    const logs = logsOnDashboard(env);
    return [
      gpuFleet({ gpus, jobs }),
      gpu({ jobs, logs }),
      ...(jobs
        ? [
            job({
              tellsSteps: scrapesJobs(env),
              tellsCollectives: tellsOfCollectives(env),
              logs,
              traces: tracesOnDashboard(env),
            }),
          ]
        : []),
    ];
  },
};
