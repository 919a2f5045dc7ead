import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { metricsMemoryMiB, slurmMetricsObjects } from "../../../constructs/slurm/slurm-metrics";
import { ROOT } from "../../helpers/process";
import type { Json } from "../../helpers/synth";

const PROGRAM = join(ROOT, "constructs/slurm/files");

const objects = (maxJobs = 10_000): Json[] =>
  slurmMetricsObjects({
    namespace: "slurm",
    release: "slurm",
    image: "tools",
    placement: { nodeSelector: {}, tolerations: [] },
    maxJobs,
  });

test("one pod serves what the monitor asks for", () => {
  const [files, deployment, monitor] = objects();
  const { metadata, spec } = deployment.spec.template;
  const [container] = spec.containers;
  expect(deployment.spec).toMatchObject({ replicas: 1, strategy: { type: "Recreate" } });
  expect(monitor.spec.selector.matchLabels).toEqual(metadata.labels);
  expect(container.ports.map(({ name }: Json) => name)).toEqual([monitor.spec.podMetricsEndpoints[0].port]);
  expect(container.env).toEqual([{ name: "RAILYARD_PORT", value: String(container.ports[0].containerPort) }]);
  expect(container.command.join(" ")).toContain("slurm-metrics.sh");
  expect(Object.keys(files.data)).toEqual(["slurm-metrics.sh", "slurm_metrics.py"]);
  // it asks Slurm alone
  expect(spec.automountServiceAccountToken).toBe(false);
});

test("it is told of promises in seconds, and of nothing where there are none", () => {
  const props = { namespace: "slurm", release: "slurm", image: "tools", maxJobs: 1000 };
  const placement = { nodeSelector: {}, tolerations: [] };
  const [, { spec }] = slurmMetricsObjects({
    ...props,
    placement,
    startWithin: { high: 30, "team-vision": 240 },
  }) as Json[];
  const { value } = spec.template.spec.containers[0].env.find(({ name }: Json) => name === "RAILYARD_START_WITHIN");
  expect(JSON.parse(value)).toEqual({ high: 1800, "team-vision": 14_400 });
});

test("it may have more memory where there may be more jobs", () => {
  expect([1000, 10_000, 200_000].map(metricsMemoryMiB)).toEqual([320, 320, 832]);
  expect(objects(200_000)[1].spec.template.spec.containers[0].resources.limits).toEqual({ memory: "832Mi" });
});

describe("what it makes of the queue", () => {
  const { stdout, stderr, status } = spawnSync(
    "python3",
    ["-B", join(ROOT, "test/fixtures/slurm-metrics/cases.py"), PROGRAM],
    { encoding: "utf8" },
  );
  const { cases, reasons, causes, text } = JSON.parse(stdout || "{}") as Json;
  const counted = (name: string): Json => {
    const { in_time, late, waited } = cases[name];
    return { in_time, late, waited };
  };

  test("the cases ran", () => {
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });

  test.each([
    ["starts in time", 1, 0, { "train/high": 60 }],
    ["ends between two looks", 1, 0, { "train/high": 5 }],
    ["is late before it starts, once", 0, 1, { "train/high": 800 }],
    ["starts late between two looks", 0, 1, { "train/high": 650 }],
    // its limit was last seen after 900 seconds
    ["waits at a limit", 1, 0, { "train/high": 400 }],
    ["is held", 0, 0, {}],
    ["has a begin to come", 0, 0, {}],
    ["is cancelled while it waits", 0, 0, {}],
    ["was late before the first look", 0, 0, {}],
    ["started before the first look", 0, 0, {}],
    ["is queued again", 2, 0, { "train/high": 40 }],
    ["is of a QOS without a promise", 0, 0, { "train/low": 20 }],
  ])("a job that %s", (name, in_time, late, waited) => {
    expect(counted(name)).toEqual({ in_time, late, waited });
  });

  test("jobs wait for what their reasons say", () => {
    expect(cases["is held"].waiting).toEqual({ "train/high/itself": 1 });
    expect(cases["has a begin to come"].waiting).toEqual({ "train/high/itself": 1 });
    expect(cases["names two partitions"]).toMatchObject({
      waiting: { "train/high/nodes": 1, "prep/high/nodes": 1 },
      longest: { "train/high": 30, "prep/high": 30 },
    });
    expect(reasons).toEqual({
      Resources: "nodes",
      Priority: "nodes",
      None: "nodes",
      ReqNodeNotAvail: "nodes",
      PartitionDown: "nodes",
      NodeDown: "nodes",
      AssocGrpGRES: "limits",
      QOSGrpCpuLimit: "limits",
      MaxGRESPerAccount: "limits",
      JobArrayTaskLimit: "limits",
      Dependency: "itself",
      JobHeldAdmin: "itself",
      BeginTime: "itself",
      Reservation: "itself",
      BadConstraints: "itself",
    });
  });

  test("of a reason only our own words become labels", () => {
    expect(causes).toEqual([
      ["hardware", "gpu-count"],
      ["fabric", "efa"],
      ["person", "none"],
      ["unknown", "not-responding"],
      ["unknown", "kill-task"],
      ["person", "none"],
      ["person", "none"],
    ]);
  });

  test("names are written as Prometheus reads them", () => {
    expect(text).toContain(String.raw`railyard_slurm_node_state{node="a\"b\\c\nd",state="idle"} 1`);
  });
});
