import { isOfCluster, isOwn, ownTags, tagsOf } from "../../../scripts/orphans/orphan";
import { sample } from "../../helpers/environment";

const { env } = sample();
const tags = (Key: string, Value: string) => tagsOf([{ Key, Value }]);

test.each([
  ["railyard:environment", "sample", true, false],
  ["railyard:environment", "sample2", false, false],
  ["kubernetes.io/cluster/sample", "owned", true, true],
  ["kubernetes.io/cluster/sample", "shared", false, false],
  ["kubernetes.io/cluster/sample2", "owned", false, false],
  ["elbv2.k8s.aws/cluster", "sample", true, true],
  ["elbv2.k8s.aws/cluster", "other", false, false],
  ["cluster.k8s.amazonaws.com/name", "sample", true, true],
  ["aws:eks:cluster-name", "sample", true, true],
  ["Name", "sample", false, false],
])("%s = %s is of the environment: %p, of its cluster: %p", (key, value, own, ofCluster) => {
  expect([isOwn(tags(key, value), env), isOfCluster(tags(key, value), env)]).toEqual([own, ofCluster]);
});

test("resources are looked for by every tag that makes them ours", () => {
  expect(ownTags(env)[0]).toEqual(["railyard:environment", "sample"]);
  for (const [key, value] of ownTags(env)) expect(isOwn(tags(key, value), env)).toBe(true);
  expect(tagsOf(undefined).size).toBe(0);
});
