import { acknowledge } from "./acknowledge";
import { maskText } from "../../config/kernel/secret-text";
import type { PlanChanges } from "./changes/resource-changes";
import { withDangers } from "./danger";
import { maskConfig, maskEnvironment, maskFinding, maskReason } from "./mask-review";
import type { Finding, Review, ReviewInput, Verdict } from "./model";
import { readPlan } from "./read-plan";
import { capacity, capacityTable } from "./sections/capacity";
import { config } from "./sections/config";
import { datasetDrift } from "./sections/dataset-drift";
import { datasets } from "./sections/datasets";
import { lost } from "./sections/lost";
import { money, moneyTables } from "./sections/money";
import { partPrices } from "./sections/money-parts";
import { moneyWatch } from "./sections/money-watch";
import { differenceFindings, readsOf, unplanned } from "./sections/code";
import { planFindings } from "./sections/plan-findings";
import { movedFindings, restGroups } from "./sections/rest";
import { fullAddress, changeSetOf, type SectionFinding } from "./sections/change-set";
import { security } from "./sections/security";
import { stops } from "./sections/stops";
import { unlisted } from "./sections/unlisted";
import { unread } from "./sections/unread";
import { workloads } from "./sections/workloads";
import { verifyAgain } from "./sections/verify-again";

/** What a reviewer needs to know of a change to an environment. Pure: the same input gives the same review. */
export function review(given: ReviewInput): Review {
  const input: ReviewInput = {
    ...given,
    config: maskConfig(given.config),
    before: maskEnvironment(given.before),
    after: maskEnvironment(given.after),
  };
  const environments = [input.after, input.before].filter((env) => env !== null);
  const read = input.stacks.map((stack) => readPlan(stack, environments));
  const changes = read.flatMap(({ plan }) => plan.changes);
  const changeSet = changeSetOf(input, changes);
  const sectionFindings: SectionFinding[] = [
    ...lost(changeSet),
    ...stops(changeSet),
    ...capacity(changeSet),
    ...verifyAgain(changeSet),
    ...datasets(changeSet),
    ...datasetDrift(changeSet),
    ...workloads(changeSet),
    ...money(changeSet),
    ...partPrices(changeSet),
    ...moneyWatch(changeSet),
    ...security(changeSet),
  ];
  const all = [
    ...sectionFindings,
    ...unlisted(changeSet, sectionFindings),
    ...unread(changeSet, sectionFindings),
    ...config(changeSet, sectionFindings),
    ...read.flatMap((one) => planFindings(one, readsOf(input, one.stack))),
    ...differenceFindings(input),
    ...read.flatMap(({ stack, plan }) => movedFindings(stack, plan.moved)),
  ];
  const happening = new Set([...changes.map(fullAddress), ...all.flatMap(({ address }) => address ?? [])]);
  const named = withDangers(once(all.map(finding)).map(maskFinding), changes);
  const { findings, problems } = acknowledge(named, input, happening);
  const broken = [...read.flatMap((one) => one.problems), ...unplanned(input), ...problems].map(maskText);
  return {
    environment: input.environment,
    asked: input.asked,
    verdict: verdictOf(broken, findings),
    problems: broken,
    findings: findings.map(maskReason),
    tables: [capacityTable(changeSet), ...moneyTables(changeSet)],
    config: input.config,
    rest: restGroups(changeSet, sectionFindings),
    counts: countsOf(changes),
    noise: read.reduce((sum, { plan }) => sum + plan.noise, 0),
    before: input.before,
    after: input.after,
    changes,
  };
}

/** Two sections may look at the same change: it is reported once. */
function once(findings: readonly Finding[]): Finding[] {
  const seen = new Set<string>();
  return findings.filter(({ section, severity, title, address = "" }) => {
    const words = [section, severity, title, address].join("\n");
    return !seen.has(words) && seen.add(words);
  });
}

/** Without what only sections need. */
function finding({ about: _, ...rest }: SectionFinding): Finding {
  return rest;
}

function verdictOf(problems: readonly string[], findings: readonly Finding[]): Verdict {
  if (problems.length > 0) return "broken";
  const dangers = findings.filter(({ severity }) => severity === "danger");
  if (dangers.some(({ acknowledged }) => acknowledged === undefined)) return "needs-acknowledgement";
  return dangers.length > 0 ? "acknowledged" : "safe";
}

function countsOf(changes: PlanChanges["changes"]): Review["counts"] {
  const counts = { create: 0, update: 0, replace: 0, delete: 0 };
  for (const { action } of changes) counts[action] += 1;
  return counts;
}
