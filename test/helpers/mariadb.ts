import { spawn, spawnSync, type SpawnSyncReturns } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { CHANGE_RIGHTS, mariadb } from "../../constructs/slurm/slurm-database";
import { freePort } from "./moto";
import type { Json } from "./synth";

/** A MariaDB server with the database and the user of slurmdbd. */
export interface RealMariadb {
  readonly port: number;
  /** A folder of its own, which goes with it. */
  readonly path: (...names: string[]) => string;
  /** Asks as slurmdbd's user. */
  readonly sql: (text: string, database?: string) => SpawnSyncReturns<string>;
  /** Runs a script of backups with what its pod has. */
  readonly run: (script: string, env?: Readonly<Record<string, string>>) => { status: number | null; output: string };
  readonly stop: () => void;
}

/** Whether this machine has MariaDB. */
export const HAS_MARIADB = spawnSync("mariadbd", ["--version"]).status === 0;

const DATABASE = "slurm_acct_db";

/** The log of changes and the rights on it, as the objects in the cluster ask for them. */
export function withChanges(): { readonly options: readonly string[]; readonly rights: readonly string[] } {
  const placement = { nodeSelector: {}, tolerations: [] };
  const { myCnf } = mariadb({
    namespace: "slurm",
    storageGiB: 50,
    storageClassName: "gp3",
    placement,
    keepsChanges: true,
  }).spec as Json;
  const lines = (myCnf as string).split("\n").filter((line) => /binlog|log_bin/.test(line));
  expect(lines).toHaveLength(5);
  return { options: lines.map((line) => `--${line}`), rights: CHANGE_RIGHTS };
}

/**
 * @param password that of slurmdbd's user
 * @param more settings of the server, as options, and rights of that user on all databases
 */
export async function startMariadb(
  password: string,
  { options = [], rights = [] }: { readonly options?: readonly string[]; readonly rights?: readonly string[] } = {},
): Promise<RealMariadb> {
  const folder = mkdtempSync(join(tmpdir(), "database-"));
  const path = (...names: string[]) => join(folder, ...names);
  const port = await freePort();
  const user = `--user=${userInfo().username}`;
  const common = ["--no-defaults", `--datadir=${path("data")}`, user];
  expect(spawnSync("mariadb-install-db", [...common, "--skip-test-db"]).status).toBe(0);
  const place = [`--socket=${path("socket")}`, `--port=${port}`, "--bind-address=127.0.0.1"];
  const server = spawn("mariadbd", [...common, ...place, ...options], { stdio: "ignore" });
  const root = (text: string) => spawnSync("mariadb", [`--socket=${path("socket")}`, "--user=root", "-e", text]).status;
  for (let tries = 0; root("select 1") !== 0 && tries < 300; tries++) await sleep(100);
  const quoted = `'${password.replaceAll("'", "''")}'`;
  const made = `create database ${DATABASE}; create user slurm@'%' identified by ${quoted}; grant all on ${DATABASE}.* to slurm@'%'`;
  expect(root(made)).toBe(0);
  if (rights.length > 0) expect(root(`grant ${rights.join(", ")} on *.* to slurm@'%'`)).toBe(0);
  const env = { ...process.env, MYSQL_PWD: password };
  const sql = (text: string, database = DATABASE) =>
    spawnSync("mariadb", ["--host=127.0.0.1", `--port=${port}`, "--user=slurm", "-BN", database, "-e", text], {
      env,
      encoding: "utf8",
    });
  const pod = {
    HOME: folder,
    DUMP: path("dump.sql.gz"),
    FOLDER: folder,
    DB_HOST: "127.0.0.1",
    DB_PORT: String(port),
    DB_USER: "slurm",
    DB_NAME: DATABASE,
    MYSQL_PWD: password,
  };
  const run: RealMariadb["run"] = (script, more = {}) => {
    const result = spawnSync("bash", ["-c", script], {
      encoding: "utf8",
      env: { PATH: process.env["PATH"], ...pod, ...more },
    });
    return { status: result.status, output: result.stdout + result.stderr };
  };
  const stop = () => {
    server.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  };
  return { port, path, sql, run, stop };
}
