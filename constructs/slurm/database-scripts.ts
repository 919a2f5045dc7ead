import { type ScriptParts, scriptFile } from "../core/script-file";

/*
 * Where the database and its dump are is in the environment of each: `DB_HOST`, `DB_PORT`, `DB_USER`, `DB_NAME`, `MYSQL_PWD`, and `DUMP`.
 */

/** Lines of another script. */
const lines = (file: string, parts?: ScriptParts): string => scriptFile(file, parts).trimEnd();
const position = (): string => lines("slurm/files/database-position.sh");

/**
 * Dumps the accounting database as it was at one moment, without a lock on it. A dump that is not whole is an error.
 * @param saysPosition whether the dump says where in the log of changes it stands
 */
export const dumpScript = (saysPosition = false): string =>
  scriptFile("slurm/files/database-dump.sh", { values: { position: saysPosition ? "--master-data=2 " : "" } });

/**
 * Puts a dump in the place of what the database has. Not while slurmdbd is connected: it would write into both.
 * @param replays whether it goes on to the moment in `AT`, or to the last that is known (`latest`), with what has changed since, from `FOLDER`; empty: no further than the dump
 */
export const restoreScript = (replays = false): string =>
  scriptFile("slurm/files/database-restore.sh", {
    insert: {
      check: replays ? lines("slurm/files/changes-check.sh", { insert: { position: position() } }) : null,
      replay: replays ? lines("slurm/files/changes-replay.sh") : null,
    },
  });

/** Fetches the first lines of the last dump, and when it was kept, into `FOLDER`. */
export const changesKnownScript = (): string => scriptFile("slurm/files/changes-known.sh");

/** Fetches what has changed since that dump. */
export const changesFetchScript = (): string =>
  scriptFile("slurm/files/changes-fetch.sh", { insert: { position: position() } });

/** Keeps it in the place of what was fetched before, beside the dump of that day. */
export const changesUploadScript = (): string => scriptFile("slurm/files/changes-upload.sh");

/** Fetches the changes beside the dump that is in `BACKUP`, where there is a moment in `AT`. */
export const changesDownloadLines = (): string => lines("slurm/files/changes-download.sh");
