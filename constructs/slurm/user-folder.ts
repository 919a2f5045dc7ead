import { SLURM_MOUNTS } from "../../config/facts/slurm-mounts";
import { containersOf, type SlurmLayout } from "./slurm-types";

/** Folder of a program in scratch space: one for each user, which the prolog makes. @param uid how a shell is told whose */
export const userFolder = (program: "enroot" | "apptainer", uid = "$(id -u)"): string =>
  `${SLURM_MOUNTS.scratch}/${program}-${uid}`;

/** What the folder of a user is called, before their id; null where jobs have no containers. */
export function userFolderName(layout: Pick<SlurmLayout, "containers">): "enroot" | "apptainer" | null {
  const { kind } = containersOf(layout);
  if (kind === "none") return null;
  return kind === "pyxis" ? "enroot" : "apptainer";
}
