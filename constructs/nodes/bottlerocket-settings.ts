import type { ResolvedOutbound } from "../../config/outbound/outbound";
import { outboundSettings } from "./outbound-boot";
import { compact, mergeSettings, type SettingTable } from "./settings";
import type { ClusterCoordinates } from "./node-config";
import { toml } from "./toml";

/** The NVIDIA device plugin that Bottlerocket carries. */
export interface BottlerocketNvidia {
  /** False where the GPU Operator or a DRA driver owns the GPUs; needs Bottlerocket 1.63. @default true */
  readonly devicePlugin?: boolean;
  /** How one GPU serves several pods. @default - whole GPUs */
  readonly partitioning?:
    /** MIG, needs Bottlerocket 1.34. `profiles`: GPU model such as `h100.80gb` → profile or number of slices. */
    | { readonly kind: "mig"; readonly profiles: Readonly<Record<string, string>> }
    | { readonly kind: "time-slicing"; readonly replicas: number };
}

export interface BottlerocketSettingsProps {
  /** @default - Bottlerocket's own figure for the instance type */
  readonly maxPods?: number;
  /** @default - none */
  readonly cpuManagerPolicy?: "none" | "static";
  /** @default - none */
  readonly topologyManagerPolicy?: "none" | "best-effort" | "restricted" | "single-numa-node";
  /** @default - container */
  readonly topologyManagerScope?: "container" | "pod";
  /** Kept for the system, in Kubernetes quantities. @default - none */
  readonly systemReserved?: Readonly<Partial<Record<"cpu" | "memory" | "ephemeral-storage" | "pid", string>>>;
  /** Huge pages of 2 MiB. @default - Bottlerocket reserves them by itself when an EFA device is attached */
  readonly hugepages2Mi?: number;
  /** Kernel settings, e.g. `net.core.somaxconn`. @default - none */
  readonly sysctl?: Readonly<Record<string, string>>;
  /** Stripe the NVMe disks and keep images, pods and pod logs on them. @default false */
  readonly useInstanceStore?: boolean;
  readonly nvidia?: BottlerocketNvidia;
  /** Mirrors, authorities and the proxy of the site. @default - the open internet */
  readonly outbound?: ResolvedOutbound;
  /** Only for custom images: EKS adds these values itself for its own. @default - none */
  readonly cluster?: ClusterCoordinates;
  /** More below `settings`, merged last: tables merge, arrays and scalars replace, null removes. @default - none */
  readonly overrides?: SettingTable;
}

/**
 * Bottlerocket user data. What it says overrides what EKS adds.
 * @see https://bottlerocket.dev/en/os/latest/#/api/settings/
 */
export function bottlerocketSettings(props: BottlerocketSettingsProps): string {
  const settings: SettingTable = {
    kubernetes: {
      "max-pods": props.maxPods,
      "cpu-manager-policy": props.cpuManagerPolicy,
      "topology-manager-policy": props.topologyManagerPolicy,
      "topology-manager-scope": props.topologyManagerScope,
      "system-reserved": props.systemReserved,
      ...(props.cluster && cluster(props.cluster)),
    },
    kernel: {
      sysctl: {
        ...props.sysctl,
        // Spelled with a slash like the setting that Bottlerocket generates: another spelling would stand beside it.
        "vm/nr_hugepages": props.hugepages2Mi === undefined ? undefined : String(props.hugepages2Mi),
      },
    },
    "bootstrap-commands": props.useInstanceStore ? { "010-instance-store": INSTANCE_STORE } : undefined,
    ...(props.outbound && outboundSettings(props.outbound)),
    "kubelet-device-plugins": { nvidia: props.nvidia && nvidia(props.nvidia) },
  };
  return toml(compact({ settings: mergeSettings(settings, props.overrides ?? {}) }));
}

/** Both commands do nothing on instances without NVMe, and nothing twice: `init` keeps an array that it finds. */
const INSTANCE_STORE: SettingTable = {
  commands: [
    ["apiclient", "ephemeral-storage", "init"],
    ["apiclient", "ephemeral-storage", "bind", "--dirs", "/var/lib/containerd", "/var/lib/kubelet", "/var/log/pods"],
  ],
  // A node without the disks that were paid for should not join, as on AL2023.
  essential: true,
  // Bind mounts do not outlive a reboot.
  mode: "always",
};

/** `cluster-dns-ip` is left to Bottlerocket, which derives it for custom images as well. */
function cluster(to: ClusterCoordinates): SettingTable {
  return {
    "api-server": to.apiServerEndpoint,
    "cluster-certificate": to.certificateAuthority,
    "cluster-name": to.name,
  };
}

function nvidia({ devicePlugin, partitioning }: BottlerocketNvidia): SettingTable {
  if (devicePlugin === false && partitioning)
    throw new Error(
      `Bottlerocket: ${partitioning.kind} is done by the built-in device plugin, which devicePlugin: false switches off; choose one`,
    );
  return {
    enabled: devicePlugin === false ? false : undefined,
    ...(partitioning?.kind === "mig" && {
      "device-partitioning-strategy": "mig",
      mig: { profile: partitioning.profiles },
    }),
    ...(partitioning?.kind === "time-slicing" && {
      "device-sharing-strategy": "time-slicing",
      "time-slicing": { replicas: partitioning.replicas },
    }),
  };
}
