import { INSTANCE_TYPE_NAMES } from "../../config/facts/instance-types";
import { RULES } from "../../config/rules/registry";
import { loadWritten, writtenNames } from "../environment-table";
import { keysIn } from "../explain/find-key";
import { parseKey } from "../explain/key-path";
import { SHELLS } from "./shell-script";

/** Words that are no options, by the command and those that stand already. */
export function argumentsOf(command: string, given: readonly string[], typed: string, now: Date): readonly string[] {
  const [environment] = given;
  if (command === "rules") return given.length ? [] : RULES.map(({ id }) => id);
  if (command === "completion") return given.length ? [] : SHELLS;
  if (command !== "explain") return writtenNames().filter((name) => !given.includes(name));
  if (environment === undefined) return [...writtenNames(), ...RULES.map(({ id }) => id), ...INSTANCE_TYPE_NAMES];
  return given.length > 1 ? [] : keysOf(environment, typed, now);
}

/** Keys of an environment as far as they are typed: `nodeGroups.h100.` goes on with those of that group. */
function keysOf(environment: string, typed: string, now: Date): string[] {
  const above = typed.slice(0, typed.lastIndexOf(".") + 1);
  const loaded = loadWritten([environment], now)[0];
  const path = above === "" ? [] : parseKey(above.slice(0, -1));
  return keysIn(path, loaded?.config).map((key) => `${above}${key}`);
}
