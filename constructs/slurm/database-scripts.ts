import { scriptFile } from "../core/script-file";

/** Where the database and its dump are is in the environment of both: `DB_HOST`, `DB_PORT`, `DB_USER`, `DB_NAME`, `MYSQL_PWD`, and `DUMP`. */
const script = (what: string) => (): string => scriptFile(`slurm/files/database-${what}.sh`);

/** Dumps the accounting database as it was at one moment, without a lock on it. A dump that is not whole is an error. */
export const dumpScript = script("dump");

/** Puts a dump in the place of what the database has. Not while slurmdbd is connected: it would write into both. */
export const restoreScript = script("restore");
