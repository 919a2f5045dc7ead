import table from "./instance-types.json";

/** `interface`: IP only. `efa`: EFA and IP. `efa-only`: EFA without an address. */
export type InterfaceType = "interface" | "efa" | "efa-only";

/** A set of network interfaces that AWS documents as legal for the type. */
export interface InterfaceLayout {
  /** [network card, device index, type] */
  readonly interfaces: readonly (readonly [card: number, device: number, type: InterfaceType])[];
  /** Private IPv4 addresses that one node takes for its interfaces. */
  readonly privateIps: number;
  /** EFA bandwidth of the layout, Gbps; null when AWS does not say. */
  readonly efaGbps: number | null;
  /** IP bandwidth of the layout, Gbps; null when AWS does not say. */
  readonly enaGbps: number | null;
  /** Where the layout comes from: spelled out by AWS, or an application of AWS's general rule. */
  readonly status: string;
}

export type LayoutName = "saveIp" | "primaryEfa" | "maxEna" | "singleEfa" | "eightEfa";

/** What is known of one EC2 instance type. `null` means: not verified in any source; never a guess. */
export interface InstanceType {
  readonly family: string;
  readonly vcpus: number;
  readonly memoryMiB: number;
  readonly arch: "amd64" | "arm64";
  readonly cpu: string;
  /** Generation of the Nitro system. */
  readonly nitro: number;
  /** NVIDIA GPUs; null when there are none. `memoryMiB` is per GPU. */
  readonly gpu: { readonly model: string; readonly count: number; readonly memoryMiB: number } | null;
  /** Accelerators of another make (Trainium); null when there are none. */
  readonly accelerator: { readonly model: string; readonly count: number } | null;
  readonly nvlink: {
    readonly nvswitch: boolean | null;
    readonly multiNode: boolean | null;
    readonly imexRequired: boolean | null;
  } | null;
  /** Local NVMe disks (instance store). `totalGB` is decimal. */
  readonly nvme: { readonly count: number | null; readonly totalGB: number | null };
  readonly network: {
    readonly cards: number;
    /** Listed bandwidth, Gbps. */
    readonly gbps: number | null;
    readonly baselineGbps: number;
    /** Reachable EFA bandwidth where it differs from the listed one, Gbps. */
    readonly efaMaxGbps: number | null;
    readonly enaMaxGbps: number | null;
  };
  readonly efa: {
    readonly supported: boolean;
    /** Most EFA interfaces that AWS accepts; never derived from the number of cards. */
    readonly max: number | null;
    readonly onCard0: boolean | null;
    readonly layouts: Readonly<Partial<Record<LayoutName, InterfaceLayout>>>;
    readonly defaultLayout: LayoutName | null;
  };
  readonly rdma: { readonly read: boolean | null; readonly write: boolean | null };
  readonly gpudirectRdma: boolean | null;
  readonly eni: { readonly max: number; readonly ipv4PerInterface: number; readonly card0: number | null };
  /** Pods in secondary-IP mode: nodeadm's own figure, and what the VPC CNI can really place by layout. */
  readonly maxPods: {
    readonly nodeadm: number | null;
    readonly efaOnlyOnCard0: number | null;
    readonly otherwise: number | null;
  };
  readonly purchase: {
    readonly onDemand: boolean | null;
    readonly spot: boolean | null;
    readonly capacityBlock: "instance" | "ultraserver" | null;
  };
  /** Whether cluster placement groups take the type. */
  readonly placementGroup: boolean | null;
  /** EKS AMI types that run on it; empty when only a custom AMI does. */
  readonly amiTypes: readonly string[];
  /** MIG, where the hardware can: whether the driver of EKS's images does. Profiles are in `mig.json`, by the GPU. */
  readonly mig: { readonly usable: boolean | null } | null;
  readonly lustre: { readonly efaClient: boolean; readonly gds: boolean; readonly efaConnections: number | null };
  /** Layers that the EC2 topology API reports; the last one is nearest to the instance. */
  readonly topologyLayers: number | null;
  readonly notes: readonly string[];
  /** Keys of {@link INSTANCE_SOURCES}. */
  readonly sources: readonly string[];
  readonly confidence: string;
}

export type InstanceTypeName = keyof typeof table.instances;

export const INSTANCE_TYPES = table.instances as unknown as Readonly<Record<InstanceTypeName, InstanceType>>;

export const INSTANCE_TYPE_NAMES = Object.keys(INSTANCE_TYPES) as [InstanceTypeName, ...InstanceTypeName[]];

/** Where the facts were read: key → document. */
export const INSTANCE_SOURCES: Readonly<Record<string, string>> = table.sources;
