import { INSTANCE_TYPE_NAMES } from "../../../config/facts/instance-types";
import { REGIONS } from "../../../config/facts/regions";
import type { CommandContext } from "../../cli/command";
import { STACKS } from "../../../config/names/resolve";
import { RULES } from "../../../config/rules";
import { writtenNames } from "../../lib/environments/environment-table";
import { loadFor } from "../../lib/environments/load-for";
import { keysIn } from "../../lib/environments/find-key";
import { parseKey } from "../../lib/environments/key-path";

/** Words that are no options, by the command and those that stand already. */
export function argumentsOf(
  command: string,
  given: readonly string[],
  typed: string,
  context: CommandContext,
): readonly string[] {
  const [environment] = given;
  if (command === "rules") return given.length ? [] : RULES.map(({ id }) => id);
  if (command === "completion") return [];
  if (command !== "explain") return writtenNames().filter((name) => !given.includes(name));
  if (environment === undefined) return [...writtenNames(), ...RULES.map(({ id }) => id), ...INSTANCE_TYPE_NAMES];
  return given.length > 1 ? [] : keysOf(environment, typed, context);
}

/** Values of an option; none where only a person can know them. */
export function valuesOf(command: string, option: string, given: readonly string[]): readonly string[] {
  if (option === "--region") return Object.keys(REGIONS);
  const environments = given.filter((word) => writtenNames().includes(word));
  if (option === "--yes-destroy") return environments;
  if (option === "--stack")
    return (environments.length ? environments : writtenNames()).flatMap((name) =>
      STACKS.map((role) => `${name}-${role}`),
    );
  return command === "preflight" && option === "--check" ? preflightChecks() : [];
}

/* eslint-disable @typescript-eslint/no-require-imports -- they load the AWS SDK, which no other completion waits for */

const preflightChecks = (): string[] =>
  (require("../../preflight/all-checks") as typeof import("../../preflight/all-checks")).ALL_CHECKS.map(({ id }) => id);

/* eslint-enable @typescript-eslint/no-require-imports */

/** Keys of an environment as far as they are typed: `nodeGroups.h100.` goes on with those of that group. */
function keysOf(environment: string, typed: string, context: CommandContext): string[] {
  const above = typed.slice(0, typed.lastIndexOf(".") + 1);
  const loaded = loadFor("completion", [environment], { ...context, printError: () => {} })[0];
  const path = above === "" ? [] : parseKey(above.slice(0, -1));
  return keysIn(path, loaded?.config).map((key) => `${above}${key}`);
}
