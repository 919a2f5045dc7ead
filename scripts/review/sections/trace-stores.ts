import type { SiteEnvironment } from "../../../config/sites/environment";
import { traceStore, traceStoreTitle } from "../../../config/traces/traces";
import { configAddress, findingOn, type ChangeSet, type SectionFinding } from "./change-set";

/** Where traces go, as somebody who reads them there sees it; null: nobody keeps them. */
function placeOf({ traces }: SiteEnvironment): string | null {
  const store = traceStore(traces);
  if (!store) return null;
  const tenant = store.kind === "otlp" && store.tenant !== undefined ? `, tenant ${store.tenant}` : "";
  return `${traceStoreTitle(store)}${tenant}`;
}

/** Traces that somebody else can read from now on. */
export function tracesLeave({ both }: ChangeSet): SectionFinding[] {
  if (!both) return [];
  const place = placeOf(both.after);
  if (place === null || place === placeOf(both.before)) return [];
  return [
    findingOn("security", "warning", configAddress(both.after, "platform", "traces.to"), {
      title: `Traces of jobs and services go to ${place}.`,
      details: [
        "Spans name jobs, teams, nodes and losses of trainings, and have what programs of your own write into theirs: prompts, for example.",
        "Everybody in the cluster can send spans, in any name.",
        "Jobs that have OpenTelemetry in their image send to it from their next start on.",
      ],
      about: ["traces"],
    }),
  ];
}

/** Traces that nobody keeps any more, or fewer of them. */
export function tracesMissed({ both }: ChangeSet): SectionFinding[] {
  if (!both) return [];
  const { before, after } = both;
  const was = placeOf(before);
  if (was === null) return [];
  const missed = (title: string, detail: string): SectionFinding[] => [
    findingOn("stops", "warning", configAddress(after, "platform", "traces"), {
      title,
      details: [detail],
      about: ["traces"],
    }),
  ];
  const now = placeOf(after);
  if (now !== was)
    return missed(
      `${was} gets no traces of the cluster any more.`,
      now === null
        ? "Jobs that run send to collectors that are gone: their spans are lost, and they go on."
        : "What waits in the collectors is not sent to it any more.",
    );
  const [less, more] = [after.traces.samplePercent, before.traces.samplePercent];
  return [
    ...(less < more
      ? missed(`${less} of a hundred traces are kept, and not ${more}.`, "Others are gone for good.")
      : []),
    ...(JSON.stringify(loginOf(before)) === JSON.stringify(loginOf(after))
      ? []
      : missed(
          `Collectors of traces write to ${was} as somebody else.`,
          "Railyard does not ask the store whether it takes that: look for the alert SpansLost after the apply.",
        )),
  ];
}

const loginOf = ({ traces: { to } }: SiteEnvironment) => (to.kind === "otlp" ? to.login : null);
