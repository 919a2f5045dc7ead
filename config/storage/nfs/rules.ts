import { NFS_SOURCES } from "../../facts/nfs";
import type { ConfigPath } from "../../kernel/issues";
import type { Rule, RuleInput, Violation } from "../../kernel/rule";
import { homesOf } from "../homes";
import { hostRdma } from "../host-rdma";
import type { ResolvedVolume } from "../kind";
import type { ResolvedNfs } from "./resolve";

/** Volumes of the kind, in the order of config. */
const isNfs = (volume: ResolvedVolume): volume is ResolvedNfs => volume.kind === "nfs";

/** A rule over each NFS volume. */
function perVolume(
  rule: Omit<Rule, "check">,
  check: (volume: ResolvedNfs, env: RuleInput["env"]) => Iterable<Omit<Violation, "path"> & { at: ConfigPath }>,
): Rule {
  return {
    ...rule,
    *check({ env }) {
      for (const volume of env.storage.filter(isNfs))
        for (const { at, ...found } of check(volume, env)) yield { ...found, path: [...volume.path, ...at] };
    },
  };
}

const serverHere = perVolume(
  {
    id: "nfs/server-here",
    title: "The server is another machine.",
    severity: "error",
    why: "Each node mounts it by this name, and mount.nfs would ask the node itself, where nobody exports anything: pods wait for their volume for ever.",
    source: NFS_SOURCES.mount,
  },
  function* ({ config: { server } }) {
    if (!/^(?:localhost(?:\..*)?|127\..*|0\.0\.0\.0|::1?)$/i.test(server)) return;
    yield {
      at: ["server"],
      message: `${server} is the node that mounts it`,
      fix: 'name the server as nodes reach it, such as server: "files.example.com"',
    };
  },
);

const rdmaCards = perVolume(
  {
    id: "nfs/rdma-cards",
    title: "Hosts of every pool have a card over which they mount.",
    severity: "error",
    why: "A mount over RDMA fails on a node without a card for it: its pods wait for their volume for ever, slurmd among them.",
    source: NFS_SOURCES.rdma,
  },
  function* ({ config: { transport } }, { nodeGroups }) {
    if (transport === "tcp") return;
    for (const pool of nodeGroups) {
      const { has, lacks } = hostRdma(pool);
      if (has) continue;
      yield {
        at: ["transport"],
        message: `transport is rdma, and nodes of ${pool.name} ${lacks}`,
        fix: 'write transport: "tcp", or say what cards the servers have (nodeGroups: fabric, server.nics)',
      };
    }
  },
);

const sharedConnections = perVolume(
  {
    id: "nfs/shared-connections",
    title: "Volumes of one server ask for equally many connections.",
    severity: "warning",
    why: "A node has one set of connections to a server for each version and transport. The volume that it mounts first decides how many, and what the others say has no effect.",
    source: NFS_SOURCES.connections,
  },
  function* (volume, { storage }) {
    const { server, version, transport, nconnect = 1 } = volume.config;
    const all = storage.filter(isNfs);
    const other = all
      .slice(0, all.indexOf(volume))
      .filter(({ config }) => config.server === server && config.version === version && config.transport === transport)
      .find(({ config }) => (config.nconnect ?? 1) !== nconnect);
    if (!other) return;
    yield {
      at: ["nconnect"],
      message: `${volume.name} asks ${server} for ${nconnect} connections, and ${other.name} for ${other.config.nconnect ?? 1}`,
      fix: `write nconnect: ${other.config.nconnect ?? 1} here as well, or another number for all of them`,
    };
  },
);

const oneDriver = perVolume(
  {
    id: "nfs/one-driver",
    title: "Either Railyard installs the NFS driver, or the cluster has it.",
    severity: "error",
    why: "A cluster has one driver of a name: Helm refuses a release whose CSIDriver is there already, and without one the claims wait for ever.",
    source: NFS_SOURCES.driver,
  },
  function* ({ config: { driver } }, { storage }) {
    if (driver !== "existing") return;
    const other = storage.find(({ needs }) => needs.charts.includes("csi-driver-nfs"));
    if (!other) return;
    yield {
      at: ["driver"],
      message: `the cluster has the driver, and ${other.name} has it installed`,
      fix: 'write driver: "install" here, or driver: "existing" for all volumes that have it',
    };
  },
);

const homesSquashed = perVolume(
  {
    id: "nfs/homes-squashed",
    title: "Homes of users can be made on the server.",
    severity: "warning",
    why: "Root of a login pod makes them and gives them to their users. Where the export makes root nobody it may do neither: who has no home on the server yet gets none.",
    source: NFS_SOURCES.exports,
  },
  function* (volume, env) {
    const { slurm } = env;
    const { volume: homes, folder } = homesOf(env);
    if (homes?.name !== volume.name || !volume.config.rootSquash || volume.config.readOnly) return;
    if (!slurm || Object.keys(slurm.users).length === 0) return;
    yield {
      at: ["rootSquash"],
      message: `root is nobody on ${volume.config.server}, and cannot make the homes of slurm.users in ${folder}`,
      fix: "have it exported with no_root_squash to the nodes and write rootSquash: false; or make all homes there and ignore this rule",
    };
  },
);

/** What a server is mounted with. */
export const NFS_RULES: readonly Rule[] = [serverHere, rdmaCards, sharedConnections, oneDriver, homesSquashed];
