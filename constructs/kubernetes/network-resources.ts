import type { EnvVar, NodeSelector, Toleration } from "kubernetes-types/core/v1";
import type { Written } from "./written";

/** Of kinds of network operators what Railyard writes. Cluster-wide ones have no namespace. */
interface Network<ApiVersion extends string, Kind extends string, Spec> {
  readonly apiVersion: ApiVersion;
  readonly kind: Kind;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec: Spec;
}

interface Image {
  readonly image: string;
  readonly repository: string;
  readonly version: string;
}

/** @see https://github.com/Mellanox/network-operator/blob/v26.4.1/api/v1alpha1/nicclusterpolicy_types.go */
export type NicClusterPolicy = Network<
  "mellanox.com/v1alpha1",
  "NicClusterPolicy",
  {
    readonly tolerations: readonly Written<Toleration>[];
    readonly ofedDriver?: Image & {
      readonly env?: readonly Written<EnvVar>[];
      readonly certConfig?: { readonly name: string };
      readonly upgradePolicy: {
        readonly autoUpgrade: boolean;
        readonly maxParallelUpgrades: number;
        readonly drain: {
          readonly enable: boolean;
          readonly force: boolean;
          readonly timeoutSeconds: number;
          readonly deleteEmptyDir: boolean;
        };
      };
    };
    readonly rdmaSharedDevicePlugin?: Image & { readonly config: string };
    readonly sriovDevicePlugin?: Image & { readonly config: string };
    readonly secondaryNetwork: { readonly cniPlugins: Image; readonly multus: Image; readonly ipoib?: Image };
    readonly nvIpam: Image & { readonly enableWebhook: boolean };
    readonly ibKubernetes?: Image & {
      readonly periodicUpdateSeconds: number;
      readonly pKeyGUIDPoolRangeStart: string;
      readonly pKeyGUIDPoolRangeEnd: string;
      readonly ufmSecret: string;
    };
    readonly nicConfigurationOperator?: {
      readonly operator: Image;
      readonly configurationDaemon: Image;
      readonly env?: readonly { readonly name: string; readonly value: string }[];
    };
  }
>;

type OfNodes = { readonly nodeSelector: Written<NodeSelector> };

/** @see https://github.com/Mellanox/nvidia-k8s-ipam/tree/3ce4a34/api/v1alpha1 */
export type AddressPool =
  | Network<
      "nv-ipam.nvidia.com/v1alpha1",
      "IPPool",
      OfNodes & { readonly subnet: string; readonly perNodeBlockSize: number }
    >
  | Network<
      "nv-ipam.nvidia.com/v1alpha1",
      "CIDRPool",
      OfNodes & { readonly cidr: string; readonly perNodeNetworkPrefix: number; readonly gatewayIndex: number }
    >;

/** @see https://github.com/k8snetworkplumbingwg/sriov-network-operator/tree/249e200/api/v1 */
export type SriovObject =
  | Network<
      "sriovnetwork.openshift.io/v1",
      "SriovNetworkNodePolicy",
      {
        readonly resourceName: string;
        readonly nodeSelector: Readonly<Record<string, string>>;
        readonly nicSelector: { readonly vendor: string; readonly rootDevices: readonly string[] };
        readonly numVfs: number;
        readonly mtu: number;
        readonly linkType: "ib" | "eth";
        readonly isRdma: boolean;
        readonly deviceType: "netdevice";
        readonly priority: number;
      }
    >
  | Network<
      "sriovnetwork.openshift.io/v1",
      "SriovNetworkPoolConfig",
      {
        readonly maxUnavailable: number;
        readonly nodeSelector: { readonly matchLabels: Readonly<Record<string, string>> };
        readonly rdmaMode: "exclusive" | "shared";
      }
    >
  | Network<
      "sriovnetwork.openshift.io/v1",
      "SriovIBNetwork",
      PodNetwork & { readonly resourceName: string; readonly linkState: "enable"; readonly metaPlugins: string }
    >
  | Network<
      "sriovnetwork.openshift.io/v1",
      "SriovNetwork",
      PodNetwork & { readonly resourceName: string; readonly metaPlugins: string }
    >;

/** `ipam` is JSON. */
interface PodNetwork {
  /** Namespace of the pods. */
  readonly networkNamespace: string;
  readonly ipam: string;
}

/** @see https://github.com/Mellanox/network-operator/tree/v26.4.1/api/v1alpha1 */
export type MellanoxNetwork =
  | Network<"mellanox.com/v1alpha1", "HostDeviceNetwork", PodNetwork & { readonly resourceName: string }>
  | Network<
      "mellanox.com/v1alpha1",
      "MacvlanNetwork",
      PodNetwork & { readonly master: string; readonly mode: "bridge"; readonly mtu: number }
    >
  | Network<"mellanox.com/v1alpha1", "IPoIBNetwork", PodNetwork & { readonly master: string }>;

/** A network as Multus reads it; `config` is JSON. @see https://github.com/k8snetworkplumbingwg/multi-net-spec */
export type NetworkAttachmentDefinition = Network<
  "k8s.cni.cncf.io/v1",
  "NetworkAttachmentDefinition",
  { readonly config: string }
>;

/** @see https://github.com/Mellanox/nic-configuration-operator/tree/v26.4.1 */
export type NicConfigurationTemplate = Network<
  "configuration.net.nvidia.com/v1alpha1",
  "NicConfigurationTemplate",
  {
    readonly nodeSelector: Readonly<Record<string, string>>;
    readonly nicSelector: { readonly nicType: string; readonly pciAddresses: readonly string[] };
    readonly template: {
      readonly numVfs: number;
      readonly linkType: "Infiniband" | "Ethernet";
      readonly pciPerformanceOptimized: { readonly enabled: boolean };
      readonly gpuDirectOptimized: { readonly enabled: boolean; readonly env: "Baremetal" };
      readonly roceOptimized?: {
        readonly enabled: boolean;
        readonly qos: { readonly trust: string; readonly pfc: string; readonly tos: number };
      };
      readonly spectrumXOptimized?: { readonly enabled: boolean; readonly version: string; readonly overlay: "none" };
      readonly rawNvConfig?: readonly { readonly name: string; readonly value: string }[];
    };
  }
>;

export type NetworkResource =
  | AddressPool
  | MellanoxNetwork
  | NetworkAttachmentDefinition
  | NicClusterPolicy
  | NicConfigurationTemplate
  | SriovObject;
