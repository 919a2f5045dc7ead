import { AWS_EKS_RULES } from "../../config/sites/aws-eks/rules";
import { awsEksSchema } from "../../config/sites/aws-eks/schema";
import { environmentJsonSchema } from "../../scripts/lib/environments/config-schema";
import { NOW, sample, type Change } from "../helpers/environment";

interface Node {
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Node>>;
}

/** Keys of concerns whose examples are objects, which people copy whole; what is further within needs what is around it. */
function examplesIn({ properties = {} }: Node, path: readonly string[] = []): { key: string; change: Change }[] {
  return Object.entries(properties).flatMap(([key, node]) => {
    const [example] = node.examples ?? [];
    const at = [...path, key];
    const change = at.reduceRight<unknown>((value, each) => ({ [each]: value }), example) as Change;
    const own = typeof example === "object" && !Array.isArray(example) ? [{ key: at.join("."), change }] : [];
    return [...own, ...(at.length < 2 ? examplesIn(node, at) : [])];
  });
}

/** What an example needs beside itself: people that it names. */
const AROUND: Readonly<Record<string, Change>> = {
  "slurm.defaultTeams": {
    slurm: { users: { "jane.doe": { uid: 20_001 } } },
    teams: { vision: { users: ["jane.doe"] } },
  },
};

const problemsOf = (change: Change, around: Change = {}): string[] => {
  const { config, env } = sample(merged(around, change));
  return AWS_EKS_RULES.filter(({ severity }) => severity === "error").flatMap((rule) =>
    [...rule.check({ config, env, now: NOW })].map(({ message }) => `${rule.id}: ${message}`),
  );
};

function merged(one: Change, other: Change): Change {
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return Object.fromEntries(
    keys.map((key) => [
      key,
      key in one && key in other ? merged(one[key] as Change, other[key] as Change) : (other[key] ?? one[key]),
    ]),
  );
}

const found = examplesIn(environmentJsonSchema(awsEksSchema) as Node);

test.each(found)("the example of $key is one that passes", ({ key, change }) => {
  expect(problemsOf(change, AROUND[key])).toEqual([]);
});

test("there are such examples, and one that does not pass is seen", () => {
  expect(found.map(({ key }) => key)).toEqual(expect.arrayContaining(["slurm.qos", "slurm.users", "workloads"]));
  expect(problemsOf({ slurm: { qos: { urgent: { priority: 500, maxHours: 4000 } } } })).toEqual([
    expect.stringContaining("slurm/qos-time-order"),
  ]);
});
