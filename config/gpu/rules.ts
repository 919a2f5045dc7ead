import { gpuAllocations } from "./allocation";
import { drivenBy, operatorDrives, type DriverOwner } from "./driver";
import { imageOf } from "../pools/pool";
import { gpuGroups, groupPath } from "../pools/written-groups";
import type { Rule } from "../kernel/rule";

const OPERATOR_MIG = "https://docs.aws.amazon.com/eks/latest/userguide/device-management-nvidia-mig.html";
const DRA = "https://docs.aws.amazon.com/eks/latest/userguide/device-management-nvidia-dra-device-plugin.html";
const NO_CONTAINER = "https://github.com/NVIDIA/gpu-operator/issues/686";

/** Driver, device plugin and telemetry: one owner for each. */
export const GPU_RULES: readonly Rule[] = [
  {
    id: "gpu/driver-owner",
    title: "The GPU Operator owns the driver on custom images alone.",
    severity: "error",
    why: "EKS's NVIDIA images load a driver of their own: a second one from the operator ends in crash loops.",
    source: `${NO_CONTAINER}; ${OPERATOR_MIG}`,
    *check({ env }) {
      const groups = drivenBy(env, "operator");
      const wrong = groups.filter((group) => (imageOf(group)?.kind ?? "custom") !== "custom");
      if (env.gpu.driver === "operator" && wrong.length)
        yield {
          path: ["gpu", "driver"],
          message: `driver is operator, but the images of ${wrong.map((g) => `${g.name} (${imageOf(g)?.kind})`).join(", ")} bring a driver`,
          fix: `gpu: { driver: "ami" }, or image: { kind: "custom", … } in these groups; driver: "host" where they alone have one`,
        };
      else
        for (const group of wrong)
          yield {
            path: groupPath(group, "driver"),
            message: `driver is operator, but the image of ${group.name} (${imageOf(group)?.kind}) brings a driver`,
            fix: `driver: "host", or image: { kind: "custom", … }`,
          };
      if (!env.gpu.operator && (groups.length > 0 || env.gpu.driver === "operator")) {
        const ofAll = env.gpu.driver === "operator";
        yield {
          path: ofAll ? ["gpu", "driver"] : groupPath(groups[0]!, "driver"),
          message: `driver is operator, but operator is false: nobody brings a driver`,
          fix: `gpu: { operator: true }, or driver: ${ofAll ? '"ami"' : '"host"'}`,
        };
      }
    },
  },
  {
    id: "gpu/driver-container",
    title: "It is known that the GPU Operator has a driver for the image.",
    severity: "warning",
    why: "The operator has driver containers for Ubuntu, RHEL and SLES, and none for Amazon Linux.",
    source: NO_CONTAINER,
    *check({ env }) {
      for (const group of drivenBy(env, "operator")) {
        const image = imageOf(group);
        if (image?.kind !== "custom") continue;
        yield {
          path: groupPath(group, "image", "imageId"),
          message: `what ${image.imageId} is made from is unknown; on Amazon Linux the operator finds no driver container`,
          fix: `gpu: { driver: "ami" }, or driver: "host" in the group, if the image is Amazon Linux with a driver built in`,
        };
      }
    },
  },
  {
    id: "gpu/gds-driver",
    title: "GPUDirect Storage in the operator goes with the operator's driver.",
    severity: "error",
    why: "It is a container of the operator's driver pod, which does not run beside the driver of the image: nothing would happen.",
    source: "https://github.com/NVIDIA/gpu-operator/blob/v26.7.0/assets/state-driver/0500_daemonset.yaml",
    *check({ env }) {
      if (!env.gpu.gds || (operatorDrives(env) && env.gpu.operator)) return;
      yield {
        path: ["gpu", "gds"],
        message: `gds is true, but driver is ${env.gpu.driver} and operator is ${env.gpu.operator}`,
        fix: `gds: false; for GPUDirect Storage load nvidia-fs in a custom image`,
      };
    },
  },
  {
    id: "gpu/helm-values",
    title: "Values of the GPU Operator do not contradict the owner of driver and allocation.",
    severity: "error",
    why: "Helm values are merged last and win: driver, toolkit or device plugin would run twice on a node.",
    source: OPERATOR_MIG,
    *check({ env }) {
      const values = env.platform.helmValues["gpu-operator"];
      const clashes = [
        ...(!operatorDrives(env) ? (["driver", "toolkit"] as const).map((k) => [k, `gpu.driver is ami`] as const) : []),
        ...(gpuAllocations(env).includes("device-plugin")
          ? []
          : [["devicePlugin", "allocation is dra in all groups"] as const]),
      ];
      for (const [part, because] of clashes) {
        const section = values?.[part] as { enabled?: unknown } | null | undefined;
        if (section?.enabled !== true) continue;
        yield {
          path: ["platform", "helmValues", "gpu-operator", part, "enabled"],
          message: `helmValues switches ${part} of the GPU Operator on, but ${because}`,
          fix: `remove ${part}.enabled from helmValues`,
        };
      }
    },
  },
  {
    id: "gpu/operator-off",
    title: "Somebody tells Kubernetes of the GPUs.",
    severity: "error",
    why: "Amazon Linux 2023 images have no device plugin: without the operator no node offers nvidia.com/gpu, and every GPU pod stays Pending.",
    source: DRA,
    *check({ env }) {
      if (env.gpu.operator) return;
      const blind = gpuGroups(env).filter((g) => g.allocation !== "dra" && imageOf(g)?.kind !== "bottlerocket");
      if (!blind.length) return;
      yield {
        path: ["gpu", "operator"],
        message: `operator is false, so nobody offers the GPUs of ${blind.map((g) => g.name).join(", ")} to pods`,
        fix: `gpu: { operator: true }`,
      };
    },
  },
  {
    id: "gpu/dcgm-needs-operator",
    title: "GPU telemetry has somebody to run it.",
    severity: "warning",
    why: "The exporter is part of the GPU Operator: without it there are no GPU metrics, and alerts on them stay silent.",
    source: "https://docs.nvidia.com/datacenter/cloud-native/gpu-operator/latest/getting-started.html",
    *check({ env }) {
      if (env.gpu.operator || env.gpu.dcgm === "off" || !gpuGroups(env).length) return;
      yield {
        path: ["gpu", "dcgm"],
        message: `dcgm is ${env.gpu.dcgm}, but operator is false: no exporter runs`,
        fix: `gpu: { operator: true }, or dcgm: "off"`,
      };
    },
  },
  {
    id: "gpu/driver-on-cpu",
    title: "The owner of a driver is said of pools that have GPUs.",
    severity: "error",
    why: "Nothing would be installed, and nodes of other pools would be labelled for it.",
    source: "https://docs.nvidia.com/datacenter/cloud-native/gpu-operator/latest/getting-started.html",
    *check({ config, env }) {
      for (const group of env.nodeGroups) {
        const { driver }: { readonly driver?: DriverOwner } = config.nodeGroups[group.name] ?? {};
        if (driver === undefined || group.gpus) continue;
        yield {
          path: groupPath(group, "driver"),
          message: `driver is ${driver}, but ${group.machineType} has no GPU`,
          fix: `remove driver`,
        };
      }
    },
  },
  {
    id: "gpu/gdrcopy-on-cpu",
    title: "The GDRCopy module is loaded on GPU nodes alone.",
    severity: "error",
    why: "It is built against the NVIDIA driver, which CPU images have not: the boot script would fail.",
    source: "https://github.com/NVIDIA/gdrcopy",
    *check({ env }) {
      for (const group of env.nodeGroups) {
        if (!group.gdrcopy || group.gpus) continue;
        yield {
          path: groupPath(group, "gdrcopyModule"),
          message: `gdrcopyModule is true, but ${group.machineType} has no GPU`,
          fix: `remove gdrcopyModule`,
        };
      }
    },
  },
];
