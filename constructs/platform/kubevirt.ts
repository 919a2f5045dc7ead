import { GPU_WORKLOAD_LABEL } from "../../config/facts/gpu-operator";
import type { MachineDevice, MachineDevices } from "../../config/sharing/sharing";
import type { Placement } from "../cluster/placement";
import { HelmChart } from "../core/helm-chart";
import type { HelmValues } from "../core/helm-values";
import type { NodeTaint } from "../core/node-taint";
import { type ClusterComponent, controllerProps } from "./component";
import { releaseOf } from "./platform-chart";
import { placementValues, tolerate } from "./tolerations";

/** Hosts of virtual machines. */
export interface MachineHosts {
  /** What works on their GPUs: `vm-passthrough` or `vm-vgpu`. */
  readonly workload: string;
  readonly devices: MachineDevices | undefined;
  readonly taints: readonly NodeTaint[];
}

export interface KubevirtValuesProps {
  readonly hosts: readonly MachineHosts[];
  /** Nodes of its controllers. */
  readonly placement: Placement;
}

/**
 * Values of KubeVirt: which devices of hosts machines may have, and on which nodes they run. Devices that NVIDIA's plugin counts
 * are named as its own (`externalResourceProvider`); virtual functions of cards KubeVirt counts itself. The gate of GPUs is open
 * for good in 1.7, that of other devices is not; mediated devices belong to NVIDIA's device manager.
 * @see https://kubevirt.io/user-guide/compute/host-devices/
 * @see https://docs.nvidia.com/datacenter/cloud-native/gpu-operator/latest/gpu-operator-kubevirt.html
 */
export function kubevirtValues({ hosts, placement }: KubevirtValuesProps): HelmValues {
  const workloads = [...new Set(hosts.map(({ workload }) => workload))].toSorted();
  const gpus = (workload: string) =>
    hosts.filter((one) => one.workload === workload).flatMap(({ devices }) => devices?.gpu ?? []);
  const pci = [...gpus("vm-passthrough"), ...hosts.flatMap(({ devices }) => devices?.nic ?? [])];
  const mediated = gpus("vm-vgpu");
  const owned = (by: MachineDevice["by"]) => by === "device-plugin" && { externalResourceProvider: true };
  return {
    ...(reaches(placement) && { operator: { affinity: { nodeAffinity: nodesOf(placement.nodeSelector) } } }),
    kubevirt: {
      // machines that run are somebody's: they are deleted first, by name
      uninstallStrategy: "BlockUninstallIfWorkloadsExist",
      configuration: {
        developerConfiguration: {
          featureGates: [...(mediated.length > 0 ? ["DisableMDEVConfiguration"] : []), "HostDevices"],
        },
        permittedHostDevices: {
          ...(pci.length > 0 && {
            pciHostDevices: once(pci).map(({ resource, selector, by }) => ({
              pciVendorSelector: selector.toUpperCase(),
              resourceName: resource,
              ...owned(by),
            })),
          }),
          ...(mediated.length > 0 && {
            mediatedDevices: once(mediated).map(({ resource, selector, by }) => ({
              mdevNameSelector: selector,
              resourceName: resource,
              ...owned(by),
            })),
          }),
        },
      },
      infra: { nodePlacement: placementValues(placement) },
      workloads: {
        nodePlacement: {
          affinity: {
            nodeAffinity: required([{ key: GPU_WORKLOAD_LABEL, operator: "In", values: workloads }]),
          },
          tolerations: tolerate(hosts.flatMap(({ taints }) => taints)),
        },
      },
    },
  };
}

/** Each device once: two pools of equal servers have the same. */
const once = (devices: readonly MachineDevice[]): MachineDevice[] => [
  ...new Map(devices.map((device) => [device.resource, device])).values(),
];

type Expression = { readonly key: string; readonly operator: "In"; readonly values: readonly string[] };

const required = (matchExpressions: readonly Expression[]) => ({
  requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions: [...matchExpressions] }] },
});

/** The chart has no tolerations for its operator, which has one of its own: where nodes have other taints, it goes elsewhere. */
const reaches = ({ tolerations }: Placement): boolean => tolerations.every(({ key }) => key === "CriticalAddonsOnly");

/** The chart has no selector of nodes for its operator. */
const nodesOf = (labels: Readonly<Record<string, string>>) =>
  required(Object.entries(labels).map(([key, value]) => ({ key, operator: "In" as const, values: [value] })));

/** Runs virtual machines with GPUs. After the GPU Operator, which binds these to VFIO and counts them. */
export const kubevirt: ClusterComponent = {
  id: "kubevirt",
  chart: "kubevirt",
  after: ["gpu-operator"],
  install: (context, { scope, id, chart }) =>
    new HelmChart(scope, id, {
      ...releaseOf(chart),
      release: "kubevirt",
      values: kubevirtValues({
        hosts: context.env.nodeGroups.flatMap(({ sharing, taints }) =>
          sharing.workload === "container"
            ? []
            : [{ workload: sharing.workload, devices: sharing.machineDevices, taints }],
        ),
        placement: controllerProps(context).placement,
      }),
    }).dependable,
};
