import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Json } from "./synth";

const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;
if (!hasPromtool) {
  if (process.env["CI"]) throw new Error("promtool is not on the PATH: apt-get install prometheus");
  console.warn("promtool is not on the PATH: what rules and queries do is not tried");
}

/** A test that asks promtool. `test` is that of the file that calls it: files of one worker share this module. */
export function withPromtool(name: string, run: () => void): void {
  if (hasPromtool) test(name, run);
  else test.skip(name, run);
}

/** Values of a series, a minute or another interval apart: `0x90`, `1+2x10`. */
export interface Series {
  readonly series: string;
  readonly values: string;
}

/** What is told at a moment. */
export interface Expected {
  readonly eval_time: string;
  readonly alertname: string;
  readonly exp_alerts: readonly Json[];
}

/** What a query answers at a moment. */
export interface Answer {
  readonly eval_time: string;
  readonly expr: string;
  readonly exp_samples: readonly { readonly labels: string; readonly value: number }[];
}

/** A group of rules, as Prometheus reads it. */
interface Group {
  readonly name: string;
  readonly rules: readonly object[];
}

/** What promtool says of files in a folder of their own: its complaints. */
function complaints(files: Readonly<Record<string, object>>, ...args: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "rules-"));
  try {
    // JSON is YAML, too
    for (const [name, file] of Object.entries(files)) writeFileSync(join(folder, name), JSON.stringify(file));
    const { status, stdout, stderr } = spawnSync("promtool", args, { cwd: folder, encoding: "utf8" });
    return status === 0 ? "" : `${stdout}${stderr}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What promtool says of rules that it parses. */
export const complaintsOf = (groups: readonly Group[]): string =>
  complaints({ "rules.yaml": { groups } }, "check", "rules", "rules.yaml");

/** Alerts over some series. */
export interface RuleTest {
  /** Time between two values of the series. */
  readonly interval: string;
  readonly inputs: readonly Series[];
  readonly expected: readonly Expected[];
  /** @default - nothing is asked */
  readonly answers?: readonly Answer[];
}

/** What promtool says of rules over some series. */
export function triedRules(groups: readonly Group[], tests: readonly RuleTest[]): string {
  const file = {
    rule_files: ["rules.yaml"],
    tests: tests.map(({ interval, inputs, expected, answers = [] }) => ({
      interval,
      input_series: inputs,
      alert_rule_test: expected,
      promql_expr_test: answers,
    })),
  };
  return complaints({ "rules.yaml": { groups }, "test.yaml": file }, "test", "rules", "test.yaml");
}
