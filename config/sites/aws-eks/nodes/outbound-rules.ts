import { PROXY_IN_NODEADM, USER_DATA_BYTES, USER_DATA_SOURCES } from "../../../facts/user-data";
import { isEksImageRegistry } from "../../../facts/regions";
import { groupPath } from "../../../pools/written-groups";
import { contains } from "../../../kernel/cidr";
import { isAddressV4 } from "../../../kernel/host";
import { outboundHosts } from "../../../outbound/host-rules";
import { isOpen } from "../../../outbound/outbound";
import type { AwsRule } from "../rule";
import { ec2Groups } from "./ec2-groups";

/** What scripts of Railyard with everything on take, beside what a group writes itself. */
const OWN_SCRIPTS_BYTES = 8 * 1024;

/** How nodes of EC2 reach what lies outside. */
export const NODE_OUTBOUND_RULES: readonly AwsRule[] = [
  {
    id: "nodes/mirror-of-every-registry",
    title: "Registries are named one by one, not by *.",
    severity: "error",
    why: "Add-ons of EKS, the network of pods among them, come from the registry of EKS in the Region, where only nodes themselves may pull: no mirror has them, and nodes would never become ready.",
    source: "https://docs.aws.amazon.com/eks/latest/userguide/add-ons-images.html",
    *check({ env }) {
      if (env.outbound.registryMirrors["*"] === undefined) return;
      yield {
        path: ["outbound", "registryMirrors", "*"],
        message: "a mirror of every registry would stand in for that of EKS as well",
        fix: 'name those that nodes do not reach, such as "docker.io", "ghcr.io", "nvcr.io", "quay.io", "registry.k8s.io", "public.ecr.aws"',
      };
    },
  },
  {
    id: "nodes/mirror-of-eks",
    title: "The registries of EKS have no mirror.",
    severity: "error",
    why: "Images of add-ons, the network of pods among them, are given to nodes alone, by their own role: a mirror has none of them, and containerd asks nobody else.",
    source: "https://docs.aws.amazon.com/eks/latest/userguide/add-ons-images.html",
    *check({ env }) {
      if (ec2Groups(env).length === 0) return;
      for (const registry of Object.keys(env.outbound.registryMirrors)) {
        if (!isEksImageRegistry(registry)) continue;
        yield {
          path: ["outbound", "registryMirrors", registry],
          message: `${registry} is a registry of EKS, which nodes must reach themselves`,
          fix: 'take the row out; a network without a way out reaches it by network.endpoints: "all"',
        };
      }
    },
  },
  {
    id: "nodes/outbound-service-address",
    title: "Mirrors and the proxy do not stand at an address of the cluster's Services.",
    severity: "error",
    why: "A node asks them before its kube-proxy runs, which alone makes addresses of Services lead anywhere: it pulls nothing, and never becomes ready.",
    source: "https://kubernetes.io/docs/reference/networking/virtual-ips/",
    *check({ env, config }) {
      const { serviceCidr } = config.cluster;
      for (const { path, host } of outboundHosts(env.outbound)) {
        if (!isAddressV4(host) || !contains(serviceCidr, `${host}/32`)) continue;
        yield {
          path,
          message: `${host} is an address of the cluster's own Services (${serviceCidr}), which a node does not reach as it starts`,
          fix: "write the address of its load balancer, or of a machine in the network",
        };
      }
    },
  },
  {
    id: "nodes/proxy-release",
    title: "Images of nodes behind a proxy know proxies.",
    severity: "error",
    why: "nodeadm of an older image reads no variables for services: nodes would call AWS without the proxy, and never join.",
    source: PROXY_IN_NODEADM.source,
    *check({ env }) {
      if (!env.outbound.proxy) return;
      for (const group of ec2Groups(env)) {
        const { image } = group.machines;
        if (image.kind !== "al2023" || image.release === null) continue;
        if (image.release.slice(-8) > PROXY_IN_NODEADM.mergedOn.replaceAll("-", "")) continue;
        yield {
          path: groupPath(group, "image", "release"),
          message: `${image.release} is older than nodeadm with variables for services (${PROXY_IN_NODEADM.mergedOn}), and outbound.proxy is set`,
          fix: "write a later release",
        };
      }
    },
  },
  {
    id: "nodes/outbound-size",
    title: "Mirrors, authorities and the proxy fit into user data.",
    severity: "error",
    why: "EC2 refuses a launch template with more: nothing of the group would be made.",
    source: USER_DATA_SOURCES.ec2,
    *check({ env: { outbound } }) {
      if (isOpen(outbound)) return;
      const bytes = Buffer.byteLength(JSON.stringify(outbound));
      if (bytes <= USER_DATA_BYTES - OWN_SCRIPTS_BYTES) return;
      yield {
        path: ["outbound"],
        message: `outbound has ${bytes} bytes, and ${USER_DATA_BYTES - OWN_SCRIPTS_BYTES} fit beside the scripts of a node and what EKS adds`,
        fix: "trust the root alone and not every authority below it, or bake the certificates into an image (railyard image)",
      };
    },
  },
];
