import { findingsOf, only } from "../../../helpers/reviewed";
import type { Change } from "../../../helpers/environment";

const KARPENTER = { kind: "karpenter" };
const pool = (change: object = {}, rest: Change = {}): Change => ({
  ...rest,
  nodeGroups: { cpu: { scaledBy: KARPENTER, ...change } },
});
const PREP = { slurm: { partitions: { prep: { nodeGroups: ["cpu"] } } } };

test.each([
  ["a pool that goes", { nodeGroups: { cpu: null } }, "goes"],
  [
    "a pool that becomes a managed node group",
    { nodeGroups: { cpu: { scaledBy: null } } },
    "becomes a managed node group",
  ],
])("%s ends its nodes", (_, after, text) => {
  const findings = findingsOf("stops", { before: pool(), after });
  const finding = findings.find(({ address }) => address === "sample-platform.config.nodeGroups.cpu.scaledBy");
  expect(finding).toMatchObject({ severity: "danger" });
  expect(finding?.title).toContain(`Pool cpu of Karpenter ${text}: its nodes, up to 3`);
});

test("nodes of pods that stand alone are replaced, some at one time", () => {
  const finding = only("stops", { before: pool(), after: pool({ rootVolumeGiB: 300, maxUnavailable: 2 }) });
  expect(finding.severity).toBe("danger");
  expect(finding.text).toContain("replaces its nodes, 2 at one time, and their pods end");
  expect(finding.text).toContain("nodeGroups.cpu.rootVolumeGiB");
});

test("nodes of jobs stay as they are until they are idle", () => {
  const finding = only("stops", { before: pool({}, PREP), after: pool({ rootVolumeGiB: 300 }, PREP) });
  expect(finding.severity).toBe("info");
  expect(finding.text).toContain("idle for 10 minutes");
});

test("reserved nodes stay until somebody ends them", () => {
  const reserved = (change: object = {}): Change => ({ nodeGroups: { h100: { scaledBy: KARPENTER, ...change } } });
  const finding = only("stops", { before: reserved(), after: reserved({ rootVolumeGiB: 300 }) });
  expect(finding.text).toContain("kubectl delete nodeclaims -l karpenter.sh/nodepool=h100");
});

test("fewer nodes make jobs wait; more disturb nobody, nor does another time of idleness", () => {
  const finding = only("stops", { before: pool({ nodes: { max: 5 } }), after: pool({ nodes: { max: 2 } }) });
  expect(finding).toMatchObject({ severity: "warning", address: "sample-platform.config.nodeGroups.cpu.nodes" });
  expect(finding.text).toContain("may have 2 nodes and no longer 5");
  const more = { nodes: { max: 9 }, scaledBy: { ...KARPENTER, idleMinutes: 30 } };
  expect(findingsOf("stops", { before: pool(), after: pool(more) })).toEqual([]);
});
