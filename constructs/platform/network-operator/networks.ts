import type { NetworkResource } from "../../kubernetes/network-resources";
import { nicTemplateSpec } from "./nic-template";
import type { RdmaPool } from "./rdma-pool";

type Rail = RdmaPool["rdma"]["rails"][number];

/** Namespace of networks that all pods may use. */
const SHARED_NAMESPACE = "default";

/** Of the nodes of a pool, as NV-IPAM takes it. */
const terms = ({ nodeSelector }: RdmaPool) => ({
  nodeSelectorTerms: [
    {
      matchExpressions: Object.entries(nodeSelector).map(([key, value]) => ({ key, operator: "In", values: [value] })),
    },
  ],
});

/**
 * Objects of a pool in the order in which they depend on each other: addresses, functions of cards, and the networks that pods
 * name.
 * @param namespace of the operator
 */
export function poolObjects(pool: RdmaPool, namespace: string): NetworkResource[] {
  const { rails, access } = pool.rdma;
  return [
    ...rails.map((rail) => addressPool(pool, rail, namespace)),
    ...nicTemplates(pool, namespace),
    ...(access === "sriov"
      ? [exclusive(pool, namespace), ...rails.map((rail) => functions(pool, rail, namespace))]
      : []),
    ...networks(pool, namespace),
  ];
}

/** A flat network has blocks of one subnet; routed rails have a subnet of each node. @see https://github.com/Mellanox/nvidia-k8s-ipam */
function addressPool(pool: RdmaPool, { network, subnet }: Rail, namespace: string): NetworkResource {
  const { routed, addressesPerNode } = pool.rdma;
  const metadata = { name: network, namespace };
  const apiVersion = "nv-ipam.nvidia.com/v1alpha1";
  if (!routed)
    return {
      apiVersion,
      kind: "IPPool",
      metadata,
      spec: { subnet, perNodeBlockSize: addressesPerNode, nodeSelector: terms(pool) },
    };
  // the first address of a node's part is its router's
  const perNodeNetworkPrefix = 32 - Math.ceil(Math.log2(addressesPerNode + 2));
  return {
    apiVersion,
    kind: "CIDRPool",
    metadata,
    spec: { cidr: subnet, perNodeNetworkPrefix, gatewayIndex: 1, nodeSelector: terms(pool) },
  };
}

function nicTemplates(pool: RdmaPool, namespace: string): NetworkResource[] {
  const spec = nicTemplateSpec(pool);
  return spec === null
    ? []
    : [
        {
          apiVersion: "configuration.net.nvidia.com/v1alpha1",
          kind: "NicConfigurationTemplate",
          metadata: { name: pool.name, namespace },
          spec,
        },
      ];
}

/** Pods see the RDMA devices of their own functions alone; one node at a time is drained for it. */
const exclusive = ({ name, nodeSelector }: RdmaPool, namespace: string): NetworkResource => ({
  apiVersion: "sriovnetwork.openshift.io/v1",
  kind: "SriovNetworkPoolConfig",
  metadata: { name, namespace },
  spec: { maxUnavailable: 1, nodeSelector: { matchLabels: nodeSelector }, rdmaMode: "exclusive" },
});

/** Functions of one card, which is found by its PCI address. */
function functions(pool: RdmaPool, { network, resource, pci }: Rail, namespace: string): NetworkResource {
  const { rdma, nodeSelector } = pool;
  return {
    apiVersion: "sriovnetwork.openshift.io/v1",
    kind: "SriovNetworkNodePolicy",
    metadata: { name: network, namespace },
    spec: {
      resourceName: resource,
      nodeSelector,
      nicSelector: { vendor: "15b3", rootDevices: pci === null ? [] : [pci] },
      numVfs: rdma.vfs ?? 1,
      mtu: rdma.mtu,
      linkType: rdma.link === "infiniband" ? "ib" : "eth",
      isRdma: true,
      deviceType: "netdevice",
      priority: 90,
    },
  };
}

/** Networks of all pods, and of teams those in their own namespaces. */
function networks(pool: RdmaPool, namespace: string): NetworkResource[] {
  const { rails, infiniband } = pool.rdma;
  const own = rails.map((rail) =>
    network(pool, rail, { namespace, into: SHARED_NAMESPACE, pkey: infiniband?.pkey ?? null }),
  );
  const teams = Object.entries(infiniband?.tenants ?? {}).flatMap(([team, pkey]) =>
    rails.map((rail) => network(pool, rail, { namespace, into: team, pkey, suffix: `-${team}` })),
  );
  return [...own, ...teams];
}

interface NetworkProps {
  /** Of the operator. */
  readonly namespace: string;
  /** Of the pods that may use it. */
  readonly into: string;
  readonly pkey: string | null;
  readonly suffix?: string;
}

function network({ rdma }: RdmaPool, rail: Rail, props: NetworkProps): NetworkResource {
  const { namespace, into, pkey, suffix = "" } = props;
  const pool = { type: "nv-ipam", poolName: rail.network, ...(rdma.routed && { poolType: "cidrpool" }) };
  const name = `${rail.network}${suffix}`;
  const common = { networkNamespace: into, ipam: JSON.stringify(pool) };
  switch (rdma.access) {
    case "sriov":
      if (pkey !== null) return partitioned(rdma, rail, { name, namespace: into, pkey, ipam: pool });
      return rdma.infiniband
        ? {
            apiVersion: "sriovnetwork.openshift.io/v1",
            kind: "SriovIBNetwork",
            metadata: { name, namespace },
            spec: { ...common, resourceName: rail.resource, linkState: "enable", metaPlugins: RDMA_PLUGIN },
          }
        : {
            apiVersion: "sriovnetwork.openshift.io/v1",
            kind: "SriovNetwork",
            metadata: { name, namespace },
            spec: {
              ...common,
              resourceName: rail.resource,
              metaPlugins: `${rdma.routed ? SOURCE_ROUTES : OWN_ADDRESSES}, ${RDMA_PLUGIN}`,
            },
          };
    case "host-device":
      return {
        apiVersion: "mellanox.com/v1alpha1",
        kind: "HostDeviceNetwork",
        metadata: { name },
        spec: { ...common, resourceName: rail.resource },
      };
    case "shared-device":
      return {
        apiVersion: "mellanox.com/v1alpha1",
        kind: "MacvlanNetwork",
        metadata: { name },
        spec: { ...common, master: rail.netdev ?? "", mode: "bridge", mtu: rdma.mtu },
      };
    case "ipoib":
      return {
        apiVersion: "mellanox.com/v1alpha1",
        kind: "IPoIBNetwork",
        metadata: { name },
        spec: { ...common, master: rail.netdev ?? "" },
      };
  }
}

/** The RDMA device goes into the pod with the function. */
const RDMA_PLUGIN = JSON.stringify({ type: "rdma" });

/** Answers leave by the interface that they came in by. */
const SOURCE_ROUTES = JSON.stringify({ type: "sbr" });

/** Interfaces of one flat network answer for their own addresses alone. */
const OWN_ADDRESSES = JSON.stringify({
  type: "tuning",
  sysctl: { "net.ipv4.conf.all.arp_announce": "2", "net.ipv4.conf.all.arp_ignore": "1" },
});

/**
 * In a partition: SriovIBNetwork has no key for it, so this is what it would write, with the partition.
 * @see https://github.com/k8snetworkplumbingwg/ib-sriov-cni#configuration-reference
 */
function partitioned(
  { infiniband }: RdmaPool["rdma"],
  { request }: Rail,
  { name, namespace, pkey, ipam }: { name: string; namespace: string; pkey: string; ipam: object },
): NetworkResource {
  const managed = infiniband?.subnetManager.kind === "ufm";
  return {
    apiVersion: "k8s.cni.cncf.io/v1",
    kind: "NetworkAttachmentDefinition",
    metadata: { name, namespace, annotations: { "k8s.v1.cni.cncf.io/resourceName": request } },
    spec: {
      config: JSON.stringify({
        cniVersion: "0.3.1",
        name,
        type: "ib-sriov",
        pkey,
        link_state: "enable",
        rdmaIsolation: true,
        ...(managed && { ibKubernetesEnabled: true, capabilities: { infinibandGUID: true } }),
        ipam,
      }),
    },
  };
}
