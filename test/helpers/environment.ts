import type { AwsEksInput } from "../../config/environment-input";
import { mergeExtends } from "../../config/kernel/extends";
import type { AwsEnvironment } from "../../config/sites/aws-eks/environment";
import { awsEksSchema, type AwsConfig } from "../../config/sites/aws-eks/schema";
import { resolveAwsEks } from "../../config/sites/aws-eks/resolve";
import type { Rule, Violation } from "../../config/kernel/rule";

/** The moment at which tests look at an environment, unless they say another. */
export const NOW = new Date("2026-11-21T12:00:00Z");

/** A legal environment with everything in it: 4 p5 nodes, CPU nodes, EFA Lustre, linked checkpoints, Slurm, a team. */
export const LEGAL = {
  name: "sample",
  account: "111122223333",
  region: "us-east-1",
  owner: { team: "ml-platform", costCenter: "cc-1042" },
  network: { kind: "create", cidr: "10.20.0.0/16", zones: ["us-east-1a", "us-east-1b"] },
  cluster: { kind: "eks", admins: ["arn:aws:iam::111122223333:role/admin"] },
  nodeGroups: {
    h100: {
      instanceType: "p5.48xlarge",
      nodes: 4,
      capacity: { kind: "reservation", target: "cr-0123456789abcdef0", zone: "us-east-1a" },
    },
    cpu: { instanceType: "m7i.4xlarge", nodes: { min: 0, max: 3 } },
  },
  lustre: { deployment: "persistent-2-ssd", capacityGiB: 38400, throughput: 250, efa: true },
  checkpoints: {},
  slurm: { partitions: { train: { nodeGroups: ["h100"], default: true } } },
  teams: { vision: { gpus: 16 } },
} as const satisfies AwsEksInput;

/** What a test changes: merged over the sample with the rule of `extends` (objects merge, null removes). */
export type Change = Record<string, unknown>;

export interface Sample {
  readonly config: AwsConfig;
  readonly env: AwsEnvironment;
}

/** The sample environment with a change merged in, parsed and resolved. Throws when the shape is wrong. */
export function sample(change: Change = {}, now: Date = NOW, base: Change = LEGAL): Sample {
  const { input, origins } = mergeExtends({ ...change, extends: base });
  const config = awsEksSchema.parse(input);
  return { config, env: resolveAwsEks(config, origins, now) };
}

/** Whether the schema takes the sample environment with a change: a new kind may want other keys as well. */
export function hasShape(change: Change): boolean {
  return awsEksSchema.safeParse(mergeExtends({ ...change, extends: LEGAL }).input).success;
}

/** What a rule finds in the sample environment with a change merged in. */
export function violations(rule: Rule, change: Change = {}, now: Date = NOW): Violation[] {
  return [...rule.check({ ...sample(change, now), now })];
}

/** The rule with an id from a list of rules. */
export function ruleOf(rules: readonly Rule[], id: string): Rule {
  const rule = rules.find((r) => r.id === id);
  if (!rule) throw new Error(`no rule ${id}`);
  return rule;
}
