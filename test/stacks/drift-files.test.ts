import { spawnSync } from "node:child_process";
import { parseAllDocuments } from "yaml";
import { samplesOf } from "../../scripts/commands/examples/samples";
import { slurmLayout } from "../../stacks/slurm-layout";
import { driftFiles } from "../../stacks/drift-files";
import { sample, type Change } from "../helpers/environment";

const lab = { kind: "bucket", name: "lab", prefix: "events/" };
const onLustre = { kind: "volume", volume: "lustre", path: "/raw" };

function filesOf(datasets: Change) {
  const { env } = sample({ teams: { vision: {} }, datasets });
  return driftFiles(env, slurmLayout(env, env.slurm!));
}

test("each dataset with drift has a job of Slurm, which bash reads as it was written", () => {
  const retrain = `/home/ada/it's $(id) "here".sbatch`;
  const { files, notes } = filesOf({
    events: { place: lab, version: { kind: "delta" }, drift: { every: "week", retrain, psi: 0.3 } },
    raw: { place: onLustre, drift: { retrain: "fsdp2.sbatch" } },
    plain: { place: onLustre },
    faces: { place: lab, readers: ["vision"], drift: {} },
  });
  expect(Object.keys(files).toSorted()).toEqual([
    "datasets.json",
    "drift-events.sbatch",
    "drift-raw.sbatch",
    "railyard_datasets.py",
    "railyard_drift.py",
    "railyard_retrain.py",
    "railyard_rows.py",
    "railyard_runs.py",
  ]);
  expect(notes).toEqual(["No job tells of drift of faces: jobs of Slurm may not read it."]);
  const unknown = filesOf({ raw: { place: onLustre, drift: { retrain: "one.sbatch" } } }).notes;
  expect(unknown).toEqual([
    expect.stringMatching(/until somebody writes training\/one\.sbatch: jobs there are .*fsdp2/),
  ]);
  expect(files["drift-raw.sbatch"]).toContain("--sbatch=../training/fsdp2.sbatch");
  expect(files["drift-raw.sbatch"]).toContain("/fsx/raw/");

  // programs that say what they are given; the next run is asked for once
  const run = (waiting: string, more: Record<string, string> = {}) =>
    spawnSync(
      "bash",
      [
        "-c",
        `sbatch() { [ -z "$FAILS" ] || { echo no; return 1; }; echo "sbatch $* $(env | grep -c '^SLURM_JOB')"; }
squeue() { echo "$WAITING"; }; sleep() { [ "$FAILS" = ever ] || FAILS=; }
python3() { printf '<%s>' "$@"; return 10; }; ${files["drift-events.sbatch"]}`,
      ],
      {
        encoding: "utf8",
        env: {
          PATH: process.env["PATH"],
          HOME: "/home/ada",
          SLURM_JOB_ID: "1",
          SLURM_JOB_NAME: "x",
          WAITING: waiting,
          FAILS: "",
          ...more,
        },
      },
    );
  const asked = "sbatch --begin=now+1week drift-events.sbatch 0\n";
  const check = `<railyard_drift.py><check><--name=events><--psi=0.3><--ks=0.1><--rest-hours=24><--metrics=/fsx/railyard-drift-metrics><--dataset=events><--sbatch=${retrain}><s3://lab/events/><--state></home/ada/railyard-drift/events>`;
  expect(run("")).toMatchObject({ status: 0, stdout: asked + check, stderr: "" });
  expect(run("7")).toMatchObject({ status: 0, stdout: check });
  expect(run("", { DRIFT_ONCE: "1" })).toMatchObject({ status: 0, stdout: check });
  // a controller that does not answer: the check is made, and the next run asked for afterwards
  expect(run("", { FAILS: "once" })).toMatchObject({ status: 0, stdout: `no\n${check}${asked}` });
  expect(run("", { FAILS: "ever" })).toMatchObject({
    status: 3,
    stdout: expect.stringContaining(check) as unknown,
    stderr: expect.stringContaining("submit drift-events.sbatch again") as unknown,
  });
});

test("without drift there is nothing", () => {
  expect(filesOf({ raw: { place: onLustre } })).toEqual({ files: {}, notes: [] });
});

describe("without Slurm", () => {
  const objectsOf = (datasets: Change, more: Change = {}) => {
    const nas = { kind: "nfs", server: "10.20.0.9", export: "/data", teams: true, rootSquash: false };
    const change = { slurm: null, teams: { vision: {} }, storage: { nas }, datasets, ...more };
    const {
      files,
      notes,
      refused = [],
    } = samplesOf(sample(change).env, { asked: null, usual: "r.example.com/t:1", nccl: null });
    const text = files["kubernetes/drift-events.yaml"];
    const objects = text === undefined ? [] : parseAllDocuments(text).map((each) => each.toJS() as Found);
    return { objects, notes: [...notes, ...refused].filter((note) => note.includes("drift")) };
  };
  interface Found {
    readonly kind: string;
    readonly data?: Record<string, string>;
    readonly subjects?: unknown;
    readonly spec?: { readonly jobTemplate: { readonly spec: { readonly template: { readonly spec: Pod } } } };
  }
  interface Pod {
    readonly serviceAccountName: string;
    readonly containers: readonly { readonly command: readonly string[] }[];
  }

  test("a CronJob compares, with the right to start the Job of a sample", () => {
    const { objects, notes } = objectsOf({ events: { place: lab, drift: { retrain: "one-node.yaml" } } });
    expect(notes).toEqual([]);
    expect(objects.map(({ kind }) => kind)).toEqual(["ConfigMap", "Role", "RoleBinding", "CronJob"]);
    const [programs, , binding, cron] = objects;
    expect(binding!.subjects).toEqual([{ kind: "ServiceAccount", name: "jobs", namespace: "vision" }]);
    expect(JSON.parse(programs!.data!["retrain.json"]!)).toMatchObject({ kind: "Job", metadata: { name: "one-node" } });
    expect(cron!.spec!.jobTemplate.spec.template.spec.containers[0]!.command).toEqual(
      expect.arrayContaining([
        // Lustre is not for namespaces of teams
        "--metrics=/nas/railyard-drift-metrics",
        "--kubernetes-job=/opt/drift/retrain.json",
        "--state=/nas/railyard-drift/drift-events",
      ]),
    );
    expect(cron!.spec).toMatchObject({ schedule: "17 3 * * *", concurrencyPolicy: "Forbid" });
  });

  test("on a volume it has an account of its own", () => {
    const { objects } = objectsOf({ events: { place: { ...onLustre, volume: "nas" }, drift: { every: "hour" } } });
    expect(objects.map(({ kind }) => kind)).toEqual(["ConfigMap", "ServiceAccount", "CronJob"]);
    expect(objects[2]!.spec!.jobTemplate.spec.template.spec).toMatchObject({
      serviceAccountName: "drift-events",
      automountServiceAccountToken: false,
    });
  });

  test.each<[string, Change, Change, string]>([
    ["others read", { readers: ["other"] }, { teams: { vision: {}, other: {} } }, "pods of vision do not read it"],
    ["no sample would train", { drift: { retrain: "one-gpu.yaml" } }, {}, "one-gpu.yaml is no sample whose Job trains"],
    ["nothing is kept", {}, { storage: null }, "have no volume that keeps"],
  ])("where %s there is none, and a note says why", (_, dataset, more, why) => {
    const { objects, notes } = objectsOf({ events: { place: lab, drift: {}, ...dataset } }, more);
    expect(objects).toEqual([]);
    expect(notes).toEqual([expect.stringContaining(why)]);
  });
});
