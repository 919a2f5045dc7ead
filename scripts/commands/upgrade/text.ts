import { PAIRS } from "../../../config/facts/compatibility";
import { rangeText } from "../../../config/kernel/version-order";
import { table } from "../../lib/terminal/table";
import type { Item, Step, UpgradePlan } from "./model";

export interface TextProps {
  readonly plan: UpgradePlan;
  /** Day of answers; null: the facts alone were asked. */
  readonly asOf: string | null;
  readonly jobImages: readonly string[];
}

/** A plan for the terminal. */
export function planText({ plan, asOf, jobImages }: TextProps): string {
  const { environment, region, from, to, items, steps, unanswered } = plan;
  const way = from === to ? `Kubernetes ${from}` : `Kubernetes ${from}, to ${to}`;
  const asked = asOf === null ? "as the facts say; --live asks AWS and the charts' repositories" : `asked on ${asOf}`;
  const nothing =
    unanswered.length > 0
      ? "Nothing is known to be behind; see below for what nobody answered."
      : "Nothing is behind that could be upgraded.";
  const lines = [
    `${environment}  ·  ${region ?? "a cluster that exists"}  ·  ${way}  ·  ${asked}`,
    "",
    ...table(["what", "has", "newest", "", "note"], items.map(row)),
    "",
    ...(steps.length === 0 ? [nothing, ""] : steps.flatMap(stepLines)),
  ];
  if (jobImages.length > 0) lines.push("What images of jobs bring", ...jobImages.map((line) => `  ${line}`), "");
  if (unanswered.length > 0) lines.push("Unknown", ...unansweredLines(unanswered), "");
  return lines.join("\n").trimEnd();
}

/** What has the same reason is told once. */
function unansweredLines(unanswered: UpgradePlan["unanswered"]): string[] {
  const byReason = new Map<string, string[]>();
  for (const { subject, text, fix } of unanswered) {
    const reason = `${text.replace(/[^.]$/, "$&.")} ${fix}`;
    byReason.set(reason, [...(byReason.get(reason) ?? []), subject]);
  }
  return [...byReason].map(([reason, subjects]) => `  ${subjects.join(", ")}: ${reason}`);
}

const row = ({ kind, name, has, newest, state, text }: Item): string[] => [
  name,
  has ?? (kind === "driver" ? "unknown" : "EKS chooses"),
  newest ?? "unknown",
  state === "current" ? "" : state,
  text,
];

function stepLines(step: Step, index: number): string[] {
  const list = (head: string, texts: readonly string[]) =>
    texts.map((text, at) => `   ${(at === 0 ? head : "").padEnd(8)} ${text}`);
  return [
    `${index + 1}. ${step.title}${step.blocked.length > 0 ? "  (blocked)" : ""}`,
    ...list("changes", step.changes),
    ...list("edit", [step.edit]),
    ...list("deploy", step.deploy.length === 0 ? [] : [`npm run cdktf -- deploy ${step.deploy.join(" ")}`]),
    ...list("jobs", step.jobs),
    ...list("look at", step.cautions),
    ...list("blocked", step.blocked),
    "",
  ];
}

/** What is compatible with what, with the sources. */
export function matrixText(): string {
  const rows = PAIRS.map(({ of, versions, bond, with: other, allowed, only, source, asOf }) => [
    `${of} ${rangeText(versions)}`,
    bond,
    `${other} ${rangeText(allowed)}${only === undefined ? "" : ` (${only})`}`,
    `${source} (${asOf})`,
  ]);
  return [
    ...table(["", "", "", "source"], rows),
    "",
    "What is not listed is unknown. The oldest Kubernetes of each chart is in config/facts/charts.json.",
  ].join("\n");
}
