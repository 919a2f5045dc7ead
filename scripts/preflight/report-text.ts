import type { CheckResult, Verdict } from "./check";
import type { PreflightReport } from "./report";

/** What is worst comes first. */
const HEADINGS = {
  failed: "Failed: a deployment would fail or wait",
  unknown: "Unknown: there was no answer, or no document says",
  warning: "Warnings: it will run, but not as it should",
  ok: "Ok",
} as const satisfies Record<Verdict, string>;

/** The report for a person: by verdict, each with what to do. */
export function reportText(report: PreflightReport): string {
  const { environment, caller, askedAt, replayed, counts, checks } = report;
  const [place, whom] =
    "account" in report
      ? [`account ${report.account}  ·  ${report.region}`, "AWS itself"]
      : [`cluster ${report.cluster}`, "the cluster itself"];
  const title = `${environment}  ·  ${place}`;
  const asked = replayed
    ? [`Recorded ${askedAt} as ${caller}: ${whom} was not asked now.`]
    : [`Asked ${askedAt} as ${caller}`];
  const sections = (Object.keys(HEADINGS) as Verdict[]).flatMap((verdict) => {
    const found = checks.flatMap(({ id, results }) => {
      const shown = results.filter((result) => result.verdict === verdict);
      return verdict === "ok" ? wellLines(id, shown) : shown.flatMap((result) => resultLines(id, result));
    });
    return found.length === 0 ? [] : ["", HEADINGS[verdict], ...found];
  });
  const idle = checks.filter(({ results }) => results.length === 0).map(({ id }) => id);
  return [
    title,
    "═".repeat(title.length),
    ...asked,
    ...sections,
    "",
    ...(idle.length === 0 ? [] : [`Nothing in this config for: ${idle.join(", ")}`]),
    countsText(counts),
  ].join("\n");
}

/** What a person must know before a deployment: what is well is counted only. */
export function findingLines({ environment, counts, checks }: PreflightReport): string[] {
  const sections = (Object.keys(HEADINGS) as Verdict[]).flatMap((verdict) => {
    if (verdict === "ok" || counts[verdict] === 0) return [];
    const found = checks.flatMap(({ id, results }) =>
      results.filter((result) => result.verdict === verdict).flatMap((result) => resultLines(id, result)),
    );
    return [HEADINGS[verdict], ...found];
  });
  return [`preflight of ${environment}: ${countsText(counts)}`, ...sections];
}

function resultLines(id: string, { subject, text, fix, source }: CheckResult): string[] {
  return [
    `  ${id}  ${subject}: ${text}`,
    ...(fix === undefined ? [] : [`      fix: ${fix}`]),
    ...(source === undefined ? [] : [`      see ${source}`]),
  ];
}

/** What is well is told shortly: subjects of which the same is said stand together. */
function wellLines(id: string, results: readonly CheckResult[]): string[] {
  const subjects = new Map<string, string[]>();
  for (const { text, subject } of results) subjects.set(text, [...(subjects.get(text) ?? []), subject]);
  return [...subjects].map(
    ([text, of]) => `  ${id}  ${of.length === 1 ? `${of[0]}: ${text}` : `${text}: ${of.join(", ")}`}`,
  );
}

function countsText({ failed, unknown, warning, ok }: PreflightReport["counts"]): string {
  return `${failed} failed, ${unknown} unknown, ${warning} ${warning === 1 ? "warning" : "warnings"}, ${ok} ok`;
}
