import { number } from "../../lib/terminal/table";
import type { Fork } from "./make-fork";
import { environmentPath } from "../../lib/environments/environment-path";

/** What a person wants to know of a fork. */
export function forkLines(from: string, fork: Fork, written: boolean): string[] {
  const { config, findings, resolved } = fork.loaded;
  const section = (title: string, lines: readonly string[]) =>
    lines.length ? ["", title, ...lines.map((line) => `  ${line}`)] : [];
  const files = written
    ? [`${environmentPath(config.name)} follows ${from}, and ${environmentPath("index")} has its row.`]
    : fork.changes.flatMap(({ name, text }) => [`-- config/environments/${name}`, text.trimEnd(), ""]);
  const warnings = findings.active.map(({ message, rule }) => `${message} [${rule}]`);
  const place = `${config.account}, ${config.region}, ${config.network.cidr} in ${resolved.network.zones.join(", ")}`;
  const { usdPerHour, unknown } = resolved.cost;
  const sum = usdPerHour === null ? "cost unknown" : `$${number(usdPerHour, 2)} an hour`;
  const cost = usdPerHour === null || unknown.length === 0 ? sum : `${sum}, without what is not known`;
  return [
    ...files,
    `${place}; ${cost}`,
    ...section("Look at", fork.notes),
    ...section("Not known here", fork.unknown),
    ...section("Warnings of the rules", warnings),
    "",
    written ? `Next: npx railyard synth ${config.name}` : "Nothing was written.",
  ];
}

/** A fork for programs. */
export function forkJson(from: string, fork: Fork, written: boolean): string {
  const { config, findings, resolved } = fork.loaded;
  const { name, account, region, network } = config;
  return JSON.stringify(
    {
      environment: name,
      follows: from,
      written,
      account,
      region,
      cidr: network.cidr,
      zones: resolved.network.zones,
      files: fork.changes.map((change) => ({ path: `config/environments/${change.name}`, text: change.text })),
      notes: fork.notes,
      unknown: fork.unknown,
      warnings: findings.active.map(({ rule, path, message }) => ({ rule, path, message })),
      usdPerHour: resolved.cost.usdPerHour,
    },
    null,
    2,
  );
}
