import { scriptFile } from "../core/script-file";

/** Folder between the two containers of a pod, and the dump in it. */
export const DUMP_FOLDER = "/backup";

/** Where the database and its dumps are is in the environment of all four: `DB_HOST`, `DB_PORT`, `DB_USER`, `DB_NAME`, `MYSQL_PWD`, and `DUMP`. */
const script = (what: string) => (): string => scriptFile(`slurm/files/database-${what}.sh`);

/** Dumps the accounting database as it was at one moment, without a lock on it. A dump that is not whole is an error. */
export const dumpScript = script("dump");

/**
 * Keeps one dump of each day of the week, one of each month, and the latest: the number of objects does not grow.
 * `TARGET` is the bucket and prefix.
 */
export const uploadScript = script("upload");

/** Fetches a dump; `BACKUP` is its name, such as `latest` or `day-3`. */
export const downloadScript = script("download");

/** Puts a dump in the place of what the database has. Not while slurmdbd is connected: it would write into both. */
export const restoreScript = script("restore");
