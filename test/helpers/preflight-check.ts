import type { CheckResult, PreflightCheck } from "../../scripts/preflight/check";
import { NOW, sample, type Change, type Sample } from "./environment";
import { pretendedAws, type PretendedAnswers, type PretendedAws } from "./pretended-aws";

export interface Asked {
  /** What the account answers. */
  readonly answers: PretendedAnswers;
  /** What differs from the sample environment. */
  readonly change?: Change;
}

export interface CheckRun {
  readonly results: readonly CheckResult[];
  readonly aws: PretendedAws;
}

const environments = new Map<string, Sample["env"]>();

/** The sample environment with a change, the same one each time: checks synthesize each environment once. */
function environmentWith(change: Change): Sample["env"] {
  const key = JSON.stringify(change);
  const environment = environments.get(key) ?? sample(change).env;
  environments.set(key, environment);
  return environment;
}

/** Runs the check with an id of a list, on the sample environment and a pretended account. */
export async function runCheck(
  checks: readonly PreflightCheck[],
  id: string,
  { answers, change = {} }: Asked,
): Promise<CheckRun> {
  const check = checks.find((one) => one.id === id);
  if (!check) throw new Error(`no check ${id}`);
  const aws = pretendedAws(answers);
  return { results: await check.run({ environment: environmentWith(change), aws, now: NOW }), aws };
}

export async function checkResults(...args: Parameters<typeof runCheck>): Promise<readonly CheckResult[]> {
  return (await runCheck(...args)).results;
}
