import { deleted, updated, type Planned } from "../../../helpers/plan";
import { only, findingsOf, type Reviewed } from "../../../helpers/reviewed";

const plan = (...resources: Planned[]): Reviewed => ({ plans: { slurm: resources } });

const stops = (...resources: Planned[]) => findingsOf("stops", plan(...resources));

const values = (of: object) => [JSON.stringify(of, null, 2)];

const release = (name: string, of: object = {}) => ({ name, chart: name, version: "1.2.0", values: values(of) });

describe("partitions", () => {
  const partitions = (all: object) => ({ slurm: { partitions: all } });
  const train = { nodeGroups: ["h100"], default: true };
  const prep = { nodeGroups: ["cpu"] };

  test("one that goes cancels jobs, and has an address of its own", () => {
    const finding = only("stops", { before: partitions({ prep }), after: { slurm: { partitions: {} } } });
    expect(finding).toMatchObject({ severity: "danger", address: "sample-slurm.config.slurm.partitions.prep" });
    expect(finding.text).toMatch(
      /It has the nodes of cpu\.[^]*Teams: vision\.[^]*scontrol update partitionname=prep state=drain/,
    );
  });

  test.each([
    ["loses a node group", { nodeGroups: ["h100", "cpu"], default: true }, train, "Nodes of cpu leave it", "danger"],
    ["takes shorter jobs", train, { ...train, maxHours: 24 }, "maxHours: 336 hours → 24 hours", "danger"],
    ["is no longer the default", train, { ...train, default: false }, "no longer the default", "warning"],
  ])("one that %s takes fewer jobs", (_, before, after, text, severity) => {
    const finding = only("stops", { before: partitions({ train: before }), after: partitions({ train: after }) });
    expect(finding.severity).toBe(severity);
    expect(finding.text).toContain(text);
    expect(findingsOf("stops", { before: partitions({ train: after }), after: partitions({ train: before }) })).toEqual(
      [],
    );
  });

  test("one that comes disturbs nobody", () =>
    expect(findingsOf("stops", { after: partitions({ prep }) })).toEqual([]));

  test("when Slurm goes, all of them go, which is told once", () => {
    const after = { slurm: null };
    expect(only("stops", { after })).toMatchObject({ severity: "danger", address: "sample-slurm.config.slurm" });
    const findings = findingsOf("stops", {
      after,
      ...plan(
        deleted("helm_release.slurm", release("slurm")),
        deleted("helm_release.operator", release("slurm-operator")),
      ),
    });
    expect(findings.map(({ severity, address }) => [severity, address])).toEqual([
      ["danger", "sample-slurm.helm_release.slurm"],
      ["warning", "sample-slurm.helm_release.operator"],
    ]);
  });

  test("an environment that comes or goes has no partition to compare", () => {
    expect(findingsOf("stops", { before: null, after: {} })).toEqual([]);
    expect(findingsOf("stops", { before: {}, after: null })).toEqual([]);
  });
});

describe("teams", () => {
  const teams = (all: object | null) => ({ teams: { vision: all } });

  test("one that goes keeps its account until somebody removes it, so nothing stops by that", () => {
    const finding = only("stops", { before: teams({ gpus: 16, users: ["ada"] }), after: teams(null) });
    expect(finding).toMatchObject({ severity: "warning", address: "sample-slurm.config.teams.vision" });
    expect(finding.text).toMatch(/Its users: ada\.[^]*sacctmgr remove account vision[^]*squeue -h -A vision/);
  });

  test("one that gets less is told, and one that gets more is not", () => {
    const finding = only("stops", {
      before: teams({ gpus: 16, users: ["ada", "bob"] }),
      after: teams({ gpus: 8, users: ["bob"] }),
    });
    expect(finding.severity).toBe("warning");
    expect(finding.text).toMatch(/16 → 8\.[^]*No longer among its users: ada/);
    expect(findingsOf("stops", { before: teams({ gpus: 8 }), after: teams({ gpus: 16 }) })).toEqual([]);
    expect(only("stops", { before: { teams: { vision: { gpus: null } } }, after: teams({ gpus: 16 }) }).text).toContain(
      "no limit → 16",
    );
  });
});

describe("other releases", () => {
  test.each([
    ["slurm-operator", "warning", "restarts"],
    ["gpu-operator", "warning", "keep the GPUs that they have"],
    ["aws-efa-k8s-device-plugin", "warning", "keep the devices"],
    ["slurm-operator-crds", "warning", "custom resource definitions"],
  ])("%s that gets another version: %s", (name, severity, text) => {
    const [finding] = stops(updated("helm_release.a", release(name), { version: "1.3.0" }));
    expect(finding?.severity).toBe(severity);
    expect(finding?.title).toContain(text);
    expect(finding?.details[0]).toBe("version: 1.2.0 → 1.3.0");
  });

  test("the GPU operator that changes the driver takes GPUs from pods", () => {
    const change = (of: object) =>
      stops(updated("helm_release.a", release("gpu-operator", { driver: { enabled: false } }), { values: values(of) }));
    expect(change({ driver: { enabled: true } })[0]?.severity).toBe("danger");
    expect(change({ driver: { enabled: false }, dcgmExporter: { enabled: true } })[0]?.severity).toBe("warning");
  });

  test.each([
    ["is the image's", false, "warning"],
    ["is the operator's", true, "danger"],
  ])("the way out of a driver that %s: %s", (_, enabled, severity) => {
    const way = { env: [{ name: "HTTPS_PROXY", value: "http://proxy.example.com:3128" }], certConfig: { name: "ca" } };
    const was = release("gpu-operator", { driver: { enabled } });
    const [finding] = stops(updated("helm_release.a", was, { values: values({ driver: { enabled, ...way } }) }));
    expect(finding?.severity).toBe(severity);
  });

  test("charts that jobs do not need change without a word", () => {
    const stack = { ...release("kube-prometheus-stack"), skip_crds: true };
    expect(stops(updated("helm_release.a", stack, { version: "2.0.0" }))).toEqual([]);
  });

  test.each([
    ["gpu-operator", "danger", "pods can no longer get GPUs"],
    ["volume-lustre", "danger", "pods lose the volume"],
    ["slurm", "danger", "every job"],
    ["somebody-elses", "danger", "all that the chart runs ends"],
    ["kube-prometheus-stack", "warning", "nothing that runs jobs needs it"],
    ["checkpoint-pruner", "warning", "nothing that runs jobs needs it"],
    ["checkpoint-tiers", "danger", "checkpoints go no further by themselves"],
    ["repository-tasks", "danger", "no data repository task of Lustre is made any more"],
  ])("%s that goes: %s", (name, severity, text) => {
    const [finding] = stops(deleted("helm_release.a", release(name)));
    expect(finding?.severity).toBe(severity);
    expect(finding?.title).toContain(text);
  });

  test("with its cluster, every release goes, which is told of the cluster", () => {
    const cluster = deleted("aws_eks_cluster.a", { name: "c" });
    expect(stops(cluster, deleted("helm_release.a", release("gpu-operator"))).map(({ severity }) => severity)).toEqual([
      "warning",
    ]);
    expect(
      stops(cluster, deleted("aws_eks_addon.a", { addon_name: "vpc-cni" })).map(({ severity }) => severity),
    ).toEqual(["warning"]);
  });

  test("a long list of values is cut", () => {
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`key${index}`, index]));
    const [finding] = stops(updated("helm_release.a", release("gpu-operator"), { values: values(many) }));
    expect(finding?.details).toHaveLength(13);
    expect(finding?.details.at(-1)).toBe("… and 28 more values");
  });
});

describe("the cluster", () => {
  test("that is upgraded can go back for some days only", () => {
    const finding = only(
      "stops",
      plan(updated("aws_eks_cluster.a", { name: "c", version: "1.34" }, { version: "1.35" })),
    );
    expect(finding).toMatchObject({ severity: "danger", title: expect.stringContaining("7 days") as unknown });
    expect(finding.details).toContain("version: 1.34 → 1.35");
  });

  test("that gets another size may not answer for a moment", () => {
    const tier = (name: string) => ({ control_plane_scaling_config: [{ tier: name }] });
    expect(stops(updated("aws_eks_cluster.a", tier("standard"), tier("tier-xl")))[0]?.severity).toBe("warning");
  });

  test("that writes other logs stops nothing", () => {
    expect(
      stops(
        updated(
          "aws_eks_cluster.a",
          { enabled_cluster_log_types: ["api"] },
          { enabled_cluster_log_types: ["api", "audit"] },
        ),
      ),
    ).toEqual([]);
  });

  test.each([
    ["vpc-cni", { preserve: false }, "danger"],
    ["vpc-cni", { preserve: true }, "warning"],
    ["eks-node-monitoring-agent", {}, "warning"],
  ])("without the add-on %s %j: %s", (name, more, severity) => {
    expect(stops(deleted("aws_eks_addon.a", { addon_name: name, ...more }))[0]?.severity).toBe(severity);
  });

  test("whose add-on changes restarts its pods", () => {
    const finding = only(
      "stops",
      plan(updated("aws_eks_addon.a", { addon_name: "vpc-cni", addon_version: "v1" }, { addon_version: "v2" })),
    );
    expect(finding).toMatchObject({ severity: "warning", details: ["addon_version: v1 → v2"] });
  });
});

describe("storage", () => {
  const LUSTRE = {
    tags: { Name: "sample-lustre" },
    storage_capacity: 38400,
    per_unit_storage_throughput: 250,
    file_system_type_version: "2.12",
  };
  test.each([
    [{ per_unit_storage_throughput: 500 }, "warning", "jobs wait for their files"],
    [{ metadata_configuration: [{ iops: 24000 }] }, "warning", "metadata servers"],
    [{ file_system_type_version: "2.15" }, "danger", "made anew"],
    [{ storage_capacity: 57600 }, "info", "grows"],
    [{ data_read_cache_configuration: [{ size: 64 }] }, "info", "empty at first"],
    [{ root_squash_configuration: [{ root_squash: "1:1" }] }, "danger", "another user"],
  ])("a file system with %j: %s", (change, severity, text) => {
    const finding = only("stops", plan(updated("aws_fsx_lustre_file_system.a", LUSTRE, change)));
    expect(finding.severity).toBe(severity);
    expect(finding.title).toContain(text);
  });

  test("AWS refuses another throughput where there is EFA, and the review says so", () => {
    const efa = updated(
      "aws_fsx_lustre_file_system.a",
      { ...LUSTRE, efa_enabled: true },
      { per_unit_storage_throughput: 500 },
    );
    expect(only("stops", plan(efa))).toMatchObject({
      severity: "danger",
      title: expect.stringContaining("no change of it with EFA") as unknown,
    });
    const none = updated(
      "aws_fsx_lustre_file_system.a",
      { ...LUSTRE, efa_enabled: false },
      { per_unit_storage_throughput: 500 },
    );
    expect(only("stops", plan(none)).severity).toBe("warning");
  });

  test("a file system with another maintenance window disturbs nobody now", () => {
    expect(
      stops(updated("aws_fsx_lustre_file_system.a", LUSTRE, { weekly_maintenance_start_time: "1:00:00" })),
    ).toEqual([]);
  });
});
