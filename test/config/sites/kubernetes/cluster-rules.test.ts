import type { Rule } from "../../../../config/kernel/rule";
import { CLUSTER_RULES } from "../../../../config/sites/kubernetes/cluster-rules";
import { CLUSTER_SAMPLE } from "../../../helpers/cluster";
import { ruleCases } from "../../../helpers/rule-cases";

const fabric = (change: object) => ({ nodeGroups: { dgx: { fabric: { kind: "infiniband", ...change } } } });
const azure = { cluster: { provider: "azure" } };
const OTHER = { nodes: 1, server: "dgx-h100", labels: { "example.com/servers": "other" } };
const MANAGED = { subnetManager: { kind: "managed" } };

/** Servers of the sample whose cards are at a leaf for each rail. */
const LEAVES = {
  layers: 1,
  server: {
    like: "dgx-h100",
    nics: Array.from({ length: 8 }, (_, at) => ({ pci: `0000:1${at}:00.0`, gbps: 400, leaf: `leaf-0${at}` })),
  },
};

ruleCases(
  CLUSTER_RULES as readonly Rule[],
  {
    "kubernetes/load-balancer-controller": {
      severity: "error",
      trips: [
        {
          change: { platform: { loadBalancerController: true } },
          at: ["platform", "loadBalancerController"],
          message: ["no EKS cluster"],
          fix: ["MetalLB"],
        },
      ],
      passes: [{ change: { platform: { loadBalancerController: false } } }],
    },
    "kubernetes/login-address": {
      severity: "error",
      trips: [
        {
          when: "login pods that nobody gives an address",
          change: { cluster: { loadBalancers: null } },
          at: ["cluster", "loadBalancers"],
          message: ["slurm.login is internal"],
        },
      ],
      passes: [
        { when: "a cluster where somebody does", change: { cluster: { loadBalancers: {} } } },
        {
          when: "no login pods",
          change: { cluster: { loadBalancers: null }, slurm: { login: { kind: "none" } } },
        },
        { when: "no Slurm", change: { cluster: { loadBalancers: null }, slurm: null } },
      ],
    },
    "kubernetes/proxy-direct": {
      severity: "error",
      trips: [
        {
          change: { outbound: { proxy: { url: "http://proxy.example.com:3128", direct: [".corp.example.com"] } } },
          at: ["outbound", "proxy", "direct"],
          message: ["no block"],
          fix: ["10.96.0.0/12"],
        },
      ],
      passes: [
        { change: { outbound: { proxy: { url: "http://proxy.example.com:3128", direct: ["10.96.0.0/12"] } } } },
        { when: "no proxy", change: { outbound: {} } },
      ],
    },
    "kubernetes/system-nodes-apart": {
      severity: "warning",
      trips: [
        {
          when: "system nodes that are nodes of a pool",
          change: { cluster: { systemNodes: { labels: { "example.com/role": null, "example.com/servers": "dgx" } } } },
          at: ["cluster", "systemNodes", "labels"],
          message: ["nodes of dgx"],
        },
        {
          when: "a label that every node has",
          change: { cluster: { systemNodes: { labels: { "example.com/role": null, "kubernetes.io/os": "linux" } } } },
          at: ["cluster", "systemNodes", "labels"],
          message: ["nodes of dgx"],
        },
      ],
      passes: [
        {
          when: "another value of the same label",
          change: { cluster: { systemNodes: { labels: { "example.com/servers": "none" } } } },
        },
      ],
    },
    "kubernetes/pools-apart": {
      severity: "error",
      trips: [
        {
          when: "system nodes that are some of a pool",
          change: { cluster: { systemNodes: { labels: { "example.com/servers": "dgx" } } } },
          at: ["nodeGroups", "dgx", "labels"],
          message: ["among its nodes"],
        },
        {
          when: "a pool of all nodes",
          change: { nodeGroups: { dgx: { labels: { "example.com/servers": null, "kubernetes.io/os": "linux" } } } },
          at: ["nodeGroups", "dgx", "labels"],
          message: ["system nodes have all labels of dgx"],
        },
      ],
      passes: [
        {
          when: "servers that are both, all of them",
          change: { cluster: { systemNodes: { labels: { "example.com/role": null, "example.com/servers": "dgx" } } } },
        },
        {
          when: "another value of the same label",
          change: { cluster: { systemNodes: { labels: { "example.com/servers": "none" } } } },
        },
      ],
    },
    "kubernetes/rail-addresses": {
      severity: "error",
      trips: [
        {
          when: "the network that Calico gives to pods where nobody says otherwise",
          change: { cluster: { networks: { pods: ["192.168.0.0/16"] } } },
          at: ["nodeGroups", "dgx", "fabric", "addresses"],
          message: ["rail 0 of dgx would have 192.168.0.0/22, and pods of the cluster have 192.168.0.0/16"],
          fix: ['addresses: "172.16.0.0/12"'],
        },
        {
          when: "Services",
          change: { cluster: { networks: { services: ["10.96.0.0/12"] } }, ...fabric({ addresses: "10.100.0.0/16" }) },
          at: ["nodeGroups", "dgx", "fabric", "addresses"],
          message: ["Services of the cluster have 10.96.0.0/12"],
        },
        {
          when: "one rail among nodes",
          change: { cluster: { networks: { nodes: ["192.168.28.0/24"] } } },
          at: ["nodeGroups", "dgx", "fabric", "addresses"],
          message: ["rail 7 of dgx"],
        },
        {
          when: "the address of the API",
          change: {
            cluster: {
              access: {
                kind: "endpoint",
                host: "https://192.168.1.10:6443",
                exec: { command: "kubelogin" },
                context: null,
              },
            },
          },
          at: ["nodeGroups", "dgx", "fabric", "addresses"],
          message: ["the API of the cluster has 192.168.1.10/32"],
        },
      ],
      passes: [
        {
          when: "networks beside the rails, in the block that they are taken from",
          change: {
            cluster: {
              networks: { pods: ["10.244.0.0/16"], services: ["10.96.0.0/12"], nodes: ["192.168.200.0/24"] },
              access: {
                kind: "endpoint",
                host: "https://10.0.0.10:6443",
                exec: { command: "kubelogin" },
                context: null,
              },
            },
          },
        },
        {
          when: "no rails",
          change: { cluster: { networks: { pods: ["192.168.0.0/16"] } }, ...fabric({ kind: "none" }) },
        },
      ],
    },
    "kubernetes/tenants-are-teams": {
      severity: "error",
      trips: [
        {
          change: fabric({ tenants: { visoin: "0x0010" } }),
          at: ["nodeGroups", "dgx", "fabric", "tenants", "visoin"],
          message: ['no team "visoin"'],
        },
      ],
      passes: [{ change: fabric({ tenants: { vision: "0x0010" } }) }],
    },
    "kubernetes/provider-subnet-manager": {
      severity: "error",
      trips: [
        {
          when: "OpenSM of a tenant of Azure",
          change: azure,
          at: ["nodeGroups", "dgx", "fabric", "subnetManager"],
          message: ["tenants of Azure run none"],
        },
      ],
      passes: [
        { when: "the provider's own", change: { ...azure, ...fabric(MANAGED) } },
        { when: "a provider of whom no document says", change: { cluster: { provider: "oci" } } },
      ],
    },
    "kubernetes/layers-one-label": {
      severity: "error",
      trips: [
        {
          when: "layers of one pool, and another one with other labels",
          change: { nodeGroups: { dgx: { layers: 2 }, more: OTHER } },
          at: ["nodeGroups", "dgx", "layers"],
          message: ["dgx and more have no label in common"],
        },
      ],
      passes: [
        { when: "no layers", change: { nodeGroups: { more: OTHER } } },
        {
          when: "a label in common",
          change: {
            nodeGroups: {
              dgx: { layers: 2, labels: { "example.com/slurm": "yes" } },
              more: {
                nodes: 1,
                server: "dgx-h100",
                labels: { "example.com/slurm": "yes", "example.com/servers": "b" },
              },
            },
          },
        },
      ],
    },
    "kubernetes/one-layer-source": {
      severity: "error",
      trips: [
        {
          when: "topograph, and leaves of cards",
          change: { cluster: { layersFrom: "topograph" }, nodeGroups: { dgx: LEAVES } },
          at: ["cluster", "layersFrom"],
          message: ["topograph says where nodes of dgx stand"],
        },
      ],
      passes: [
        { when: "leaves alone", change: { nodeGroups: { dgx: LEAVES } } },
        {
          when: "topograph alone",
          change: { cluster: { layersFrom: "topograph" }, nodeGroups: { dgx: { layers: 1 } } },
        },
      ],
    },
    "kubernetes/fabric-read": {
      severity: "warning",
      trips: [
        {
          when: "layers that a tenant of Azure cannot read",
          change: { ...azure, nodeGroups: { dgx: { layers: 2 } } },
          at: ["nodeGroups", "dgx", "layers"],
          message: ["tenants of Azure may not run"],
        },
      ],
      passes: [
        { when: "layers of a fabric of one's own", change: { nodeGroups: { dgx: { layers: 2 } } } },
        { when: "no layers", change: azure },
      ],
    },
  },
  CLUSTER_SAMPLE,
);
