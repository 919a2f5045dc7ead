/** What the nodes of a pool are for, as far as their settings differ. `none`: nothing beyond what config itself says. */
export const TUNING_PURPOSES = ["training", "inference", "cpu", "none"] as const;

export type TuningPurpose = (typeof TUNING_PURPOSES)[number];

/**
 * How a setting reaches a node.
 * - `sysctl`, `sysfs`: written while it runs.
 * - `hugepages`: pages of 2 MiB, before kubelet counts them.
 * - `unit-limit`: a limit of containerd, which containers inherit.
 * - `module`, `module-option`: when a kernel module is loaded.
 * - `lustre`: a parameter of a mounted client.
 * - `service`: a unit of systemd.
 * - `pci`: a register of each device.
 * - `kernel-argument`: at boot; a reboot, or an image that has it.
 */
export type SettingKind =
  | "sysctl"
  | "sysfs"
  | "hugepages"
  | "unit-limit"
  | "module"
  | "module-option"
  | "lustre"
  | "service"
  | "pci"
  | "kernel-argument";

/**
 * For which nodes a value is the default, beside their purpose.
 * - `fabric`: with devices that pin memory (EFA, InfiniBand, RoCE).
 * - `huge-pages`: whose fabric lets pods ask for them.
 * - `rails`: several cards in one network, as InfiniBand and RoCE have them.
 * - `coherent`: GPUs that share memory with the CPU (Grace).
 * - `lustre-…`: a volume of Lustre is mounted, over TCP where that is said, by more than 64 CPUs or 64 GiB.
 * - `bare-metal`: no hypervisor below; `x86`, `arm64`: of that architecture.
 * - `vm-host`: whose GPUs belong to virtual machines; `x86`: of that architecture.
 * - `own-kernel`: whoever looks after them chose the kernel, and with it the modules that there are.
 */
export type SettingCondition =
  | "fabric"
  | "huge-pages"
  | "rails"
  | "coherent"
  | "lustre-many-cpus"
  | "lustre-tcp-many-cpus"
  | "lustre-much-memory"
  | "bare-metal"
  | "bare-metal-x86"
  | "bare-metal-arm64"
  | "bare-metal-fabric"
  | "vm-host"
  | "vm-host-x86"
  | "own-kernel";

/** One setting of a host, and when an expert would choose its value. */
export interface HostSetting {
  /** Place in config below `tuning`. */
  readonly path: readonly [string] | readonly [string, string];
  readonly kind: SettingKind;
  /** As the kernel or program names it. */
  readonly at: string;
  /** `perCpu`: so much for each logical CPU. */
  readonly value: string | { readonly perCpu: number };
  /** `at-least`: more is as good, and is never lowered. */
  readonly compare: "equal" | "at-least";
  /** Where it is the default; empty: only where config asks for it. */
  readonly purposes: readonly TuningPurpose[];
  readonly when: readonly SettingCondition[];
  /** Whether a job that runs would feel the change. */
  readonly disturbs: boolean;
  /** Why a host may lack it altogether, which is no fault; null: each host has it. */
  readonly mayLack: string | null;
  readonly why: string;
  readonly source: string;
}

/** Where AWS says what large clients of FSx for Lustre want. */
export const FSX_CLIENTS = "https://docs.aws.amazon.com/fsx/latest/LustreGuide/performance-tips.html";

/** A value that may be, with its reason. */
type Reasons = Pick<HostSetting, "why" | "source"> & Partial<HostSetting>;

/** A setting that is the same on all hosts that have it, and that no purpose has by default, unless said otherwise. */
export function row(
  path: HostSetting["path"],
  kind: SettingKind,
  at: string,
  value: HostSetting["value"],
  more: Reasons,
): HostSetting {
  return { path, kind, at, value, compare: "equal", purposes: [], when: [], disturbs: false, mayLack: null, ...more };
}

/** A setting of the kernel that is written while it runs. */
export function sysctl(name: string, value: string, more: Reasons) {
  return row(["sysctl", name], "sysctl", name, value, more);
}

/** An argument that the kernel is booted with. */
export function argument(name: string, value: string, more: Reasons) {
  return row(["kernelArguments", name], "kernel-argument", name, value, {
    purposes: ["training", "inference"],
    disturbs: true,
    ...more,
  });
}

/** A setting of clients of Lustre. */
export function lustre(
  key: string,
  kind: SettingKind,
  at: string,
  value: HostSetting["value"],
  more: Pick<HostSetting, "why" | "when">,
): HostSetting {
  const mayLack = kind === "lustre" ? "no file system is mounted" : "the module is not loaded";
  return row(["lustre", key], kind, at, value, {
    purposes: ["training", "inference", "cpu"],
    mayLack,
    source: FSX_CLIENTS,
    ...more,
  });
}
