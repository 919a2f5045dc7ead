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
  const { usdPerHour, unknown } = resolved.cost;
  const sum = usdPerHour === null ? "cost unknown" : `$${number(usdPerHour, 2)} an hour`;
  const cost = usdPerHour === null || unknown.length === 0 ? sum : `${sum}, without what is not known`;
  return [
    ...files,
    `${fork.report.place}; ${cost}`,
    ...section("Look at", fork.report.notes),
    ...section("Not known here", fork.report.unknown),
    ...section("Warnings of the rules", warnings),
    "",
    written ? `Next: npx railyard synth ${config.name}` : "Nothing was written.",
  ];
}

/** A fork for programs. */
export function forkJson(from: string, fork: Fork, written: boolean): string {
  const { config, findings, resolved } = fork.loaded;
  const { json, notes, unknown } = fork.report;
  return JSON.stringify(
    {
      environment: config.name,
      follows: from,
      written,
      ...json,
      files: fork.changes.map((change) => ({ path: `config/environments/${change.name}`, text: change.text })),
      notes,
      unknown,
      warnings: findings.active.map(({ rule, path, message }) => ({ rule, path, message })),
      usdPerHour: resolved.cost.usdPerHour,
    },
    null,
    2,
  );
}
