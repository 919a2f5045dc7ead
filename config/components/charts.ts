import type { Deciding } from "./component";
import { COMPONENTS } from "./registry";
import type { ChartName } from "../facts/versions";

/** Why an environment lacks a chart; null where it has it. */
export function absence(env: Deciding, chart: ChartName): string | null {
  const answer = COMPONENTS[chart].when(env);
  return answer === true ? null : answer;
}

/** Whether an environment has a chart. */
export const installs = (env: Deciding, chart: ChartName): boolean => absence(env, chart) === null;
