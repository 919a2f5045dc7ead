import { diffEnvironments } from "../../../scripts/review/diff";
import { NOW, sample, type Change } from "../../helpers/environment";

const loaded = (change: Change) => {
  const { config, env } = sample(change);
  return { config, resolved: env, findings: [] } as unknown as Parameters<typeof diffEnvironments>[0];
};
const diff = (first: Change, second: Change) => diffEnvironments(loaded(first), loaded(second), NOW);

test("an environment is as it is", () => {
  const { keys, resources, tables } = diff({}, {});
  expect({ keys, resources }).toEqual({ keys: [], resources: [] });
  expect(tables.flatMap(({ rows }) => rows).filter(({ changed }) => changed)).toEqual([]);
});

test("a stack that only one of them has counts as nothing in the other", () => {
  const { resources } = diff({}, { slurm: null, teams: null });
  const gone = resources.filter(({ stack }) => stack === "slurm");
  expect(gone.length).toBeGreaterThan(0);
  expect(gone.every(({ first, second }) => first > 0 && second === 0)).toBe(true);
});

test("types of which one has more are told with both numbers", () => {
  const { keys, resources } = diff({}, { nodeGroups: { cpu: null } });
  expect(keys.map(({ path }) => path)).toEqual(["nodeGroups.cpu"]);
  expect(resources).toContainEqual({ stack: "nodes", type: "aws_eks_node_group", first: 2, second: 1 });
});
