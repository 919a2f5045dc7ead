import { HOMES_MARK } from "../../config/facts/slurm-mounts";
import { scriptFile } from "../core/script-file";

/** What users.sh leaves where homes are, and what homes have from /etc/skel, from shells and from SSH. */
const HOME_FILES = [HOMES_MARK, ".bashrc", ".bash_logout", ".bash_profile", ".bash_history", ".profile", ".ssh"];

/**
 * Bash that deletes checkpoint folders of the warm tier.
 *
 * FSx exports a rename as the deletion of the object in S3 and a new one, so folders are not renamed out of sight first.
 * Instead small files go before large ones: indexes are small, and what a killed run leaves behind does not load.
 * @see https://docs.aws.amazon.com/fsx/latest/LustreGuide/autoexport-data-repo-dra.html
 */
export const pruneFolders = (): string =>
  scriptFile("platform/files/prune-folders.sh", { values: { home_files: HOME_FILES.join(" ") } });
