import { z } from "zod";
import { PROVIDERS } from "../../facts/providers";
import { cidrSchema, key } from "../../kernel/key";
import { labelSchema, taintSchema } from "../../pools/existing/schema";
import { LAYER_SOURCES } from "../../topology/layer-label";
import { topographSchema } from "../../topology/topograph-schema";
import { accessSchema } from "./access-schema";

const className = z
  .string()
  .max(253)
  .regex(
    /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/,
    "must be the name of a StorageClass: lower-case letters, digits, dashes and dots",
  );

const storageClassesSchema = z.strictObject({
  usual: key(className, {
    description: "StorageClass of volumes for Prometheus and Slurm's state.",
    example: "rook-ceph-block",
    update: "forbidden",
    updateNote: "Claims keep the class that they were made with.",
  }),
  retained: key(className, {
    description:
      "StorageClass whose volumes outlive their claims (reclaimPolicy: Retain): the accounting database of Slurm. It may be the usual one where that retains.",
    example: "rook-ceph-block-retain",
    update: "forbidden",
    updateNote: "Claims keep the class that they were made with.",
  }),
});

const systemNodesSchema = z.strictObject({
  labels: key(labelSchema, {
    description:
      "Labels of the nodes on which controllers, Prometheus, the database and login pods run; of no GPU node.",
    example: { "example.com/role": "system" },
    update: "rolling",
    updateNote: "Controllers move to other nodes: sessions on login nodes end.",
  }),
  taints: key(z.array(taintSchema).default([]), {
    description: "Taints that those nodes have: controllers tolerate them.",
    example: [{ key: "node-role.kubernetes.io/control-plane", effect: "NoSchedule" }],
    update: "rolling",
  }),
});

const loadBalancersSchema = z.strictObject({
  class: key(z.string().min(1).max(253).optional(), {
    description: "loadBalancerClass of Services.",
    defaultNote: "none: whoever makes those without a class",
    example: "metallb.io/metallb",
    update: "forbidden",
    updateNote: "Kubernetes changes it in no Service: delete the Service of the login nodes first.",
    source: "https://kubernetes.io/docs/concepts/services-networking/service/#load-balancer-class",
  }),
  annotations: key(z.record(z.string().min(1), z.string()).default({}), {
    description: "Annotations by which its controller knows what to make, such as a pool of addresses.",
    example: { "metallb.io/address-pool": "login" },
    update: "in-place",
  }),
});

/** Blocks of addresses of one use. */
const blocks = (what: string, example: string, source?: string) =>
  key(z.array(cidrSchema).default([]), {
    description: `Blocks of addresses that ${what}.`,
    example: [example],
    update: "none",
    ...(source !== undefined && { source }),
  });

const networksSchema = z.strictObject({
  pods: blocks("pods get", "10.244.0.0/16", "https://kubernetes.io/docs/concepts/cluster-administration/networking/"),
  services: blocks("Services get", "10.96.0.0/12", "https://kubernetes.io/docs/reference/networking/virtual-ips/"),
  nodes: blocks("nodes and load balancers have", "10.0.0.0/20"),
});

/** A cluster that somebody has made, and that Railyard only installs in. */
export const existingClusterSchema = z.strictObject({
  kind: z.literal("existing"),
  version: key(z.string().regex(/^1\.\d{2}$/, 'must be a minor version of Kubernetes in quotes, such as "1.34"'), {
    description: "Kubernetes that the cluster has. Nothing upgrades it: charts are checked against it.",
    example: "1.34",
    update: "none",
    updateNote: "Upgrade the cluster first, then write the version.",
  }),
  provider: key(z.enum(PROVIDERS).default("on-premises"), {
    description: "Who is behind the cluster: what tenants can read and set of its fabric follows from it.",
    update: "none",
  }),
  access: key(accessSchema, {
    description: "How Terraform and kubectl reach the cluster. Tokens, keys and passwords are never in config.",
    update: "none",
  }),
  networks: key(networksSchema.prefault({}), {
    description:
      "Networks of the cluster, which rails stay clear of: a pod sends what lies in the block of a rail to its card, and never to a Service. Nothing is made of them; `railyard preflight` compares rails with what the cluster itself shows.",
    defaultNote: "unknown until the cluster is asked",
    example: { pods: ["10.244.0.0/16"], services: ["10.96.0.0/12"] },
    update: "none",
  }),
  layersFrom: key(z.enum(LAYER_SOURCES).default("topology"), {
    description:
      "Who labels nodes with their place in the fabric, where pools say layers. topology: `railyard topology --labels`, to be run again after each change of the fabric. topograph: NVIDIA's topograph, which runs in the cluster with its engine k8s and follows the fabric; cluster.topograph installs it, else whoever runs the cluster does.",
    update: "in-place",
    updateNote: "Slurm learns the new places within a minute; jobs that run stay where they are.",
    source: "https://github.com/NVIDIA/topograph/blob/e2b6250/docs/engines/k8s.md",
  }),
  topograph: key(topographSchema.optional(), {
    description:
      'NVIDIA\'s topograph, which labels nodes of pools with layers by where they stand: only with layersFrom: "topograph".',
    defaultNote: "Railyard installs none",
    example: { provider: { kind: "infiniband" } },
    update: "in-place",
    updateNote: "Without it labels stay as they are, and follow the fabric no more.",
    source: "https://github.com/NVIDIA/topograph/blob/v1.0.0/docs/engines/k8s.md",
  }),
  storageClasses: key(storageClassesSchema, {
    description: "StorageClasses that the cluster has: Railyard makes none.",
    update: "forbidden",
  }),
  systemNodes: key(systemNodesSchema, { description: "Where controllers run.", update: "rolling" }),
  loadBalancers: key(loadBalancersSchema.optional(), {
    description: "Who gives Services of type LoadBalancer an address, such as MetalLB or a cloud's controller.",
    defaultNote: "nobody: there can be no login pods with an address",
    update: "in-place",
  }),
});
