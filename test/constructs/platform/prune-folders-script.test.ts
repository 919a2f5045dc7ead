import { prune, runPruner, type Entry } from "../../helpers/pruner-sandbox";

const OLD = 90;

const YOUNG = 30;

/** Checkpoints of one file each. */
const checkpoints = (names: readonly string[], age = OLD, run = "run"): Record<string, Entry> =>
  Object.fromEntries(names.map((name) => [`tier/${run}/${name}/weights`, { age }]));

const steps = (...numbers: number[]) => numbers.map((n) => `step-${n}`);

test("keeps the last ones of each run by number, not by name or age", () => {
  const { status, output, keptOf } = prune(
    { keepLast: 2 },
    { files: { ...checkpoints(steps(9, 10, 100, 20)), ...checkpoints(steps(1, 2), OLD, "other") } },
  );
  expect(keptOf("run")).toEqual(["step-100", "step-20"]);
  expect(keptOf("other")).toEqual(["step-1", "step-2"]);
  expect(status).toBe(0);
  expect(output).toBe("deleted run/step-10\ndeleted run/step-9\n");
});

test("keeps those whose number the step divides as well", () => {
  const { keptOf } = prune(
    { keepLast: 1, keepEvery: 1000 },
    { files: checkpoints(steps(500, 1000, 1500, 2000, 2500)) },
  );
  expect(keptOf("run")).toEqual(["step-1000", "step-2000", "step-2500"]);
});

test("reads numbers with zeros before them as decimal", () => {
  const { keptOf } = prune({ keepLast: 1 }, { files: checkpoints(["iter_0000008", "iter_0000010", "iter_000009"]) });
  expect(keptOf("run")).toEqual(["iter_0000010"]);
});

test("counts folders of one number once, and deletes them together", () => {
  const { keptOf } = prune({ keepLast: 1 }, { files: checkpoints(["model-1", "optim-1", "model-2", "optim-2"]) });
  expect(keptOf("run")).toEqual(["model-2", "optim-2"]);
});

test("never touches what has no number, too long a one, or a dot before its name", () => {
  const names = ["latest", "step-5-old", ".tmp-1", "hash-1234567890123456789"];
  const { left } = prune(
    { keepLast: 1 },
    { files: { ...checkpoints([...names, ...steps(1, 2)]), "tier/run/log1": { age: OLD } } },
  );
  for (const name of names) expect(left).toContain(`tier/run/${name}/weights`);
  expect(left).toContain("tier/run/log1");
  expect(left).not.toContain("tier/run/step-1/");
});

test("never touches hidden runs, nor files beside the runs", () => {
  const files = { ...checkpoints(steps(1, 2), OLD, ".trash"), "tier/note-1": { age: OLD } };
  expect(prune({ keepLast: 1 }, { files }).output).toBe("");
});

test("leaves alone what is still being written, and does not count it", () => {
  const files = { ...checkpoints(steps(1, 2)), ...checkpoints(steps(3), YOUNG) };
  expect(prune({ keepLast: 1 }, { files }).keptOf("run")).toEqual(["step-2", "step-3"]);
});

test("does not count a number of which one folder is still being written", () => {
  const files = { ...checkpoints(["model-1", "model-2"]), ...checkpoints(["optim-2"], YOUNG) };
  expect(prune({ keepLast: 1 }, { files }).keptOf("run")).toEqual(["model-1", "model-2", "optim-2"]);
});

test("an old folder with one young file deep inside is young", () => {
  const files = {
    ...checkpoints(steps(1, 2)),
    "tier/run/step-1/a/b/shard": { age: YOUNG },
    "tier/run/step-1/a/b/": { age: OLD },
  };
  expect(prune({ keepLast: 1 }, { files }).keptOf("run")).toEqual(["step-1", "step-2"]);
});

test("old files that are being copied with their times make a young folder", () => {
  const files: Record<string, Entry> = { ...checkpoints(steps(1, 2)), "tier/run/step-1/": { age: YOUNG } };
  expect(prune({ keepLast: 1 }, { files }).keptOf("run")).toEqual(["step-1", "step-2"]);
});

test("a clock that runs ahead makes young folders", () => {
  const files = { ...checkpoints(steps(1), -YOUNG), ...checkpoints(steps(2)) };
  expect(prune({ keepLast: 1 }, { files }).keptOf("run")).toEqual(["step-1", "step-2"]);
});

test("takes another grace time", () => {
  const files = checkpoints(steps(1, 2), YOUNG);
  expect(prune({ keepLast: 1 }, { files }, { graceMinutes: 10 }).keptOf("run")).toEqual(["step-2"]);
});

test("never touches a run or a checkpoint with a keep file, whatever kind of file it is", () => {
  const { keptOf } = prune(
    { keepLast: 1 },
    {
      files: {
        ...checkpoints(steps(1, 2, 3)),
        "tier/run/step-1/.railyard-keep": { age: OLD, link: "nowhere" },
        ...checkpoints(steps(1, 2), OLD, "paper"),
        "tier/paper/.railyard-keep": { age: OLD },
      },
    },
  );
  expect(keptOf("run")).toEqual(["step-1", "step-3"]);
  expect(keptOf("paper")).toEqual(["step-1", "step-2"]);
});

test("a run with fewer checkpoints than that, with none, or with all of them young, stays", () => {
  const files: Record<string, Entry> = {
    ...checkpoints(steps(1, 2)),
    "tier/empty/": { age: OLD },
    ...checkpoints(steps(1, 2, 3, 4), YOUNG, "new"),
  };
  const { output, status } = prune({ keepLast: 3 }, { files });
  expect(output).toBe("");
  expect(status).toBe(0);
});

test("follows no link, neither to a run nor to a checkpoint nor inside one", () => {
  const files: Record<string, Entry> = {
    ...checkpoints(steps(1, 2, 3)),
    "outside/run/step-1/weights": { age: OLD },
    "outside/run/step-2/weights": { age: OLD },
    "outside/folder/file": { age: OLD },
    "tier/linked-run": { age: OLD, link: "../outside/run" },
    "tier/run/step-9": { age: OLD, link: "../../outside/folder" },
    "tier/run/latest-0": { age: OLD, link: "step-3" },
    "tier/run/step-1/inside": { age: OLD, link: "../../../outside/folder" },
  };
  const { left, keptOf, output } = prune({ keepLast: 1 }, { files });
  expect(output).toBe("deleted run/step-1\ndeleted run/step-2\n");
  expect(keptOf("run")).toEqual(["step-3"]);
  expect(left.filter((path) => path.startsWith("outside/"))).toEqual([
    "outside/",
    "outside/folder/",
    "outside/folder/file",
    "outside/run/",
    "outside/run/step-1/",
    "outside/run/step-1/weights",
    "outside/run/step-2/",
    "outside/run/step-2/weights",
  ]);
  for (const link of ["tier/linked-run", "tier/run/step-9", "tier/run/latest-0"]) expect(left).toContain(link);
});

test("only prints what it would do in a dry run, by plan or by environment", () => {
  const world = { files: checkpoints(steps(1, 2)) };
  for (const run of [
    prune({ keepLast: 1 }, world, { dryRun: true }),
    prune({ keepLast: 1 }, { ...world, env: { RAILYARD_DRY_RUN: "1" } }),
  ]) {
    expect(run.keptOf("run")).toEqual(["step-1", "step-2"]);
    expect(run.output).toBe("would delete run/step-1\n");
  }
});

test("deletes small files first, so that what a killed run leaves behind has no index", () => {
  const files = {
    ...checkpoints(steps(2)),
    "tier/run/step-1/shard": { age: OLD, size: 1_100_000 },
    "tier/run/step-1/sub/.metadata": { age: OLD, size: 1_000 },
  };
  // rm is what would come next
  const stopped = prune(
    { keepLast: 1 },
    {
      files,
      env: { "BASH_FUNC_rm%%": '() { case "$*" in *--one-file-system*) return 1 ;; *) command rm "$@" ;; esac; }' },
    },
  );
  expect(stopped.left).toContain("tier/run/step-1/shard");
  expect(stopped.left).not.toContain("tier/run/step-1/sub/.metadata");
  expect(stopped.output).toContain("FAILED: could not delete /tier/run/step-1");
});

test("fails where it cannot delete, and goes on with the rest", () => {
  const rm = '() { case "$*" in *step-1) return 1 ;; *) command rm "$@" ;; esac; }';
  const { status, keptOf } = prune(
    { keepLast: 1 },
    { files: checkpoints(steps(1, 2, 3)), env: { "BASH_FUNC_rm%%": rm } },
  );
  expect(status).toBe(1);
  expect(keptOf("run")).toEqual(["step-1", "step-3"]);
});

test("fails where it cannot read, and leaves the checkpoint alone", () => {
  const find = '() { case "$1" in *step-1) return 1 ;; *) command find "$@" ;; esac; }';
  const { status, output, keptOf } = prune(
    { keepLast: 1 },
    { files: checkpoints(steps(1, 2, 3)), env: { "BASH_FUNC_find%%": find } },
  );
  expect(status).toBe(1);
  expect(output).toContain("FAILED: cannot read /tier/run/step-1");
  expect(keptOf("run")).toEqual(["step-1", "step-3"]);
});

test("fails on a tier that is not there, or is a link", () => {
  for (const path of ["missing", "link"]) {
    const files: Record<string, Entry> = { ...checkpoints(steps(1, 2)), link: { age: OLD, link: "tier" } };
    const run = runPruner((tier) => ({ folders: { path: tier.replace(/tier$/, path), keepLast: 1 } }), { files });
    expect(run.status).toBe(1);
    expect(run.output).toContain(`FAILED: refuses '/${path}'`);
    expect(run.left).toContain("tier/run/step-1/weights");
  }
});

describe("with copies in a bucket", () => {
  const copies = { bucketName: "models", prefix: "ckpt/" };
  const files = {
    ...checkpoints(steps(1, 2, 3)),
    "tier/run/step-1/sub/100% \\odd": { age: OLD, size: 5 },
  };
  const copied = [
    { key: "ckpt/run/step-1/weights", age: OLD },
    { key: "ckpt/run/step-1/sub/", age: OLD, size: 0 },
    { key: "ckpt/run/step-1/sub/100% \\odd", age: OLD, size: 5 },
    { key: "ckpt/run/step-2/weights", age: OLD },
  ];

  test("deletes what the bucket has", () => {
    expect(prune({ keepLast: 1, copies }, { files, objects: copied }).keptOf("run")).toEqual(["step-3"]);
  });

  test.each([
    ["a file is missing", copied.filter(({ key }) => !key.endsWith("odd"))],
    ["a file has another size", copied.map((o) => (o.key.endsWith("odd") ? { ...o, size: 4 } : o))],
    ["only another run has it", copied.map((o) => ({ ...o, key: o.key.replace("run/step-1", "nur/step-1") }))],
  ])("keeps a checkpoint of which %s", (_, objects) => {
    const run = prune({ keepLast: 1, copies }, { files, objects });
    expect(run.keptOf("run")).toEqual(["step-1", "step-3"]);
    expect(run.output).toContain("kept run/step-1: not all of it is in s3://models");
    expect(run.status).toBe(0);
  });

  test("keeps everything when the bucket cannot be listed", () => {
    expect(prune({ keepLast: 1, copies }, { files, objects: copied, aws: "exit 254" }).keptOf("run")).toHaveLength(3);
  });

  test("does not ask for a copy that the bucket need not keep", () => {
    const run = (more: object) =>
      prune({ keepLast: 1, copies: { ...copies, ...more } }, { files: checkpoints(steps(1, 2, 3, 4)) });
    expect(run({ keepLast: 2 }).keptOf("run")).toEqual(["step-3", "step-4"]);
    expect(run({ keepLast: 2, keepEvery: 2 }).keptOf("run")).toEqual(["step-2", "step-3", "step-4"]);
  });

  test("asks S3 only about what would be deleted", () => {
    expect(prune({ keepLast: 1, copies }, { files, objects: copied }).calls).toEqual(
      ["step-1", "step-2"].map(
        (step) =>
          `s3api list-objects-v2 --bucket models --prefix ckpt/run/${step}/ --query Contents[].[Size,Key] --output text`,
      ),
    );
  });
});

describe("refuses a tier with homes of users, and deletes nothing", () => {
  test.each([
    ["the homes", "tier/.railyard-homes"],
    ["a folder that holds the homes", "tier/home/.railyard-homes"],
    ["homes from before the mark", "tier/jane/.bashrc"],
    ["a home with keys alone", "tier/jane/.ssh/id_ed25519"],
    ["homes below a folder", "tier/home/jane/.profile"],
    ["one home itself", "tier/.bash_history"],
  ])("%s", (_, path) => {
    const files = { ...checkpoints(steps(1, 2, 3), OLD, "jane"), [path]: { age: OLD } };
    const { status, output, left, keptOf } = prune({ keepLast: 1 }, { files });
    expect(keptOf("jane")).toEqual(expect.arrayContaining(steps(1, 2, 3)));
    expect(left).toContain(path);
    expect(output).toContain(`FAILED: refuses '/tier': /${path.replace("/id_ed25519", "")} is of the home of a user`);
    expect(status).toBe(1);
  });
});
