import { COMPONENT_ROWS } from "../../../config/components/registry";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { count } from "../../lib/environments/report-problems";
import { table } from "../../lib/terminal/table";
import type { ReleaseCheck } from "./check-release";

/** A chart that an environment lacks. */
export interface AbsentChart {
  readonly environment: string;
  readonly chart: string;
  /** Key of config and its value. */
  readonly because: string;
}

/** Charts that environments lack, in the order of the components. */
export const absentCharts = (environments: readonly SiteEnvironment[]): AbsentChart[] =>
  environments.flatMap((env) =>
    COMPONENT_ROWS.flatMap(([chart, { when }]) => {
      const because = when(env);
      return because === true ? [] : [{ environment: env.name, chart, because }];
    }),
  );

/** A line for each release, what is wrong below it, and a verdict. */
export function chartsReport(
  checks: readonly ReleaseCheck[],
  validated: boolean,
  absent: readonly AbsentChart[] = [],
): { readonly text: string; readonly good: boolean; readonly code: 0 | 1 | 2 } {
  const rows = checks.map(({ release, problems, absent: why, objects }) => [
    why !== null ? "NO CHART" : problems.length === 0 ? "ok" : "WRONG",
    release.stack,
    `${release.namespace}/${release.name}`,
    release.version === null ? "own chart" : `${release.chart} ${release.version}`,
    String(objects),
  ]);
  const [head, ...lines] = table(["", "stack", "release", "chart", "objects"], rows, [4]);
  const body = lines.flatMap((line, index) => {
    const { problems, absent: why, notes } = checks[index]!;
    const below = why === null ? problems : [why];
    return [line, ...below.map((text) => `      ${indented(text)}`), ...notes.map((text) => `      note: ${text}`)];
  });
  const wrong = checks.filter(({ problems }) => problems.length > 0).length;
  const unseen = checks.filter(({ absent: why }) => why !== null).length;
  // a check that saw nothing proves nothing
  const good = wrong === 0 && unseen === 0 && checks.length > 0;
  return {
    text: [
      head,
      ...body,
      "",
      ...notInstalled(absent),
      ...closing(checks, validated),
      "",
      verdict(checks.length, wrong, unseen),
    ].join("\n"),
    good,
    code: good ? 0 : wrong === 0 && unseen > 0 ? 1 : 2,
  };
}

/** The same for programs. @param validated whether there was a kubeconform */
export function chartsJson(
  checks: readonly ReleaseCheck[],
  verdict: { readonly good: boolean; readonly validated: boolean; readonly notInstalled: readonly AbsentChart[] },
): string {
  const releases = checks.map(({ release, ...check }) => {
    const { stack, namespace, name, chart, version } = release;
    return {
      stack,
      namespace,
      name,
      chart,
      version,
      good: check.problems.length === 0 && check.absent === null,
      ...check,
    };
  });
  return JSON.stringify({ ...verdict, releases }, null, 2);
}

function notInstalled(absent: readonly AbsentChart[]): string[] {
  if (absent.length === 0) return [];
  const rows = absent.map(({ environment, chart, because }) => [environment, chart, because]);
  return ["Not installed:", ...table(["environment", "chart", "because"], rows), ""];
}

function closing(checks: readonly ReleaseCheck[], validated: boolean): string[] {
  const objects = checks.reduce((sum, one) => sum + one.objects, 0);
  if (!validated) return [`${count(objects, "object")} rendered and not validated: there is no kubeconform.`];
  const valid = checks.reduce((sum, one) => sum + one.valid, 0);
  const unknown = [...new Set(checks.flatMap(({ unknownKinds }) => unknownKinds))].sort();
  return [
    `${count(objects, "object")} rendered, ${valid} of them validated.`,
    ...(unknown.length > 0 ? [`Not validated, for want of a schema: ${unknown.join(", ")}.`] : []),
  ];
}

function verdict(releases: number, wrong: number, unseen: number): string {
  if (releases === 0) return "There are no releases: nothing was checked.";
  if (wrong + unseen === 0) return `All ${count(releases, "release")} are good.`;
  const all = count(releases, "release");
  return `${[
    ...(wrong > 0 ? [`${wrong} of ${all} wrong`] : []),
    ...(unseen > 0 ? [`${unseen} of ${all} not looked at, for want of charts`] : []),
  ].join(", ")}.`;
}

const indented = (text: string): string => text.replaceAll("\n", "\n      ");
