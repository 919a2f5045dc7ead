import { created, deleted, updated, type Planned } from "../../../helpers/plan";
import { reviewed, type Reviewed } from "../../../helpers/reviewed";

/** Sentences that say that something goes on are told only where that is known; all else is told as it is. */

const release = (name: string, values: object, more: object = {}) => ({
  name,
  chart: name,
  version: "1.5.0",
  values: [JSON.stringify(values)],
  ...more,
});
const changed = (name: string, before: object, after: object, more: object = {}): Planned =>
  updated(`helm_release.${name}`, release(name, before), release(name, after, more));

function judge(given: Reviewed | Planned) {
  const isPlanned = "address" in given;
  const { verdict, findings } = reviewed(isPlanned ? { plans: { slurm: [given as Planned] } } : (given as Reviewed));
  return { verdict, text: findings.map(({ title, details }) => [title, ...details].join(" ")).join("\n") };
}

const conf = (extraConfMap: object) => ({ controller: { extraConfMap } });

test.each<[string, Reviewed | Planned, RegExp]>([
  [
    "the controller's state is not kept",
    changed(
      "slurm",
      { controller: { persistence: { enabled: true } } },
      { controller: { persistence: { enabled: false } } },
    ),
    /waiting jobs are forgotten/,
  ],
  [
    "the controller's state is kept elsewhere",
    changed(
      "slurm",
      { controller: { persistence: { storageClassName: "a" } } },
      { controller: { persistence: { storageClassName: "b" } } },
    ),
    /keeps its state elsewhere/,
  ],
  [
    "jobs are preempted in another way",
    changed("slurm", conf({ PreemptMode: "REQUEUE" }), conf({ PreemptMode: "CANCEL" })),
    /PreemptMode: running jobs of lower priority are ended/,
  ],
  [
    "the same in a text",
    changed(
      "slurm",
      { controller: { extraConf: "DebugFlags=x\nPreemptMode=REQUEUE" } },
      { controller: { extraConf: "DebugFlags=x\nPreemptMode=CANCEL" } },
    ),
    /may end: PreemptMode/,
  ],
  ["the state cannot be read", changed("slurm", conf({ SelectType: "a" }), conf({ SelectType: "b" })), /SelectType/],
  [
    "a chart two years back",
    changed("gpu-operator", {}, {}, { version: "1.3.0" }),
    /goes back to an older chart.*1\.5\.0 → 1\.3\.0/,
  ],
  ["Slurm's chart back", changed("slurm", {}, {}, { version: "v1.4.9" }), /goes back/],
  [
    "a smaller claim of the database",
    changed("slurm-database", { storage: { size: "50Gi" } }, { storage: { size: "10Gi" } }),
    /smaller volume.*50Gi → 10Gi/,
  ],
  [
    "a smaller claim in another unit",
    changed(
      "x",
      { a: { resources: { requests: { storage: "1Ti" } } } },
      { a: { resources: { requests: { storage: "900Gi" } } } },
    ),
    /smaller volume/,
  ],
  [
    "another place of the file system",
    { after: { lustre: { mountPath: "/data" } } },
    /mounted at \/data, and no longer at/,
  ],
  ["shorter jobs", { after: { slurm: { partitions: { train: { maxHours: 1 } } } } }, /maxHours: 336 hours → 1 hour/],
  [
    "no audit logs",
    updated(
      "aws_eks_cluster.a",
      { name: "a", enabled_cluster_log_types: ["audit", "api"] },
      { enabled_cluster_log_types: ["api"] },
    ),
    /no longer writes its logs: audit/,
  ],
  ["an environment that is gone from config", { after: null }, /nothing is destroyed by that, it goes on to cost \$/],
])("%s needs a name", (_, given, words) => {
  const found = judge(given);
  expect(found.verdict).toBe("needs-acknowledgement");
  expect(found.text).toMatch(words);
  expect(found.text).not.toMatch(/running jobs go on|jobs that run go on/);
});

test.each<[string, Planned]>([
  ["a newer chart", changed("gpu-operator", {}, {}, { version: "1.5.1" })],
  ["the same chart", changed("gpu-operator", { a: 1 }, { a: 2 })],
  ["a larger claim", changed("slurm-database", { storage: { size: "50Gi" } }, { storage: { size: "100Gi" } })],
  ["the same claim in another unit", changed("x", { storage: "1024Mi" }, { storage: "1Gi" })],
  ["priorities", changed("slurm", conf({ PriorityWeightAge: 1 }), conf({ PriorityWeightAge: 2 }))],
  ["a release that is made", created("helm_release.x", release("x", { storage: "1Gi" }))],
])("%s needs nobody", (_, given) => expect(judge(given).verdict).toBe("safe"));

test("what settings do to jobs is said only where it is known", () => {
  expect(judge(changed("slurm", conf({ PriorityWeightAge: 1 }), conf({ PriorityWeightAge: 2 }))).text).toMatch(
    /jobs that run go on/,
  );
  const unknown = judge(changed("slurm", conf({ MadeUp: 1 }), conf({ MadeUp: 2 })));
  expect(unknown).toMatchObject({ verdict: "safe", text: expect.stringMatching(/is not known here: see slurm\.conf/) });
  expect(unknown.text).not.toMatch(/jobs that run go on/);
});

test("money of an environment that is gone from config goes on, until it is destroyed", () => {
  const sum = (given: Reviewed) =>
    reviewed(given)
      .tables.find(({ title }) => title === "USD an hour")
      ?.rows.at(-1);
  expect(sum({ after: null })).toMatchObject({ changed: false });
  const destroyed = sum({ after: null, plans: { storage: [deleted("aws_s3_bucket.a", { bucket: "b" })] } });
  expect(destroyed).toMatchObject({ after: null, changed: true });
});
