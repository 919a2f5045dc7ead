import { formatCidr, networkOf, parseCidr } from "../kernel/cidr";

/** What EKS documents of hybrid nodes, with the places where it was read. */
export const HYBRID_SOURCES = {
  networking: {
    url: "https://docs.aws.amazon.com/eks/latest/userguide/hybrid-nodes-networking.html",
    copy: "crowecawcaw/aws-docs-history@0db028c",
    asOf: "2026-08",
  },
  cluster: {
    url: "https://docs.aws.amazon.com/eks/latest/userguide/hybrid-nodes-cluster-prep.html",
    copy: "crowecawcaw/aws-docs-history@0db028c",
    asOf: "2026-08",
  },
  credentials: {
    url: "https://docs.aws.amazon.com/eks/latest/userguide/hybrid-nodes-creds.html",
    copy: "aws/eks-hybrid@e5f42ca example/hybrid-ssm-cfn.yaml, hybrid-ira-cfn.yaml",
    asOf: "2026-08",
  },
  cni: {
    url: "https://docs.aws.amazon.com/eks/latest/userguide/hybrid-nodes-cni.html",
    copy: "awsdocs/amazon-eks-user-guide pull/1163",
    asOf: "2026-08",
  },
  gateway: {
    url: "https://docs.aws.amazon.com/eks/latest/userguide/hybrid-nodes-gateway-cni.html",
    copy: "a copy of the page in Markdown, and aws/eks-hybrid-nodes-gateway@e0ceb78",
    asOf: "2026-11",
  },
  gatewayStart: {
    url: "https://docs.aws.amazon.com/eks/latest/userguide/hybrid-nodes-gateway-getting-started.html",
    copy: "a copy of the page in Markdown; aws-samples/sample-eks-hybrid-nodes-gpu-burst-scaling@2b2f353 terraform-live/gateway-*.tf does the same",
    asOf: "2026-11",
  },
  addons: {
    url: "https://docs.aws.amazon.com/eks/latest/userguide/hybrid-nodes-add-ons.html",
    copy: "crowecawcaw/aws-docs-history@0db028c",
    asOf: "2026-08",
  },
  webhooks: {
    url: "https://docs.aws.amazon.com/eks/latest/userguide/hybrid-nodes-webhooks.html",
    copy: "crowecawcaw/aws-docs-history@0db028c",
    asOf: "2026-08",
  },
  nodeadm: {
    url: "https://docs.aws.amazon.com/eks/latest/userguide/hybrid-nodes-nodeadm.html",
    copy: "aws/eks-hybrid@e5f42ca api/v1alpha1/nodeconfig_types.go",
    asOf: "2026-08",
  },
  overview: {
    url: "https://docs.aws.amazon.com/eks/latest/userguide/hybrid-nodes-overview.html",
    copy: "crowecawcaw/aws-docs-history@0db028c",
    asOf: "2026-08",
  },
  advancedInstances: {
    url: "https://docs.aws.amazon.com/systems-manager/latest/userguide/systems-manager-managed-instances-tiers.html",
    copy: "the limit as the page of hybrid-nodes-creds gives it",
    asOf: "2026-08",
  },
} as const;

/** Blocks that EKS takes for hybrid nodes and their pods: RFC 1918, and the shared space of RFC 6598. */
export const HYBRID_RANGES = ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10"] as const;

/** Most blocks of nodes that EKS takes; as many again for pods. */
export const HYBRID_MOST_CIDRS = 15;

/** Servers that Systems Manager registers in an account and Region without its advanced tier. */
export const SSM_STANDARD_INSTANCES = 1000;

/** Setting of Systems Manager that says `standard` or `advanced`. @see https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_GetServiceSetting.html */
export const SSM_TIER_SETTING = "/ssm/managed-instance/activation-tier";

/** Oldest add-ons that run on hybrid nodes, of those that every cluster of Railyard has. Others are not listed at all. */
export const HYBRID_ADDONS: Readonly<Record<string, string>> = {
  "kube-proxy": "v1.25.14-eksbuild.2",
  coredns: "v1.9.3-eksbuild.7",
  "eks-pod-identity-agent": "v1.3.3-eksbuild.1",
  "eks-node-monitoring-agent": "v1.2.0-eksbuild.1",
};

/** Label of every hybrid node: nodeadm registers them with it. */
export const HYBRID_LABEL = { "eks.amazonaws.com/compute-type": "hybrid" } as const;

/**
 * First builds of EKS's Cilium, by their minor, that carry packets to the gateway of hybrid nodes (VTEP, and its kind CiliumVTEPConfig).
 * @see https://docs.aws.amazon.com/eks/latest/userguide/hybrid-nodes-gateway-cni.html
 */
export const GATEWAY_CILIUM: Readonly<Record<string, string>> = {
  "1.17": "1.17.13-1",
  "1.18": "1.18.8-1",
  "1.19": "1.19.2-1",
};

/**
 * Label and taint of the nodes that the gateway runs on: its chart looks for the first, and tolerates the second.
 * @see https://docs.aws.amazon.com/eks/latest/userguide/hybrid-nodes-gateway-getting-started.html
 */
export const GATEWAY_NODE = "hybrid-gateway-node";

/** Gateway pods: one carries packets, and the other waits to take over. @see the page above */
export const GATEWAY_REPLICAS = 2;

/** UDP port of VXLAN, by which hybrid nodes and the gateway reach each other. @see the page above */
export const VXLAN_PORT = 8472;

/** Addresses of pods that Cilium gives each node: 2 ^ (32 - this). AWS's own manifests have 25. */
export const CILIUM_NODE_PREFIX = 25;

/**
 * Image of CoreDNS on hybrid nodes, for amd64 and arm64: that of Kubernetes 1.36. Its corefile is Railyard's own, so that it need not
 * be the version of the add-on. @see https://github.com/kubernetes/kubernetes/blob/v1.36.0/cmd/kubeadm/app/constants/constants.go
 */
export const HYBRID_DNS_IMAGE = "registry.k8s.io/coredns/coredns:v1.14.2";

/** Addresses of services that are nobody else's: EKS gives the tenth to its CoreDNS, and the next is that on premises. */
const [DNS_IN_AWS, DNS_ON_PREMISES] = [10, 11];

/** Address of EKS's CoreDNS. @see https://docs.aws.amazon.com/eks/latest/userguide/hybrid-nodes-concepts-kubernetes.html */
export const clusterDnsAddress = (serviceCidr: string): string => addressAt(serviceCidr, DNS_IN_AWS);

/** Address of CoreDNS on hybrid nodes. Frozen: kubelets name it until nodeadm runs again. */
export const hybridDnsAddress = (serviceCidr: string): string => addressAt(serviceCidr, DNS_ON_PREMISES);

const addressAt = (cidr: string, index: number): string =>
  formatCidr({ base: networkOf(parseCidr(cidr)).base + index, prefix: 32 }).replace("/32", "");

/** Tag of an activation by which servers may take themselves off Systems Manager, as nodeadm does when it uninstalls. */
export const ACTIVATION_TAG = "EKSClusterARN";
