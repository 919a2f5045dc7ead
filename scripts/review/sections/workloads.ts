import { workloadEstimate } from "../../../config/physics/workload-estimate";
import type { Estimate } from "../../../config/physics/estimate";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { numberText } from "../../lib/terminal/numbers";
import { configAddress, findingOn, type ChangeSet, type SectionFinding } from "./change-set";

/** What people ask of a training, in words; null: unknown, or nobody asked. */
const FIGURES: readonly { readonly label: string; readonly read: (one: Estimate) => string | null }[] = [
  { label: "time", read: ({ training }) => range(training?.days, (days) => `${numberText(days, 0, 1)} days`) },
  { label: "money", read: ({ training }) => moneyText(training) },
  {
    label: "a step",
    read: ({ layouts: { best } }) => (best[0] ? `${numberText(best[0].stepSeconds, 0, 2)} s` : null),
  },
  {
    label: "a checkpoint holds it up",
    read: ({ checkpoint: { stallSeconds } }) => (stallSeconds === null ? null : `${numberText(stallSeconds, 0, 1)} s`),
  },
  {
    label: "goes forward",
    read: ({ failures }) =>
      range(
        failures.flatMap(({ checkpoints }) => checkpoints?.goodput ?? []),
        (share) => `${numberText(100 * share, 0, 1)} %`,
      ),
  },
];

function moneyText(training: Estimate["training"]): string | null {
  const text = range(training?.usd, (usd) => `$${numberText(usd, 0, 0)}`);
  return text !== null && training?.hour?.spotUnknown
    ? `${text} at the on-demand price, without interruptions of spot`
    : text;
}

function range(values: readonly number[] | null | undefined, text: (value: number) => string): string | null {
  if (!values || values.length === 0) return null;
  const [low, high] = [text(Math.min(...values)), text(Math.max(...values))];
  return low === high ? low : `${low} to ${high}`;
}

/** What a changed pool, volume or price does to the trainings that the environment is meant for, by estimate. */
export function workloads({ both }: ChangeSet): SectionFinding[] {
  if (!both) return [];
  return both.after.workloads.flatMap(({ name }) => {
    const [was, now] = [both.before, both.after].map((env) => estimateOf(env, name));
    if (!was || !now) return [];
    const details = FIGURES.flatMap(({ label, read }) => {
      const [old, one] = [read(was) ?? "unknown", read(now) ?? "unknown"];
      return old === one ? [] : [`${label}: ${old} → ${one}`];
    });
    const broken = now.layouts.problem !== null && was.layouts.problem === null ? now.layouts.problem : null;
    if (details.length === 0 && !broken) return [];
    return [
      findingOn("capacity", broken ? "warning" : "info", configAddress(both.after, "platform", `workloads.${name}`), {
        title: broken
          ? `Workload ${name} does not run on what this leaves: ${broken.message}.`
          : `Workload ${name} takes another time or money, by estimate.`,
        details,
        about: [`workloads.${name}`],
      }),
    ];
  });
}

function estimateOf(env: SiteEnvironment, name: string): Estimate | null {
  const found = env.workloads.find((workload) => workload.name === name);
  return found ? workloadEstimate(env, found) : null;
}
