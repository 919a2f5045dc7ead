import { loadEnvironments, type EnvironmentTable } from "../../config";
import { ConfigError } from "../../config/kernel/issues";
import { LEGAL, NOW } from "./environment";

/** All the samples share one reservation, which is large enough. */
export const nodeGroups = {
  ...LEGAL.nodeGroups,
  h100: { ...LEGAL.nodeGroups.h100, capacity: { ...LEGAL.nodeGroups.h100.capacity, count: 8 } },
};

export const env = (name: string, change: Record<string, unknown> = {}, cidr = "10.20.0.0/16") => ({
  ...LEGAL,
  nodeGroups,
  name,
  network: { ...LEGAL.network, cidr },
  ...change,
});

/** Every issue of a failed load as `environment path: message | hint`. */
export function problems(table: EnvironmentTable, names: string[] = []): string[] {
  try {
    loadEnvironments(table, names, NOW);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.environments.flatMap(({ environment, issues }) =>
      issues.map((i) => `${environment} ${i.path.join(".")}: ${i.message} | ${i.hint ?? ""}`),
    );
  }
  return [];
}

export const problemsWith = (change: Record<string, unknown>) => problems({ sample: () => env("sample", change) });
