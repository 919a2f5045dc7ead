import { count } from "../../lib/environments/report-problems";
import type { ConfigChange } from "../../review/model";
import type { UpstreamChange, UpstreamChanges } from "./upstream-changes";

export interface Upstream extends UpstreamChanges {
  readonly environment: string;
  /** Commit with which the original is compared. */
  readonly since: string;
  /** Names from the original to the root of the chain. */
  readonly follows: readonly string[];
}

/** @param commit what the original is compared with, in words */
export function upstreamLines({ environment, since, follows, changes, further }: Upstream, commit: string): string[] {
  const original = follows[0]!;
  const head = [`${environment} follows ${follows.join(", which follows ")}.`, `Since ${commit}:`];
  if (changes.length === 0) return [...head, "", `${original} says the same as then: nothing comes from it.`];
  const of = (effect: UpstreamChange["effect"]) => changes.filter((change) => change.effect === effect);
  const section = (title: string, rows: readonly ConfigChange[], text: (row: never) => string[]) =>
    rows.length ? ["", title, ...rows.flatMap((row) => text(row as never))] : [];
  const reaches = changes.some(({ effect }) => effect !== "overridden") || further.length > 0;
  return [
    ...head,
    "",
    `${original} has changed ${count(changes.length, "key")}.`,
    ...section("These come through:", of("through"), through),
    ...section("These do something else here:", of("otherwise"), otherwise),
    ...section("These change here beside them:", further, through),
    ...section("These are overridden, and do nothing:", of("overridden"), overridden),
    ...(reaches
      ? ["", `What they do to the running cluster: npx railyard review ${environment} --base ${since.slice(0, 7)}`]
      : []),
  ];
}

const text = (value: string | null): string => value ?? "–";

const policyLines = ({ policy, note }: ConfigChange): string[] =>
  [`    ${policy ?? "policy not told"}${note === undefined ? "" : `: ${note}`}`].filter((line) => line.trim() !== "");

const through = (change: ConfigChange): string[] => [
  `  ${change.path}: ${text(change.before)} → ${text(change.after)}`,
  ...policyLines(change),
];

const otherwise = (change: UpstreamChange): string[] => [
  `  ${change.path}: ${text(change.before)} → ${text(change.after)}; here ${text(change.here)}`,
  ...policyLines(change),
];

const overridden = (change: UpstreamChange): string[] => [
  `  ${change.path}: ${text(change.before)} → ${text(change.after)}; here ${text(change.here)}`,
];
