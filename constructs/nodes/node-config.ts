import { compact, mergeSettings, isSettingTable, type Setting, type SettingTable } from "./settings";

/** What a node that EKS does not introduce must be told of its cluster. Values may be tokens. */
export interface ClusterCoordinates {
  readonly name: string;
  readonly apiServerEndpoint: string;
  /** Base64, as EKS gives it. */
  readonly certificateAuthority: string;
  /** CIDR of the cluster's services; the address of cluster DNS is derived from it. */
  readonly serviceCidr: string;
}

/** What happens to the NVMe disks of an instance. */
export interface LocalStorage {
  /**
   * `RAID0`: one volume, which is lost with any disk. `RAID10`: half the space, four disks or more.
   * `Mount`: each disk by itself. RAID volumes carry kubelet, containerd and pod logs.
   */
  readonly strategy: "RAID0" | "RAID10" | "Mount";
  /** What stays on the root volume. @default - nothing */
  readonly disabledMounts?: readonly ("Containerd" | "PodLogs" | "SOCI")[];
  /** @default "/mnt/k8s-disks/" */
  readonly mountPath?: string;
}

export interface KubeletProps {
  /** `static` gives whole CPUs to Guaranteed pods. A change needs a new node. @default - kubelet's: none */
  readonly cpuManagerPolicy?: "none" | "static";
  /** @default - kubelet's: none */
  readonly topologyManagerPolicy?: "none" | "best-effort" | "restricted" | "single-numa-node";
  /** @default - kubelet's: container */
  readonly topologyManagerScope?: "container" | "pod";
  /** CPUs kept from pods, as a list such as `0-1,96-97`. @default - none by number */
  readonly reservedSystemCpus?: string;
  /** Kept for the system, in Kubernetes quantities. @default - what nodeadm reserves for kubelet only */
  readonly systemReserved?: Readonly<Partial<Record<"cpu" | "memory" | "ephemeral-storage" | "pid", string>>>;
}

export interface NodeConfigProps {
  /**
   * Most pods on the node. nodeadm counts interfaces that VPC CNI cannot use when card 0 has an efa-only device.
   * @default - nodeadm's own figure
   */
  readonly maxPods?: number;
  /** @default - instance store stays unformatted */
  readonly localStorage?: LocalStorage;
  readonly kubelet?: KubeletProps;
  /** Labels by kubelet flag, for nodes whose group cannot set them. @default - none */
  readonly nodeLabels?: Readonly<Record<string, string>>;
  /** Pull image layers in parallel; needs a root or local disk that keeps up. @default false */
  readonly fastImagePull?: boolean;
  /** Variables of nodeadm and of all services (`default`), and of services by name. @default - none */
  readonly environment?: SettingTable;
  /** Only for custom images: EKS adds these values itself for its own. @default - none */
  readonly cluster?: ClusterCoordinates;
  /** Partial NodeConfig `spec`, merged last: objects merge, arrays and scalars replace, null removes. @default - none */
  readonly overrides?: SettingTable;
}

/**
 * The nodeadm NodeConfig of an AL2023 node. It is JSON, which nodeadm reads like YAML, with sorted keys: the same
 * settings give the same bytes.
 * @see https://awslabs.github.io/amazon-eks-ami/nodeadm/doc/api/
 */
export function nodeConfig(props: NodeConfigProps): string {
  const { cluster, kubelet, localStorage } = props;
  const spec: SettingTable = {
    cluster: cluster && {
      name: cluster.name,
      apiServerEndpoint: cluster.apiServerEndpoint,
      certificateAuthority: cluster.certificateAuthority,
      cidr: cluster.serviceCidr,
    },
    featureGates: { FastImagePull: props.fastImagePull },
    instance: {
      environment: props.environment,
      localStorage: localStorage && {
        strategy: localStorage.strategy,
        disabledMounts: localStorage.disabledMounts,
        mountPath: localStorage.mountPath,
      },
    },
    kubelet: {
      config: { maxPods: props.maxPods, ...(kubelet && kubeletConfiguration(kubelet)) },
      flags: nodeLabelFlags(props.nodeLabels ?? {}),
    },
  };
  return ascii(
    JSON.stringify(
      sorted({
        apiVersion: "node.eks.aws/v1alpha1",
        kind: "NodeConfig",
        spec: compact(mergeSettings(spec, props.overrides ?? {})),
      }),
      null,
      2,
    ) + "\n",
  );
}

function kubeletConfiguration(kubelet: KubeletProps): SettingTable {
  return {
    cpuManagerPolicy: kubelet.cpuManagerPolicy,
    topologyManagerPolicy: kubelet.topologyManagerPolicy,
    topologyManagerScope: kubelet.topologyManagerScope,
    systemReserved: kubelet.systemReserved,
    ...(kubelet.reservedSystemCpus && {
      reservedSystemCPUs: kubelet.reservedSystemCpus,
      // nodeadm sets both cgroups, and kubelet does not start with them next to reservedSystemCPUs.
      kubeReservedCgroup: "",
      systemReservedCgroup: "",
    }),
  };
}

function nodeLabelFlags(labels: Readonly<Record<string, string>>): readonly string[] | undefined {
  const pairs = Object.keys(labels)
    .sort()
    .map((key) => `${key}=${labels[key]}`);
  return pairs.length > 0 ? [`--node-labels=${pairs.join(",")}`] : undefined;
}

/** JSON says every character in ASCII, which is all that comes through user data. */
const ascii = (json: string): string =>
  json.replace(/[\u007f-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);

function sorted(value: Setting | undefined): Setting | undefined {
  if (Array.isArray(value)) return value.map((item: Setting) => sorted(item) as Setting);
  if (!isSettingTable(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}
