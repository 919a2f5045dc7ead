import type { Change } from "../../../helpers/environment";
import { sharingChanged } from "../../../../scripts/review/sections/stops-sharing";
import { clusterSample } from "../../../helpers/cluster";
import { findingsOf, only } from "../../../helpers/reviewed";
import { group } from "../../../helpers/rule-cases";

const shared = (sharing: Change | null): Change => ({
  nodeGroups: { l40s: { instanceType: "g6e.12xlarge", nodes: 2, fabric: { kind: "none" }, sharing } },
  slurm: { partitions: { train: { nodeGroups: ["h100"], default: true }, small: { nodeGroups: ["l40s"] } } },
});
const turns = (replicas: number) => shared({ kind: "time-slicing", replicas });

test("GPUs that Slurm shares in another way are told, more of them and fewer", () => {
  for (const [was, now] of [
    [8, 2],
    [2, 8],
  ] as const) {
    const finding = only("stops", { before: turns(was), after: turns(now) });
    expect(finding).toMatchObject({ severity: "danger", address: "sample-platform.config.nodeGroups.l40s.sharing" });
    expect(finding.text).toMatch(/what uses them has to go/);
  }
});

test("what stays as it is, and a pool that comes, is not told", () => {
  expect(findingsOf("stops", { before: turns(4), after: turns(4) })).toEqual([]);
  expect(findingsOf("stops", { before: {}, after: turns(4) })).toEqual([]);
});

test("a default that is written out changes nothing, and another device does", () => {
  const passed = (sharing: Change) => clusterSample(group("dgx", { sharing: { kind: "passthrough", ...sharing } })).env;
  const findings = (now: Change) => sharingChanged({ both: { before: passed({}), after: passed(now) } });
  expect(findings({ gpuDeviceId: "2330" })).toEqual([]);
  expect(findings({ nics: { deviceId: "101e" } })).toHaveLength(1);
  expect(findings({ gpuDeviceId: "2331" })).toHaveLength(1);
});

test("a pool that becomes one of virtual machines, or stops being one, says whose work ends", () => {
  const metal = (sharing: Change | null): Change => ({
    nodeGroups: { metal: { instanceType: "g4dn.metal", nodes: 2, fabric: { kind: "none" }, sharing } },
  });
  const machines = metal({ kind: "passthrough" });
  expect(only("stops", { before: metal(null), after: machines })).toMatchObject({
    severity: "danger",
    title:
      "GPUs of metal go to virtual machines: pods that use them have to go, and none that asks for a GPU starts on its nodes again.",
  });
  expect(only("stops", { before: machines, after: metal(null) }).title).toBe(
    "GPUs of metal come back from virtual machines: those that have one have to stop, and none starts on its nodes again.",
  );
  // of nodes of EKS that Slurm has not, labels tell
  const turned = metal({ kind: "time-slicing", replicas: 4 });
  expect(findingsOf("stops", { before: metal(null), after: turned })).toEqual([]);
});

test("where the pool was in a partition, jobs of Slurm are named, and its nodes are drained", () => {
  const pool = (sharing: Change | null, slurm: Change | null) =>
    clusterSample({ ...group("dgx", sharing ? { sharing } : {}), slurm }).env;
  const before = pool(null, { partitions: { train: { nodeGroups: ["dgx"], default: true } } });
  const [finding] = sharingChanged({ both: { before, after: pool({ kind: "passthrough" }, null) } });
  expect(finding?.title).toContain("jobs of Slurm and pods that use them have to go");
  expect(finding?.safer?.[0]?.command).toBe("scontrol update nodename=<nodes of dgx> state=drain reason=sharing");
});
