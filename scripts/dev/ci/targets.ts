import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import { words } from "./step";

/** One environment that a workflow works on, as a row of its matrix. */
export interface Target {
  readonly environment: string;
  readonly region: string;
  readonly production: boolean;
  /** Role that reads, and role that applies: `arn:aws:iam::111122223333:role/railyard-plan`. */
  readonly planRole: string;
  readonly deployRole: string;
  /** Commit that is deployed; empty: none, or nobody asked. */
  readonly base: string;
  /** Stacks that changed since, in order, with blanks between. */
  readonly stacks: string;
}

export interface RoleNames {
  readonly plan: string;
  readonly deploy: string;
}

/** @param roles names for an environment whose config makes no roles of its own */
export function target(env: AwsEnvironment, roles: RoleNames, base: string | null, stacks: readonly string[]): Target {
  const role = (name: string) => `arn:${env.partition}:iam::${env.account}:role/${name}`;
  const { ci } = env;
  return {
    environment: env.name,
    region: env.region,
    production: env.production,
    planRole: ci?.planRoleArn ?? role(roles.plan),
    deployRole: ci?.deployRoleArn ?? role(roles.deploy),
    base: base ?? "",
    stacks: stacks.join(" "),
  };
}

/** Environments that are deployed, from a list with commas or blanks between, as a variable of the repository has it. */
export function deployedNames(
  list: string,
  known: readonly string[],
): { readonly deployed: string[]; readonly unknown: string[] } {
  const names = words(list);
  return {
    deployed: names.filter((name) => known.includes(name)),
    unknown: names.filter((name) => !known.includes(name)),
  };
}
