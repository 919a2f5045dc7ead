import { readFileSync } from "node:fs";
import { join } from "node:path";
import { didYouMean, orList } from "../../../config/kernel/nearest";
import { profileOf } from "../../../config/tuning/profile";
import type { ResolvedPool } from "../../../config/pools/pool";
import type { CommandContext } from "../../cli/command";
import { runCommand } from "../../cli/define-command";
import { inputFile } from "../../cli/option-checks";
import { loadFor } from "../../lib/environments/load-for";
import { ExpectedError } from "../../lib/errors/expected-error";
import { UsageError } from "../../lib/errors/usage";
import { visible } from "../../lib/terminal/visible";
import { HOST_CHECK_COMMAND } from "./definition";
import { judgeHost } from "./judge";
import { judgeMachines } from "./machines";
import { NoSettingsError, readSettings, type SeenSettings } from "./read-settings";
import { checkText, type CheckedHost } from "./text";

/** `railyard host-check <environment> <pool> <file…>`. @returns the exit code */
export function hostCheckCommand(args: readonly string[], context: CommandContext): number {
  return runCommand(HOST_CHECK_COMMAND, args, context, ({ values, positionals }) => {
    if (values.script) {
      context.print(readFileSync(join(__dirname, "collect.sh"), "utf8").trimEnd());
      return 0;
    }
    const [name, poolName, ...files] = positionals;
    if (name === undefined || poolName === undefined || files.length === 0)
      throw new UsageError("host-check takes an environment, one of its pools, and a file for each node");
    const seen = files.map(settingsOf);
    const twice = seen.find(({ host }, at) => seen.findIndex((other) => other.host === host) !== at);
    if (twice) throw new UsageError(`two files are of ${visible(twice.host)}: a node has one set of values`);
    const { resolved } = loadFor("host-check", [name], context)[0]!;
    const pool = poolOf(resolved.nodeGroups, poolName, name);
    const tuning = profileOf(pool);
    const cards = pool.fabric.rdma?.rails.flatMap(({ pci }) => pci ?? []) ?? [];
    const hosts = seen.map((one): CheckedHost => ({
      host: one.host,
      settings: [...judgeHost(tuning, one, cards), ...judgeMachines(pool, one)],
    }));
    if (values.json)
      context.print(
        JSON.stringify(
          { environment: name, pool: poolName, purpose: tuning.purpose, written: pool.tuning !== null, hosts },
          null,
          2,
        ),
      );
    else context.print(checkText(hosts, { pool, tuning, all: values.all === true }));
    const settled = hosts.every(({ settings }) =>
      settings.every(({ verdict }) => verdict === "holds" || verdict === "absent"),
    );
    return settled ? 0 : 2;
  });
}

function poolOf(pools: readonly ResolvedPool[], name: string, environment: string): ResolvedPool {
  const found = pools.find((pool) => pool.name === name);
  if (found) return found;
  const names = pools.map((pool) => pool.name);
  throw new UsageError(
    `${environment} has no pool ${JSON.stringify(name)}: ${didYouMean(name, names) ?? `give ${orList(names)}`}`,
  );
}

function settingsOf(file: string): SeenSettings {
  inputFile(file, "host-check");
  try {
    return readSettings(readFileSync(file, "utf8"));
  } catch (error) {
    if (error instanceof NoSettingsError)
      throw new ExpectedError(
        visible(`${file} ${error.message}\n  run what railyard host-check --script prints, as root`),
      );
    throw error;
  }
}
