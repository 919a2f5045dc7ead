/** How the CNI gets addresses for pods. It is one setting for all nodes of a cluster. */
export type PodAddresses =
  | {
      /** Blocks of 16 addresses (/28): many pods a node, few calls to EC2. Subnets need unbroken /28 ranges. */
      readonly kind: "prefixes";
      /** Blocks that a node keeps free, at least 1. */
      readonly warmPrefixes: number;
    }
  | {
      /** Single addresses: for tight subnets and few pods a node; every pod may cost a call to EC2. */
      readonly kind: "addresses";
      /** Addresses that a node keeps free, at least 1. */
      readonly warmAddresses: number;
      /** Addresses that a node holds from the start, at least 1: about the pods it usually runs. */
      readonly minimumAddresses: number;
    };

export interface VpcCniSettings {
  /**
   * Without it the CNI holds a whole spare interface on each node, 49 addresses on p5, and counts pods against single
   * addresses: with an `efa-only` interface on card 0 a p5 node then takes 51 pods, not 100.
   * @default - prefixes, one free
   * @see https://github.com/aws/amazon-vpc-cni-k8s/blob/master/docs/prefix-and-ip-target.md
   */
  readonly podAddresses?: PodAddresses;
  /**
   * Whether network policies count. "standard": a new pod may do everything until its policies are in force.
   * "strict": nothing, and every pod needs a policy, CoreDNS too. @default "standard"
   * @see https://docs.aws.amazon.com/eks/latest/userguide/cni-network-policy-configure.html
   */
  readonly networkPolicy?: "off" | "standard" | "strict";
  /**
   * Gives pods that ask for it an address on each network card. EFA does not need it: cards that have only `efa-only`
   * interfaces stay unmanaged either way. @default false
   * @see https://github.com/aws/amazon-vpc-cni-k8s#enable_multi_nic-v1200
   */
  readonly multiNic?: boolean;
  /**
   * Blocks outside the VPC to which pods go with their own address, and not with that of their node.
   * @default - none
   * @see https://docs.aws.amazon.com/eks/latest/userguide/hybrid-nodes-gateway-cni.html
   */
  readonly keepSourceTo?: readonly string[];
}

/** The add-on takes booleans and numbers as text. */
export interface VpcCniConfiguration {
  readonly [key: string]: string | Readonly<Record<string, string>>;
  readonly enableNetworkPolicy: "true" | "false";
  readonly env: Readonly<Record<string, string>>;
}

/** Configuration values of the add-on `vpc-cni`. */
export function vpcCniConfiguration(settings: VpcCniSettings): VpcCniConfiguration {
  const { podAddresses = { kind: "prefixes", warmPrefixes: 1 }, networkPolicy = "standard" } = settings;
  return {
    enableNetworkPolicy: networkPolicy === "off" ? "false" : "true",
    env: {
      ...addressVariables(podAddresses),
      ...(networkPolicy === "strict" && { NETWORK_POLICY_ENFORCING_MODE: "strict" }),
      ...(settings.multiNic && { ENABLE_MULTI_NIC: "true" }),
      ...(settings.keepSourceTo && { AWS_VPC_K8S_CNI_EXCLUDE_SNAT_CIDRS: settings.keepSourceTo.join(",") }),
    },
  };
}

function addressVariables(addresses: PodAddresses): Record<string, string> {
  if (addresses.kind === "prefixes")
    return { ENABLE_PREFIX_DELEGATION: "true", WARM_PREFIX_TARGET: count("warmPrefixes", addresses.warmPrefixes) };
  return {
    ENABLE_PREFIX_DELEGATION: "false",
    WARM_IP_TARGET: count("warmAddresses", addresses.warmAddresses),
    MINIMUM_IP_TARGET: count("minimumAddresses", addresses.minimumAddresses),
  };
}

/** The CNI takes 0 as "not set", and then falls back to a whole spare interface, or keeps nothing free. */
function count(name: string, value: number): string {
  if (!Number.isInteger(value) || value < 1)
    throw new Error(
      `pod addresses: ${name} is ${value}, the CNI wants a whole number of at least 1. Set it to 1 or more.`,
    );
  return String(value);
}
