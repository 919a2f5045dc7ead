import { number, table } from "../lib/terminal/table";
import type { FoundOrphans } from "./find-orphans";

const NEXT: Readonly<Record<FoundOrphans["orphans"][number]["removal"], string>> = {
  safe: "--delete",
  named: "--delete --allow",
  never: "by hand",
};

/** What was found, a row each, with what it costs and what to do. */
export function orphanLines(
  { orphans, clusterRuns, unknown, statesFound }: FoundOrphans,
  environment: string,
): string[] {
  return [
    ...(orphans.length ? rows(orphans) : [nothing(environment, unknown.length > 0)]),
    ...(statesFound
      ? []
      : [
          `No state of ${environment} was found: it was never deployed, or \`state\` of its config names another place. ` +
            "What is listed may be in use, and is not deleted here.",
        ]),
    ...(clusterRuns
      ? [
          "The cluster is there: what its controllers made (load balancers, volumes, interfaces) is in use, and not listed.",
        ]
      : []),
    ...unknown.map(({ what, why }) => `Unknown: ${what}: ${why}`),
    ...(orphans.some(({ removal }) => removal !== "never")
      ? [`To delete: npx railyard orphans ${environment} --delete`]
      : []),
  ];
}

const nothing = (environment: string, someUnknown: boolean): string =>
  someUnknown
    ? `Nothing of ${environment} was found where AWS could be asked.`
    : `Nothing of ${environment} is left that its stacks do not have.`;

function rows(orphans: FoundOrphans["orphans"]): string[] {
  const cells = orphans.map(({ kind, id, ageDays, usdPerMonth, removal, why }) => [
    kind,
    id,
    ageDays === null ? "unknown" : `${ageDays} d`,
    usdPerMonth === null ? "unknown" : number(usdPerMonth, 2),
    NEXT[removal],
    why,
  ]);
  const known = orphans.reduce((sum, { usdPerMonth }) => sum + (usdPerMonth ?? 0), 0);
  const without = orphans.filter(({ usdPerMonth }) => usdPerMonth === null).length;
  return [
    ...table(["kind", "id", "age", "USD/month", "goes with", "why"], cells, [2, 3]),
    `${orphans.length} left over, ${number(known, 2)} USD a month${without ? `, and ${without} of unknown price` : ""} (list prices).`,
  ];
}
