import { LUSTRE_CLIENT_GBPS, LUSTRE_LIMITS, LUSTRE_SOURCES } from "../../facts/lustre";
import { efaLustre } from "../../facts/zones";
import type { ConfigPath } from "../../kernel/issues";
import { orList } from "../../kernel/nearest";
import type { AwsEnvironment } from "../../sites/aws-eks/environment";
import type { AwsRule } from "../../sites/aws-eks/rule";
import type { ResolvedNodeGroup } from "../../sites/aws-eks/nodes/node-group";
import { gpuGroups, groupPath } from "../../pools/written-groups";
import { ec2Groups } from "../../sites/aws-eks/nodes/ec2-groups";

/** Node groups whose nodes get EFA interfaces for Lustre. AWS's setup of them runs on Amazon Linux, not on Bottlerocket. */
export const lustreEfaClients = (env: AwsEnvironment): readonly ResolvedNodeGroup[] =>
  ec2Groups(env).filter((g) => g.machines.boot.lustreEfaInterfaces > 0 && g.machines.image.kind !== "bottlerocket");

/** The same, were the file system one with EFA. */
const couldUseEfa = (g: ResolvedNodeGroup): boolean =>
  g.hardware.lustre.efaClient && g.fabric.lnet === "efa" && g.machines.image.kind !== "bottlerocket";

const hasEfa = ({ lustre }: AwsEnvironment): boolean => lustre?.size.efa === true;

/** Node groups that would be EFA clients, did they not stand in another zone than the file system. */
export const efaClientsElsewhere = (env: AwsEnvironment): readonly ResolvedNodeGroup[] =>
  ec2Groups(env).filter(
    (g) =>
      hasEfa(env) &&
      couldUseEfa(g) &&
      (g.hardware.lustre.efaConnections ?? 0) > 0 &&
      g.machines.zones.some((zone) => zone !== env.lustre?.zone),
  );

const efaClients: AwsRule = {
  id: "lustre/efa-clients",
  title: "GPU nodes reach an EFA file system over EFA.",
  severity: "warning",
  why: "Other nodes quietly fall back to TCP: 100 Gbps at most for a node, and 5 from each file server.",
  source: LUSTRE_SOURCES.efaClients.url,
  *check({ env }) {
    const clients = lustreEfaClients(env);
    if (!hasEfa(env) || clients.length === 0) return;
    // of those in another zone lustre/same-zone tells
    const judged = [...clients, ...efaClientsElsewhere(env)];
    for (const group of gpuGroups({ nodeGroups: ec2Groups(env) }).filter((g) => !judged.includes(g))) {
      const { tcp, efa } = LUSTRE_CLIENT_GBPS;
      yield {
        ...cause(group),
        message: `node group ${group.name} (${group.machines.instanceType}) reaches the EFA file system over TCP, at most ${tcp} Gbps instead of up to ${efa}: ${reason(group)}`,
      };
    }
  },
};

function reason({ hardware, fabric, machines: { image, instanceType } }: ResolvedNodeGroup): string {
  if (!hardware.lustre.efaClient) return `FSx does not take ${instanceType} as an EFA client`;
  if (image.kind === "bottlerocket") return "AWS's setup for EFA clients does not run on Bottlerocket";
  if (fabric.lnet !== "efa") return "the group has no EFA";
  return `how many EFA interfaces Lustre takes on ${instanceType} is unknown`;
}

/** The key to change, and how. */
function cause(group: ResolvedNodeGroup): { path: ConfigPath; fix: string } {
  const {
    hardware,
    fabric,
    machines: { image },
  } = group;
  const at = (key: string, fix: string) => ({ path: groupPath(group, key), fix });
  if (hardware.lustre.efaClient && image.kind === "bottlerocket") return at("image", 'write image: { kind: "al2023" }');
  if (hardware.lustre.efaClient && fabric.lnet !== "efa") return at("fabric", 'write fabric: { kind: "efa" }');
  return at("instanceType", "take a type that is an EFA client, such as p5.48xlarge, or live with TCP");
}

const efaUnused: AwsRule = {
  id: "lustre/efa-unused",
  title: "A file system with EFA has clients with EFA.",
  severity: "warning",
  why: "EFA makes capacity grow in larger steps and fixes the throughput tier for ever; without clients it gives nothing.",
  source: LUSTRE_SOURCES.efa.url,
  *check({ env }) {
    if (!hasEfa(env) || lustreEfaClients(env).length > 0) return;
    const groups = ec2Groups(env).map((g) => `${g.name} (${g.machines.instanceType}, fabric ${g.fabric.title})`);
    yield {
      path: ["lustre", "efa"],
      message: `efa is true, but no node group is an EFA client of Lustre: ${groups.join(", ") || "there are no node groups"}`,
      fix: 'write efa: false, or give a group of Nitro v4 nodes fabric: { kind: "efa" }',
    };
  },
};

/** AWS recommends EFA for file systems above this, MB/s. */
const EFA_RECOMMENDED_MBPS = 10_000;

const efaAvailable: AwsRule = {
  id: "lustre/efa-available",
  title: "A fast file system that could have EFA for its GPU nodes has it.",
  severity: "warning",
  why: "AWS recommends EFA above 10 GB/s. It is decided when the file system is made and can never be added.",
  source: LUSTRE_SOURCES.efa.url,
  *check({ env }) {
    const { lustre } = env;
    if (!lustre || !("efa" in lustre.config) || lustre.config.efa || efaLustre(lustre.zone) !== true) return;
    const throughput = lustre.throughputMBps ?? 0;
    const groups = gpuGroups({ nodeGroups: ec2Groups(env) }).filter(
      (g) => couldUseEfa(g) && g.machines.zones.includes(lustre.zone),
    );
    if (throughput <= EFA_RECOMMENDED_MBPS || groups.length === 0) return;
    const { tcp, efa } = LUSTRE_CLIENT_GBPS;
    yield {
      path: ["lustre", "efa"],
      message: `the file system reads ${Math.round(throughput / 1000)} GB/s, but a node of ${groups.map((g) => g.name).join(", ")} gets ${tcp} Gbps without EFA instead of up to ${efa}`,
      fix: "write efa: true before the file system is made; capacityGiB then grows in larger steps",
    };
  },
};

const efaConnections: AwsRule = {
  id: "lustre/efa-connections",
  title: "All clients together keep within the EFA connections of one file system.",
  severity: "error",
  why: "A file system takes 1024 EFA interfaces; nodes that come later do not get through.",
  source: LUSTRE_SOURCES.efaClients.url,
  *check({ env }) {
    const uses = lustreEfaClients(env)
      .map((g) => ({ name: g.name, nodes: g.count.max, each: g.machines.boot.lustreEfaInterfaces }))
      .sort((a, b) => b.nodes * b.each - a.nodes * a.each);
    const total = uses.reduce((sum, { nodes, each }) => sum + nodes * each, 0);
    const limit = LUSTRE_LIMITS.efaConnections;
    const [largest] = uses;
    if (total <= limit || !largest) return;
    const room = Math.floor((limit - (total - largest.nodes * largest.each)) / largest.each);
    yield {
      path: groupPath(largest, "nodes"),
      message: `${uses.map((u) => `${u.name}: ${u.nodes} × ${u.each}`).join(", ")} make ${total} EFA connections; a file system takes ${limit}`,
      fix:
        room > 0
          ? `write at most ${room} nodes for ${largest.name}, or lustre: { efa: false }`
          : "write fewer nodes for several groups, or lustre: { efa: false }",
    };
  },
};

const gdsClients: AwsRule = {
  id: "lustre/gds-clients",
  title: "GPUDirect Storage has an EFA file system and nodes that FSx serves with it.",
  severity: "warning",
  why: "FSx offers it to P5, P5e, P5en and P6-B200 on EFA file systems only; elsewhere the switch does nothing for Lustre.",
  source: LUSTRE_SOURCES.efa.url,
  *check({ env }) {
    if (!env.gpu.gds || !env.lustre) return;
    if (!hasEfa(env)) {
      yield {
        path: ["gpu", "gds"],
        message: "gds is true, but the file system has no EFA, so Lustre does not use GPUDirect Storage",
        fix: "write lustre: { efa: true } before the file system is made, or gds: false",
      };
      return;
    }
    const without = gpuGroups({ nodeGroups: ec2Groups(env) }).filter((g) => !g.hardware.lustre.gds);
    for (const group of without) {
      yield {
        path: groupPath(group, "instanceType"),
        message: `FSx offers no GPUDirect Storage to ${group.machines.instanceType}: at most ${LUSTRE_CLIENT_GBPS.efa} Gbps instead of ${LUSTRE_CLIENT_GBPS.efaWithGpuDirectStorage}`,
        fix: "take p5, p5e, p5en or p6-b200, or live without it",
      };
    }
  },
};

const efaSetupOutOfReach: AwsRule = {
  id: "lustre/efa-setup-out-of-reach",
  title: "Nodes that take Lustre over EFA can fetch AWS's setup of it.",
  severity: "warning",
  why: "AWS publishes the setup on a public site. A node that cannot fetch it joins all the same, and reaches Lustre over TCP.",
  source: LUSTRE_SOURCES.efaClients.url,
  *check({ env }) {
    const clients = lustreEfaClients(env);
    if (env.network.kind !== "create" || env.network.nat !== "none" || !clients.length) return;
    const { tcp, efa } = LUSTRE_CLIENT_GBPS;
    yield {
      path: ["network", "nat"],
      message: `without NAT ${orList(clients.map((g) => g.name))} cannot fetch the setup from docs.aws.amazon.com: ${tcp} Gbps at most instead of up to ${efa}`,
      fix: 'write nat: "single", or an image of your own (image: { kind: "custom" }) that has the setup already',
    };
  },
};

export const LUSTRE_CLIENT_RULES: readonly AwsRule[] = [
  efaClients,
  efaUnused,
  efaAvailable,
  efaConnections,
  efaSetupOutOfReach,
  gdsClients,
];
