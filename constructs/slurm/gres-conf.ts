import { SLURM_MOUNTS } from "../../config/facts/slurm-mounts";
import { scriptFile } from "../core/script-file";
import { gresOf, isCut, shardsOf, type SlurmNodeGroupProps } from "./slurm-types";

/** Folder in pods of slurmd and slurmctld with what a node tells of its own GPUs. */
export const GRES_FOLDER = SLURM_MOUNTS.gres;

const GRES_FILE = `${GRES_FOLDER}/gres.conf`;

/** Beside it, where several jobs have one GPU at one time. */
export const SHARED_MARK = "shared";

/** Beside it, the instances of the node by their UUIDs, in Slurm's order. */
export const UUIDS_FILE = "uuids";

/** Whether nodes of some group tell slurmd themselves what they have. */
export const listsGres = (groups: readonly SlurmNodeGroupProps[]): boolean =>
  groups.some(({ gpus, parts }) => gpus !== null && parts?.listed === true);

const DETECTED = "AutoDetect=nvidia\n";

/**
 * gres.conf of GPU clusters. Together with `Gres=gpu:<type>:<n>` of every NodeSet this gives short type names, and a node
 * that has lost a GPU registers as invalid ("count reported lower than configured"). `nvml` is not built into the images,
 * and detection alone would take whatever it finds as right.
 *
 * Slurm hands one file to all nodes, and names of nodes are not known before they are there: where some have instances or
 * shards, each node reads its own.
 * @see https://slurm.schedmd.com/gres.conf.html#OPT_AutoDetect
 */
export function gresConf(groups: readonly SlurmNodeGroupProps[]): string {
  return listsGres(groups) ? `Include ${GRES_FILE}\n` : DETECTED;
}

/** What nodes of a group read; null: a script lists their instances when slurmd starts. */
export function nodeGresConf(group: SlurmNodeGroupProps): string | null {
  if (isCut(group)) return null;
  if (!group.gpus) return "# no GPUs\n";
  const shards = shardsOf(group);
  // a number for all GPUs: Slurm divides it among them
  return shards > 0 ? `${DETECTED}Name=shard Count=${shards}\n` : DETECTED;
}

/**
 * Writes what a node with instances reads: they get their device files when the GPUs are cut, and no detection of Slurm's
 * images finds them. Lines are in the order of `Gres`, by which Slurm numbers them.
 * @see https://slurm.schedmd.com/gres.conf.html#OPT_MultipleFiles
 * @see https://docs.nvidia.com/datacenter/tesla/mig-user-guide/device-nodes-and-capabilities.html
 */
export function instancesScript(group: SlurmNodeGroupProps): string {
  return scriptFile("slurm/files/mig-gres.sh", {
    values: {
      wanted: gresOf(group)
        .map(({ type, count }) => `${type}:${count}`)
        .join(" "),
      folder: GRES_FOLDER,
    },
  });
}
