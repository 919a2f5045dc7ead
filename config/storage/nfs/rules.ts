import { CUFILE_SOURCES } from "../../facts/cufile";
import { NFS_SOURCES } from "../../facts/nfs";
import { isThisHost, normalHost } from "../../kernel/host";
import type { Rule } from "../../kernel/rule";
import { homesOf } from "../homes";
import { oneDriver, rdmaCards, rulesOver } from "../volume-rules";
import type { ResolvedNfs } from "./resolve";

const perVolume = rulesOver<ResolvedNfs>("nfs");

const serverHere = perVolume(
  {
    id: "nfs/server-here",
    title: "The server is another machine.",
    severity: "error",
    why: "Each node mounts it by this name, and mount.nfs would ask the node itself, where nobody exports anything: pods wait for their volume for ever.",
    source: NFS_SOURCES.mount,
  },
  function* ({ config: { server } }) {
    if (!isThisHost(server)) return;
    yield {
      at: ["server"],
      message: `${server} is the node that mounts it`,
      fix: 'name the server as nodes reach it, such as server: "files.example.com"',
    };
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
  function* (volume, _env, earlier) {
    const { server, version, transport, nconnect = 1 } = volume.config;
    const other = earlier
      .filter(
        ({ config }) =>
          normalHost(config.server) === normalHost(server) &&
          config.version === version &&
          config.transport === transport,
      )
      .find(({ config }) => (config.nconnect ?? 1) !== nconnect);
    if (!other) return;
    yield {
      at: ["nconnect"],
      message: `${volume.name} asks ${server} for ${nconnect} connections, and ${other.name} for ${other.config.nconnect ?? 1}`,
      fix: `write nconnect: ${other.config.nconnect ?? 1} here as well, or another number for all of them`,
    };
  },
);

const gpuDirectOverRdma = perVolume(
  {
    id: "nfs/gpu-direct-over-rdma",
    title: "What GPUs read without the host comes over RDMA.",
    severity: "error",
    why: "nvidia-fs knows NFS over RDMA alone: over TCP cuFile copies through the memory of the host, and says nothing.",
    source: CUFILE_SOURCES.kernel,
  },
  function* ({ config: { gpuDirect, transport } }) {
    if (!gpuDirect || transport === "rdma") return;
    yield {
      at: ["gpuDirect"],
      message: "gpuDirect is true, and the volume is mounted over TCP",
      fix: 'write transport: "rdma", or take gpuDirect out',
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
export const NFS_RULES: readonly Rule[] = [
  serverHere,
  rdmaCards<ResolvedNfs>("nfs", "nfs", NFS_SOURCES.rdma),
  sharedConnections,
  oneDriver<ResolvedNfs>("nfs", "nfs", "csi-driver-nfs", NFS_SOURCES.driver),
  gpuDirectOverRdma,
  homesSquashed,
];
