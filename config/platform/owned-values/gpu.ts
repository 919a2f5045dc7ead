import { gpuAllocations } from "../../gpu/allocation";
import { operatorDrives } from "../../gpu/driver";
import { MUST_AGREE, onlyOff, onlyOn, owned, TOLERATES, type OwnedValue } from "./row";

const operatorsDriver: OwnedValue["fine"] = (_, env) => operatorDrives(env);
/** Rule gpu/helm-values tells of these already. */
const reportedAsClash: OwnedValue["fine"] = (value, env) => value === true && !operatorDrives(env);

export const GPU_VALUES: readonly OwnedValue[] = [
  ...owned("gpu-operator", [
    [
      "driver.enabled",
      "a second driver breaks that of the image, and without one there is none",
      "gpu.driver",
      reportedAsClash,
    ],
    [
      "driver.version",
      "the image brings its driver: nothing installs this one",
      "nodeGroups.<group>.image",
      operatorsDriver,
    ],
    ["toolkit.enabled", "the toolkit comes with the driver", "gpu.driver", reportedAsClash],
    [
      "devicePlugin.enabled",
      "GPUs would be handed out twice, or by nobody",
      "gpu.allocation",
      (value, env) => value === true && !gpuAllocations(env).includes("device-plugin"),
    ],
    ["devicePlugin.config", MUST_AGREE, "nodeGroups.<group>.sharing"],
    ["mig.strategy", MUST_AGREE, "nodeGroups.<group>.sharing"],
    ["migManager.enabled", MUST_AGREE, "nodeGroups.<group>.sharing"],
    ["migManager.config", MUST_AGREE, "nodeGroups.<group>.sharing"],
    ["dcgm.enabled", "two DCGM engines on a node take each other's profiling counters", "gpu.dcgm"],
    ["dcgmExporter.enabled", "metrics, alerts of idle GPUs and costs of teams come from it", "gpu.dcgm"],
    [
      "dcgmExporter.serviceMonitor.relabelings",
      "the list replaces that of Railyard: dashboards and alerts would no longer know nodes by their names",
      "nothing: take it out",
    ],
    [
      "dcgmExporter.config",
      "dashboards, alerts and checks ask for the fields of Railyard's list",
      "nothing: it follows from them",
    ],
    ["dcgmExporter.hpcJobMapping", "Slurm writes the mapping where config says", "slurm; it follows from it"],
    [
      "gds.enabled",
      "its container runs with the operator's driver alone",
      "gpu.gds",
      (value, env) => value === true && !operatorDrives(env),
    ],
    ["gdrcopy.enabled", "boot scripts load the module where config says", "nodeGroups.<group>.gdrcopyModule"],
    ["gfd.enabled", "DRA drivers, MIG and monitors find nodes by its labels", "nothing: it belongs to the operator"],
    ["nfd.enabled", "the operands find nodes by its labels", "nothing: it belongs to the operator"],
    ["daemonsets.tolerations", TOLERATES, "nodeGroups.<group>.taints"],
    ["node-feature-discovery.worker.tolerations", TOLERATES, "nodeGroups.<group>.taints"],
    ["gpuCluster.deployCR", "it hands out GPUs beside the device plugin", "gpu.allocation", onlyOff],
    ["clusterPolicy.deployCR", "nothing would be installed on nodes", "gpu.operator", onlyOn],
    [
      "sandboxWorkloads.enabled",
      "nodes for virtual machines offer no GPUs to containers: which those are follows from config",
      "nodeGroups.<group>.sharing",
    ],
  ]),
  ...owned("aws-efa-k8s-device-plugin", [
    ["tolerations", TOLERATES, "nodeGroups.<group>.taints"],
    ["supportedInstanceLabels", "nodes would offer no EFA devices", "nodeGroups.<group>.instanceType"],
    ["nodeSelector", "nodes would offer no EFA devices", "nodeGroups.<group>.fabric"],
  ]),
  ...owned("dra-driver-nvidia-gpu", [
    ["nvidiaDriverRoot", "the driver is where config says who owns it", "gpu.driver"],
    ["kubeletPlugin.affinity", "it would hand out GPUs beside a device plugin", "nodeGroups.<group>.allocation"],
    ["resources.computeDomains", "it follows from the instance types", "nodeGroups.<group>.instanceType"],
    ["kubeletPlugin.tolerations", TOLERATES, "nodeGroups.<group>.taints"],
  ]),
  ...owned("kubevirt", [
    ["kubevirt.configuration.permittedHostDevices", MUST_AGREE, "nodeGroups.<group>.sharing"],
    [
      "kubevirt.configuration.developerConfiguration.featureGates",
      "the list replaces that of Railyard: machines could have no devices of hosts",
      "nothing: take it out",
    ],
    ["kubevirt.workloads", "machines would run on nodes that have no GPUs for them", "nodeGroups.<group>.sharing"],
    [
      "kubevirt.uninstallStrategy",
      "virtual machines would go with the release, without a question",
      "nothing: take it out",
    ],
  ]),
];
