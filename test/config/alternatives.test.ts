import { problemsWith } from "../helpers/loading";

const BRIDGE =
  /: unknown key ".+": slurm-bridge.+does not install \| it needs Kubernetes 1\.35 and Slurm 25\.11, .+kueue\.nodeGroups/;

test.each([
  ["the name of the project", { "slurm-bridge": { enabled: true } }, "slurm-bridge"],
  ["a name as config has them", { slurmBridge: {} }, "slurmBridge"],
  ["below slurm", { slurm: { partitions: { h100: { nodeGroups: ["h100"] } }, bridge: true } }, "slurm.bridge"],
  ["below kueue", { kueue: { nodeGroups: ["h100"], slurm_bridge: {} }, slurm: undefined }, "kueue.slurm_bridge"],
])("slurm-bridge is told as an alternative with what it needs: %s", (_, change, path) => {
  const [problem, ...others] = problemsWith(change);
  expect(others).toEqual([]);
  expect(problem).toMatch(BRIDGE);
  expect(problem).toContain(`sample ${path}: unknown key`);
});

test("a choice of schedulers is told by the two keys that are one", () => {
  const [problem] = problemsWith({ scheduling: { slurm: true, kueue: true } });
  expect(problem).toContain("has no key of its own | write slurm, kueue, or both");
});

test("a key of that name elsewhere, and another unknown key, are what they were", () => {
  const [deep] = problemsWith({ owner: { team: "t", costCenter: "c", bridge: "x" } });
  expect(deep).toBe('sample owner.bridge: unknown key "bridge" | allowed here: team, costCenter, run');
  const [other] = problemsWith({ bridges: 1 });
  expect(other).not.toContain("slurm-bridge");
});
