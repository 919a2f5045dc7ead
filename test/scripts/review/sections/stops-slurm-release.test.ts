import { deleted, updated, type Planned } from "../../../helpers/plan";
import { findingsOf, type Reviewed } from "../../../helpers/reviewed";

const plan = (...resources: Planned[]): Reviewed => ({ plans: { slurm: resources } });

const stops = (...resources: Planned[]) => findingsOf("stops", plan(...resources));

const values = (of: object) => [JSON.stringify(of, null, 2)];

const release = (name: string, of: object = {}) => ({ name, chart: name, version: "1.2.0", values: values(of) });

describe("the Slurm release", () => {
  const SLURM = {
    clusterName: "sample",
    controller: { extraConfMap: { a: "b" } },
    accounting: { enabled: true },
    loginsets: { login: { replicas: 1 } },
    nodesets: { h100: { slurmd: { image: "x" }, replicas: 0 }, cpu: { slurmd: { image: "x" } } },
    partitions: { train: { enabled: true } },
  };
  const change = (after: object, more: Reviewed = {}) =>
    findingsOf("stops", {
      ...plan(updated("helm_release.slurm", release("slurm", SLURM), { values: values(after) })),
      ...more,
    });

  test.each([
    ["its controller", { ...SLURM, controller: { extraConfMap: { a: "c" } } }, "controller restarts", "warning"],
    [
      "how many slurmctld there are",
      { ...SLURM, controller: { ...SLURM.controller, ha: { enabled: true, backups: 1 } } },
      "another number of slurmctld",
      "warning",
    ],
    ["its partitions", { ...SLURM, partitions: {} }, "controller restarts", "warning"],
    ["its files", { ...SLURM, configFiles: { "gres.conf": "x" } }, "controller restarts", "warning"],
    ["its accounting", { ...SLURM, accounting: { enabled: false } }, "accounting restarts", "warning"],
    ["its login pods", { ...SLURM, loginsets: { login: { replicas: 2 } } }, "sessions on them end", "warning"],
    [
      "its slurmd pods",
      { ...SLURM, nodesets: { ...SLURM.nodesets, h100: { slurmd: { image: "y" }, replicas: 0 } } },
      "slurmd pods of h100 are made anew",
      "warning",
    ],
    ["its name", { ...SLURM, clusterName: "other" }, "locked out", "danger"],
    ["its keys", { ...SLURM, slurmKey: { create: false } }, "locked out", "danger"],
  ])("that changes %s", (_, after, text, severity) => {
    const findings = change(after);
    expect(findings).toHaveLength(1);
    expect(findings[0]?.title).toContain(text);
    expect(findings[0]?.severity).toBe(severity);
  });

  test.each([
    ["1.2.1", "1.3.0", true],
    ["1.3.0", "1.2.1", true],
    ["1.2.0", "1.2.1", false],
    ["1.3.0", "1.3.1", false],
  ])("from chart %s to %s: slurmctld's StatefulSet is made anew: %s", (was, now, isAnew) => {
    const before = { ...release("slurm", SLURM), version: was };
    const lines = stops(updated("helm_release.slurm", before, { version: now })).flatMap(({ details }) => details);
    expect(lines.some((line) => line.includes("StatefulSet slurm-controller"))).toBe(isAnew);
  });

  test.each([
    ["a number of jobs", { MaxJobCount: "20000" }, "warning", "jobs that are there stay"],
    [
      "a number of tasks of an array",
      { MaxArraySize: "501" },
      "danger",
      "tasks of larger arrays that wait are forgotten",
    ],
    ["both", { MaxJobCount: "20000", MaxArraySize: "501" }, "danger", "are forgotten"],
    ["a number of jobs, and what nobody knows", { MaxJobCount: "20000", Odd: "1" }, "warning", "not known here"],
  ])("that has %s says what becomes of jobs", (_, more, severity, text) => {
    const findings = change({ ...SLURM, controller: { extraConfMap: { a: "b", ...more } } });
    expect(findings).toMatchObject([{ severity }]);
    expect([findings[0]?.title, ...(findings[0]?.details ?? [])].join("\n")).toContain(text);
  });

  test("with other resources starts slurmctld anew, and ends no job", () => {
    const of = (memory: string) => ({ ...SLURM, controller: { slurmctld: { resources: { limits: { memory } } } } });
    const found = stops(updated("helm_release.slurm", release("slurm", of("8Gi")), release("slurm", of("9Gi"))));
    expect(found).toMatchObject([{ severity: "warning" }]);
    expect(found[0]?.title).toMatch(/^slurmctld starts anew[^]*jobs that run go on\.$/);
  });

  test("drains nodes before it makes slurmd pods anew, which takes as long as the longest job", () => {
    const [finding] = change({ ...SLURM, nodesets: { ...SLURM.nodesets, cpu: { slurmd: { image: "y" } } } });
    expect(finding?.details.join("\n")).toMatch(
      /nodesets\.cpu\.slurmd\.image: x → y[^]*jobs there can come to their end[^]*up to 336 hours/,
    );
  });

  test.each([
    ["another label", { pool: "a" }, { pool: "b" }, true],
    ["one more label", { pool: "a" }, { pool: "a", hall: "1" }, true],
    ["one label less", { pool: "a", hall: "1" }, { pool: "a" }, false],
  ])("that asks nodes for %s", (_, was, now, isDanger) => {
    const of = (nodeSelector: object) => ({ ...SLURM, nodesets: { h100: { podSpec: { nodeSelector } } } });
    const findings = findingsOf(
      "stops",
      plan(updated("helm_release.slurm", release("slurm", of(was)), { values: values(of(now)) })),
    );
    expect(findings.map(({ severity }) => severity)).toEqual(isDanger ? ["danger", "warning"] : ["warning"]);
    expect(findings.some(({ title }) => title.includes("drained in Slurm at once"))).toBe(isDanger);
  });

  test("ends jobs on nodes that it no longer has", () => {
    const [finding] = change({ ...SLURM, nodesets: { h100: SLURM.nodesets.h100 } });
    expect(finding).toMatchObject({ severity: "danger" });
    expect(finding?.title).toContain("no longer has the nodes of cpu");
  });

  test("whose nodes go too is told of the node group", () => {
    const cpu = { node_group_name: "sample-cpu", labels: { "railyard.dev/node-group": "cpu" } };
    const plans = {
      nodes: [deleted("aws_eks_node_group.cpu", cpu)],
      slurm: [
        updated("helm_release.slurm", release("slurm", SLURM), {
          values: values({ ...SLURM, nodesets: { h100: SLURM.nodesets.h100 } }),
        }),
      ],
    };
    expect(findingsOf("stops", { plans }).map(({ severity, address }) => [severity, address])).toEqual([
      ["danger", "sample-nodes.aws_eks_node_group.cpu"],
      ["warning", "sample-slurm.helm_release.slurm"],
    ]);
  });

  test("nodes that have and get values are made anew, not new", () => {
    const h100 = { slurmd: { image: "y" }, replicas: 0, extraConfMap: { Gres: "gpu:h100:8" } };
    const [finding] = change({ ...SLURM, nodesets: { ...SLURM.nodesets, h100 } });
    expect(finding?.title).toContain("slurmd pods of h100 are made anew");
  });

  test("nodes that come, and numbers of pods, disturb nobody", () => {
    expect(change({ ...SLURM, nodesets: { ...SLURM.nodesets, more: { slurmd: {} } } })).toEqual([]);
    expect(
      change({ ...SLURM, nodesets: { ...SLURM.nodesets, h100: { slurmd: { image: "x" }, replicas: 4 } } }),
    ).toEqual([]);
  });

  test("of another chart restarts all of it", () => {
    const [finding] = stops(updated("helm_release.slurm", release("slurm", SLURM), { version: "1.3.0" }));
    expect(finding).toMatchObject({ severity: "warning" });
    expect(finding?.details).toContain("version: 1.2.0 → 1.3.0");
  });

  test("whose values cannot be seen may end jobs", () => {
    const [finding] = stops(
      updated("helm_release.slurm", release("slurm", SLURM), { values: null }, { unknown: { values: true } }),
    );
    expect(finding).toMatchObject({
      severity: "danger",
      title: "Values of Slurm cannot be seen in the plan: jobs may end.",
    });
  });

  test("that only waits longer disturbs nobody", () => {
    expect(
      stops(updated("helm_release.slurm", { ...release("slurm", SLURM), timeout: 900 }, { timeout: 1200 })),
    ).toEqual([]);
  });
});
