import type { Change } from "../../../helpers/environment";
import { findingsOf, only } from "../../../helpers/reviewed";

const L40S = { l40s: { instanceType: "g6e.12xlarge", nodes: 2, fabric: { kind: "none" } } };
const QUEUES = { nodeGroups: L40S, kueue: { nodeGroups: ["l40s"] } };
const NO_SLURM = { nodeGroups: L40S, slurm: null };

const change = (speech: Change | null, more: Change): Change => ({
  ...more,
  teams: { vision: { gpus: null }, ...(speech ? { speech } : {}) },
});
const both = (was: Change, is: Change | null, more: Change) => ({ before: change(was, more), after: change(is, more) });

describe("a team that is removed", () => {
  // its part of the GPUs goes to the others, so that nobody else is told
  test("loses its queues where Kueue is, and keeps its namespace", () => {
    const finding = only("stops", both({}, null, QUEUES));
    expect(finding).toMatchObject({ severity: "warning", address: "sample-slurm.config.teams.speech" });
    expect(finding.text).toMatch(/Slurm account and its limits any more, its queue in Kueue goes and its groups/);
    expect(finding.text).toMatch(/ClusterQueue speech and the LocalQueue [^]*stay suspended[^]*stays with its pods/);
    expect(finding.text).toContain("kubectl get workloads -n speech");
  });

  test("loses its LocalQueue alone where GPUs are shared by history", () => {
    const history = { ...QUEUES, kueue: { nodeGroups: ["l40s"], sharing: { kind: "history" } } };
    const { text } = only("stops", both({}, null, history));
    expect(text).toContain("The LocalQueue of its namespace goes");
    expect(text).not.toContain("ClusterQueue");
  });

  test("is told of without Slurm, with the quota and the groups of its namespace", () => {
    const finding = only("stops", both({ gpus: 4, namespace: { groups: ["oidc:speech"] } }, null, NO_SLURM));
    expect(finding.address).toBe("sample-platform.config.teams.speech");
    expect(finding.text).toContain("its quota of 4 GPUs and the rights of railyard:speech and oidc:speech go");
    expect(finding.text).not.toMatch(/Slurm|squeue|sacctmgr|Kueue|workloads/);
  });
});

describe("the namespace of a team", () => {
  const gpus = (count: number): Change => ({ gpus: 8, namespace: { gpus: count } });

  test.each([
    ["with Slurm", QUEUES, "slurm"],
    ["without Slurm", NO_SLURM, "platform"],
  ])("that may have fewer GPUs is told, %s", (_, more, stack) => {
    const finding = only("stops", both(gpus(8), gpus(2), more));
    expect(finding).toMatchObject({ severity: "warning", address: `sample-${stack}.config.teams.speech` });
    expect(finding.text).toMatch(
      /namespace at one time: 8 → 2\. Pods that run there stay; new ones above it are refused/,
    );
    expect(
      findingsOf("stops", both(gpus(2), gpus(8), more)).filter(({ address = "" }) => /speech$/.test(address)),
    ).toEqual([]);
  });

  test("loses who is in a group that goes, and nobody by one that comes", () => {
    const groups = (...all: string[]): Change => ({ namespace: { groups: all } });
    const finding = only("stops", both(groups("oidc:a", "oidc:b"), groups("oidc:b"), QUEUES));
    expect(finding).toMatchObject({
      severity: "warning",
      address: "sample-slurm.config.teams.speech.namespace.groups",
    });
    expect(finding.text).toContain("oidc:a may no longer edit what is in namespace speech and see its queue");
    expect(findingsOf("stops", both(groups("oidc:b"), groups("oidc:a", "oidc:b"), QUEUES))).toEqual([]);
    expect(only("stops", both(groups("oidc:a"), {}, NO_SLURM)).text).not.toContain("queue");
  });
});
