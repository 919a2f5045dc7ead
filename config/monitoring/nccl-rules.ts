import { NCCL_INSPECTOR } from "../facts/nccl-inspector";
import { SLURM_MOUNTS } from "../facts/slurm-mounts";
import { orList } from "../kernel/nearest";
import type { Rule } from "../kernel/rule";
import { homesOf } from "../storage/homes";
import { tellsOfCollectives } from "./nccl";

const KEY = ["monitoring", "ncclInspector"];

/** Folders that each node, pod or container has for itself, and that have nothing of yours in them when a job begins. */
const GONE = [...Object.values(SLURM_MOUNTS), "/tmp", "/var/tmp", "/dev", "/run", "/var/run", "/proc", "/sys"];

const isBelow = (path: string, folder: string): boolean => path.startsWith(`${folder}/`);

const unread: Rule = {
  id: "monitoring/nccl-inspector-unread",
  title: "Somebody reads what NCCL tells of jobs.",
  severity: "error",
  why: "Jobs are told of the plugin by Slurm, and what it writes is read beside the node exporter of nodes with GPUs: without any of them nothing comes of it.",
  source: NCCL_INSPECTOR.source,
  *check({ env }) {
    if (!env.monitoring.ncclInspector || tellsOfCollectives(env)) return;
    const missing = !env.monitoring.enabled
      ? { what: "monitoring is off", fix: "write enabled: true" }
      : env.slurm
        ? { what: "no partition of Slurm has nodes with GPUs", fix: "give one a node group with GPUs" }
        : { what: "there is no slurm, and pods are not told of the plugin", fix: "write slurm" };
    yield { path: KEY, message: `${missing.what}: no metric would come of it`, fix: `${missing.fix}, or take it out` };
  },
};

const pathThatGoes: Rule = {
  id: "monitoring/nccl-inspector-path",
  title: "The plugin lies where it stays.",
  severity: "error",
  why: "What is in such a folder belongs to one node or job and is gone after it: NCCL would find nothing, and go on without a word.",
  source: NCCL_INSPECTOR.source,
  *check({ env: { monitoring, storage } }) {
    const plugin = monitoring.ncclInspector?.plugin;
    const folder = GONE.find((one) => plugin !== undefined && isBelow(plugin, one));
    if (folder === undefined) return;
    const volumes = storage.map(({ mount }) => mount.mountPath);
    yield {
      path: [...KEY, "plugin"],
      message: `${plugin} lies in ${folder}, which is not the same one for all jobs`,
      fix: volumes.length > 0 ? `put it on a volume: ${orList(volumes)}` : "put it into the images of jobs",
    };
  },
};

const inHome: Rule = {
  id: "monitoring/nccl-inspector-home",
  title: "The plugin lies in nobody's home.",
  severity: "error",
  why: "Jobs of all teams load that file: the user whose home it is would run code in the name of all others.",
  source:
    "https://refspecs.linuxfoundation.org/FHS_3.0/fhs/ch03s08.html; Railyard's own design: the folder of a user is called after them, and is theirs",
  *check({ env }) {
    const plugin = env.monitoring.ncclInspector?.plugin;
    const { folder } = homesOf(env);
    if (plugin === undefined || !isBelow(plugin, folder)) return;
    yield {
      path: [...KEY, "plugin"],
      message: `${plugin} lies in ${folder}, where users have their homes`,
      fix: "put it where only administrators write: into a folder of a volume beside the homes, or into the images of jobs",
    };
  },
};

const notInImage: Rule = {
  id: "monitoring/nccl-inspector-image",
  title: "Jobs that have no image of their own find the plugin on a volume.",
  severity: "warning",
  why: "Without containers jobs run in the image of slurmd, which has no such plugin: NCCL goes on without it, and no metric comes.",
  source: NCCL_INSPECTOR.source,
  *check({ env: { monitoring, slurm, storage } }) {
    const plugin = monitoring.ncclInspector?.plugin;
    if (plugin === undefined || slurm?.containers.kind !== "none") return;
    const volumes = storage.map(({ mount }) => mount.mountPath);
    if (volumes.some((folder) => isBelow(plugin, folder))) return;
    const [volume] = volumes;
    yield {
      path: [...KEY, "plugin"],
      message: `${plugin} is on no volume, and slurm.containers.kind is "none"`,
      fix:
        volume === undefined
          ? "add a volume, and put it there; ignore this rule where an image of slurmd of your own has it"
          : `put it on ${orList(volumes)}, and write plugin: "${volume}/lib/${NCCL_INSPECTOR.library}"; ignore this rule where an image of slurmd of your own has it`,
    };
  },
};

export const NCCL_INSPECTOR_RULES: readonly Rule[] = [unread, pathThatGoes, inHome, notInImage];
