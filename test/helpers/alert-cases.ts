import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { AlertRule, RecordingGroup, RuleGroup } from "../../constructs/platform/prometheus-rules";
import { ROOT } from "./process";
import { type Series, triedRules, withPromtool } from "./promtool";

/** Values of series, by what they are called, a minute apart. */
export type SeriesByName = Readonly<Record<string, string>>;

/** What an alert is tried on. */
export interface AlertCase {
  /** Series of which it tells. */
  readonly fires: SeriesByName;
  /** When it does, and a moment before it does not; null: at once. */
  readonly after: string;
  readonly before: string | null;
  /** Labels of what is told, without its severity. */
  readonly labels: Readonly<Record<string, string>>;
  /** The number in its words, as they write it. */
  readonly value: string;
  /** Series that look alike, and of which it says nothing. */
  readonly silent: SeriesByName;
  /** When it says nothing of these. @default - at the time at which it tells of the others */
  readonly silentAt?: string;
}

const seriesOf = (byName: SeriesByName): Series[] =>
  Object.entries(byName).map(([series, values]) => ({ series, values }));

/** Words as Prometheus writes them. */
const written = (text: string, { labels, value }: AlertCase): string =>
  text
    .replaceAll(/\{\{ or \$labels\.(\w+) "([^"]*)" \}\}/g, (_, label: string, other: string) => labels[label] ?? other)
    .replaceAll(/\{\{ \$labels\.(\w+) \}\}/g, (_, label: string) => labels[label] ?? "")
    .replaceAll(/\{\{ \$value[^}]* \}\}/g, value);

function toldOf({ labels, annotations }: AlertRule, one: AlertCase) {
  const words = Object.entries(annotations).map(([name, text]) => [name, written(text, one)]);
  return { exp_labels: { ...labels, ...one.labels }, exp_annotations: Object.fromEntries(words) };
}

/** What every page of an alert has. */
const HEADINGS = ["## What it means", "## What to look at", "## What to do", "## What Railyard does by itself"];

/**
 * Tries alerts with promtool, each on series of which it tells and on others, and looks for their pages.
 * @param recordings what the alerts ask for that Prometheus computes itself
 */
export function describeAlerts(
  groups: readonly RuleGroup[],
  cases: Readonly<Record<string, AlertCase>>,
  recordings: readonly RecordingGroup[] = [],
): void {
  const rules = groups.flatMap((group) => group.rules);
  const names = [...new Set(rules.map(({ alert }) => alert))];

  test("each has a case, and each case an alert", () => {
    expect(Object.keys(cases).toSorted()).toEqual(names.toSorted());
  });

  withPromtool("each tells of what it is for, in its time, and not of what looks alike", () => {
    const tests = rules.flatMap((rule) => {
      const one = cases[rule.alert]!;
      const at = (eval_time: string, isTold: boolean) => ({
        eval_time,
        alertname: rule.alert,
        exp_alerts: isTold ? [toldOf(rule, one)] : [],
      });
      const moments = [...(one.before === null ? [] : [at(one.before, false)]), at(one.after, true)];
      return [
        { interval: "1m", inputs: seriesOf(one.fires), expected: moments },
        { interval: "1m", inputs: seriesOf(one.silent), expected: [at(one.silentAt ?? one.after, false)] },
      ];
    });
    expect(triedRules([...recordings, ...groups], tests)).toBe("");
  });

  test.each(names)("%s has a page that says what to do", (name) => {
    const page = rules.find(({ alert }) => alert === name)!.annotations["runbook"]!;
    expect(page).toBe(`docs/runbooks/${name}.md`);
    expect(existsSync(join(ROOT, page))).toBe(true);
    const text = readFileSync(join(ROOT, page), "utf8");
    expect(text.startsWith(`# ${name}\n`)).toBe(true);
    expect(HEADINGS.filter((heading) => !text.includes(`\n${heading}\n`))).toEqual([]);
  });
}
