import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Draft, DraftRow } from "./draft";
import type { Step, UpgradePlan } from "./model";

export interface PullRequestProps {
  readonly root: string;
  readonly draft: Draft;
  /** Environments, with what is behind in them and the order. */
  readonly plans: readonly UpgradePlan[];
  /** Step that this pull request takes in its environment; null: it only changes facts. */
  readonly step: Step | null;
}

/** The description of the pull request: what, why, the order, and what to look at. */
export function pullRequestText({ root, draft, plans, step }: PullRequestProps): string {
  const { rows, files } = draft;
  const names = plans.map(({ environment }) => environment);
  const steps = plans.flatMap((plan) => plan.steps.map((each) => ({ environment: plan.environment, each })));
  const mentions = mentionsOf(
    root,
    rows,
    files.map(({ folder, name }) => `${folder}/${name}`),
  );
  const hasCharts = rows.some(({ what }) => what.startsWith("chart "));
  return [
    `# Upgrade: ${titleOf(rows)}`,
    "",
    "## What",
    "",
    "| what | before | after | source |",
    "| --- | --- | --- | --- |",
    ...rows.map(({ what, before, after, source }) => `| ${[what, before, after, source].map(cell).join(" | ")} |`),
    "",
    "## Why",
    "",
    ...plans.flatMap(whyLines),
    "",
    "## Order",
    "",
    ...(steps.length === 0
      ? ["Nothing is behind: the new versions come with the next deployment."]
      : steps.map(
          ({ environment, each }, at) =>
            `${at + 1}. ${environment}: ${each.title}${each === step ? " (this pull request)" : ""}: ${each.deploy.length === 0 ? each.edit : `deploy ${each.deploy.join(", ")}`}${each.blocked.length > 0 ? `. Blocked: ${each.blocked.join("; ")}` : ""}`,
        )),
    "",
    "## To review",
    "",
    ...[...new Set(steps.flatMap(({ each }) => [...each.jobs, ...each.cautions]))].map((text) => `- ${text}`),
    ...(hasCharts
      ? [
          "- config/facts/chart-keys.json has the keys of the old charts: `npm run charts -- --write-keys` reads those of the new ones",
        ]
      : []),
    ...mentions.map((text) => `- ${text}`),
    "",
    "## Before it is merged",
    "",
    "```sh",
    "npm test                                            # types, rules, and the tests that name versions",
    "UPDATE_GOLDEN=1 npx jest test/stacks/golden         # then look at the diff",
    ...(hasCharts ? ["npm run charts                                      # renders the new charts"] : []),
    ...names.map((name) => `npm run rehearse -- ${name} --from origin/main`),
    ...names.map((name) => `npm run review -- ${name} --base origin/main`),
    "```",
    "",
  ].join("\n");
}

const cell = (text: string): string => text.replaceAll("|", "\\|");

function titleOf(rows: readonly DraftRow[]): string {
  const [first, ...more] = rows;
  return first === undefined
    ? "nothing"
    : `${first.what} ${first.after}${more.length > 0 ? `, and ${more.length} more` : ""}`;
}

function whyLines({ environment, items }: UpgradePlan): string[] {
  const behind = items.filter(({ state }) => state !== "current" && state !== "unknown");
  if (behind.length === 0) return [`- ${environment}: nothing is behind`];
  return behind.map(
    ({ name, has, newest, state, text }) =>
      `- ${environment}: ${name} ${has ?? "of EKS's choice"} is ${STATES[state]}${newest === null || newest === has ? "" : `; newest is ${newest}`}${text === "" ? "" : ` (${text})`}`,
  );
}

const STATES = {
  behind: "behind",
  ended: "without support",
  "ends-soon": "soon without support",
  bad: "known to be broken",
  ahead: "newer than what is known to work",
  current: "current",
  unknown: "unknown",
} as const;

/** Folders whose files may name a version: tests, documents, and code that was written for one. */
const SEARCHED = ["test", "docs", "constructs", "stacks", "config", "policy"];
const MOST_MENTIONS = 30;
const MOST_BYTES = 1_000_000;

/** Other files that name a version which is gone now. */
function mentionsOf(root: string, rows: readonly DraftRow[], changed: readonly string[]): string[] {
  const old = [...new Set(rows.map(({ before }) => before))].filter((version) => /\d\.\d+\.\d|\d{8}/.test(version));
  const found = SEARCHED.flatMap((folder) => filesBelow(root, folder))
    .filter((file) => !changed.includes(file))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), "utf8");
      const named = old.filter((version) => text.includes(version));
      return named.length === 0 ? [] : [`${file} names ${named.join(", ")}`];
    });
  const more = found.length - MOST_MENTIONS;
  return more > 0 ? [...found.slice(0, MOST_MENTIONS), `and ${more} more files name old versions`] : found;
}

function filesBelow(root: string, folder: string): string[] {
  let entries: readonly string[];
  try {
    entries = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
  } catch {
    return [];
  }
  return entries
    .map((entry) => join(folder, entry))
    .filter((file) => /\.(ts|json|md|yaml|txt)$/.test(file) && !file.includes("node_modules"))
    .filter((file) => {
      const stat = statSync(join(root, file), { throwIfNoEntry: false });
      return stat !== undefined && stat.isFile() && stat.size < MOST_BYTES;
    })
    .sort();
}
