import { dirname } from "node:path/posix";
import { SLURM_MOUNTS } from "../../config/facts/slurm-mounts";
import { GRES_FOLDER, listsGres } from "./gres-conf";
import { CUFILE_PATH } from "./prolog";
import { SCRIPTS_PATH } from "./scripts-path";
import { usedGroups, type SlurmLayout } from "./slurm-types";
import { TOKEN } from "./task-prolog";
import { BUNDLE } from "./trust";

/** What is read and never run. */
const READ = "bind,ro,nosuid,nodev,noexec,private";

/**
 * What Enroot mounts into every container, at the path of the node. Pyxis enters the container before slurmstepd runs TaskProlog, and
 * a step whose TaskProlog is not there ends before it begins: so the scripts are there, and what they read or tell tasks of.
 * @see https://github.com/NVIDIA/enroot/blob/v4.1.2/doc/configuration.md#mount-configuration-files
 * @see https://github.com/NVIDIA/pyxis/blob/v0.24.0/pyxis_slurmstepd.c slurm_spank_task_init
 */
export function enrootMounts(layout: SlurmLayout): string {
  const line = (path: string, options: string) => `${path} ${path} none ${options} 0 -1\n`;
  // not on all nodes, or not at all times
  const where = (path: string) => line(path, `x-create=dir,${READ},nofail,silent`);
  return [
    line(SCRIPTS_PATH, "x-create=dir,bind,ro,nosuid,nodev,private"),
    ...(layout.region === null ? [] : [where(dirname(TOKEN))]),
    ...(layout.cufile ? [where(dirname(CUFILE_PATH))] : []),
    // the one that jobs write to
    ...(layout.scrapesJobs
      ? [line(SLURM_MOUNTS.telemetry, "x-create=dir,bind,rw,nosuid,nodev,noexec,private,nofail,silent")]
      : []),
    // a library is run; where it is in the image alone, that one stays
    ...(layout.ncclInspector?.startsWith("/")
      ? [line(layout.ncclInspector, "x-create=file,bind,ro,nosuid,nodev,private,nofail,silent")]
      : []),
    ...(listsGres(usedGroups(layout)) ? [where(GRES_FOLDER)] : []),
    ...(layout.trustsAuthorities ? [line(BUNDLE, `x-create=file,${READ}`)] : []),
  ].join("");
}
