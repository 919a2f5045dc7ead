import type { SettingKind } from "./host-setting";

const EKS_AMI = "https://github.com/awslabs/amazon-eks-ami/blob/v20260724/templates/al2023";
const KUBELET = "https://github.com/kubernetes/kubernetes/blob/master/pkg/kubelet/cm/container_manager_linux.go";

/** What an image has already: nothing writes it a second time, and `railyard host-check` looks for it. */
export interface ImageSetting {
  readonly at: string;
  readonly kind: SettingKind;
  readonly value: string;
  readonly source: string;
}

/**
 * Images of EKS on Amazon Linux 2023, which are all built with EFA.
 * @see https://github.com/awslabs/amazon-eks-ami/tree/v20260724/templates/al2023
 */
export const AL2023_SETTINGS: readonly ImageSetting[] = [
  image("sysctl", "fs.inotify.max_user_watches", "524288", "runtime/rootfs/etc/sysctl.conf"),
  image("sysctl", "fs.inotify.max_user_instances", "8192", "runtime/rootfs/etc/sysctl.conf"),
  image("sysctl", "vm.max_map_count", "524288", "runtime/rootfs/etc/sysctl.conf"),
  image("sysctl", "kernel.pid_max", "4194304", "runtime/rootfs/etc/sysctl.conf"),
  image("kernel-argument", "intel_idle.max_cstate", "1", "provisioners/limit-c-states.sh"),
  image("kernel-argument", "processor.max_cstate", "1", "provisioners/limit-c-states.sh"),
];

/**
 * What kubelet sets whenever it starts, on any node; with `protectKernelDefaults` it does not start where they differ.
 * @see https://github.com/kubernetes/kubernetes/blob/master/pkg/kubelet/cm/container_manager_linux.go
 */
export const KUBELET_SETTINGS: readonly ImageSetting[] = (
  [
    ["vm.overcommit_memory", "1"],
    ["vm.panic_on_oom", "0"],
    ["kernel.panic", "10"],
    ["kernel.panic_on_oops", "1"],
    ["kernel.keys.root_maxkeys", "1000000"],
    ["kernel.keys.root_maxbytes", "25000000"],
  ] as const
).map(([at, value]) => ({ kind: "sysctl", at, value, source: KUBELET }));

function image(kind: SettingKind, at: string, value: string, file: string): ImageSetting {
  return { at, kind, value, source: `${EKS_AMI}/${file}` };
}
