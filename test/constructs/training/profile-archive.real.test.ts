import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { trainingPrograms } from "../../../constructs/training/training-files";
import { describeWithMoto } from "../../helpers/moto";

// Real Python and boto3; the profiles are made up, and those of PyTorch itself are in profile.training.test.ts.

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "railyard-archive-"));
  for (const name of ["railyard_profile.py", "railyard_profile_archive.py"])
    writeFileSync(join(root, name), trainingPrograms()[name]!);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const PLACE = "s3://runs/profiles/";
const ops = (microseconds: number) => JSON.stringify([{ name: "aten::mm", calls: 2, microseconds }]);

/** @param age of the file in seconds: a bucket keeps whole seconds, so that what was written in the one it is sent in is sent again. */
function written(job: string, name: string, text: string, age = 0): void {
  mkdirSync(join(root, "profiles", job), { recursive: true });
  const path = join(root, "profiles", job, name);
  writeFileSync(path, text);
  const at = Date.now() / 1000 - age;
  utimesSync(path, at, at);
}

const about = (more: object = {}) =>
  JSON.stringify({ tool: "torch", rank: 0, steps: [3, 4], name: "llama", team: "red", ...more });

describeWithMoto("profiles in a bucket", (moto) => {
  const python = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    spawnSync("python3", args, { cwd: root, encoding: "utf8", env: { ...process.env, ...moto().env, ...env } });
  const profile = (...args: readonly string[]) => python(["railyard_profile.py", ...args]);
  const made = (more = "") =>
    expect(python(["-c", `import boto3; boto3.client("s3").create_bucket(Bucket="runs"${more})`])).toMatchObject({
      status: 0,
    });
  const bucket = (expression: string): unknown =>
    JSON.parse(
      python([
        "-c",
        `import boto3, json; s3 = boto3.client("s3")\nkeys = [each["Key"] for each in s3.list_objects_v2(Bucket="runs").get("Contents", [])]\nprint(json.dumps(${expression}, default=str))`,
      ]).stdout,
    );

  test("are sent once, listed with the command that brings them, and compared where they lie", () => {
    made();
    written("101", "rank-0.about.json", about(), 60);
    written("101", "rank-0.ops.json", ops(1000), 60);
    written("117", "rank-0.about.json", about({ name: '<script>alert("x")</script>' }), 60);
    written("117", "rank-0.ops.json", ops(3000), 60);
    expect(profile("archive", "profiles", PLACE).stdout).toBe(`4 files sent to ${PLACE}\n`);
    expect(profile("archive", "profiles", PLACE).stdout).toBe(`0 files sent to ${PLACE}\n`);
    expect(bucket("keys")).toContain("profiles/117/rank-0.ops.json");
    written("117", "rank-0.ops.json", ops(5000));
    expect(profile("archive", "profiles/117", PLACE).stdout).toBe(`1 file sent to ${PLACE}\n`);
    expect(profile("index", PLACE).stdout).toBe("index.html lists 2 profiles\n");
    const page = readFileSync(join(root, "index.html"), "utf8");
    expect(page).not.toContain("<script>");
    expect(page.indexOf("<td>117</td>")).toBeLessThan(page.indexOf("<td>101</td>"));
    expect(page).toContain("<code>aws s3 cp s3://runs/profiles/101/rank-0.ops.json .</code>");
    const { stdout } = profile("diff", `${PLACE}101/rank-0.ops.json`, `${PLACE}117/rank-0.ops.json`);
    expect(stdout).toMatch(/1\.000 +5\.000 +\+4\.000 +2 -> 2 {2}aten::mm/);
  });

  test("what is no file of a profile stays where it is, and is told", () => {
    made();
    writeFileSync(join(root, "secret"), "of somebody");
    written("9", "rank-0.about.json", about());
    written("9", "notes.txt", "mine");
    written("9", "rank-1.x\n$(touch hacked)", "hostile");
    symlinkSync(join(root, "secret"), join(root, "profiles/9/rank-2.ops.json"));
    written("$(touch hacked); x", "rank-0.about.json", about());
    const { stdout, stderr } = profile("archive", "profiles", PLACE);
    expect(stdout).toBe(`1 file sent to ${PLACE}\n`);
    expect(stderr.trimEnd().split("\n")).toHaveLength(4);
    expect(bucket("keys")).toEqual(["profiles/9/rank-0.about.json"]);
  });

  test("keys of others, and texts that nobody can read, make no page that does harm", () => {
    made();
    const body = (key: string, text: string) =>
      `s3.put_object(Bucket="runs", Key=${JSON.stringify(key)}, Body=${JSON.stringify(text)})`;
    python([
      "-c",
      `import boto3; s3 = boto3.client("s3")\n${[
        body("profiles/7/rank-0.about.json", '{"tool": "<b>", "rank": 0, "steps": [1, 2]}'),
        body("profiles/7/rank-0.trace.json.gz", "x"),
        body("profiles/7/rank-0.a;id", "x"),
        body('profiles/"><img src=x>/rank-0.about.json', "{}"),
        body("profiles/8/rank-0.about.json", "[]"),
        body("profiles/8/deeper/rank-0.about.json", "{}"),
        body("profiles-of-others/1/rank-0.about.json", "{}"),
      ].join("\n")}`,
    ]);
    expect(profile("index", PLACE).stdout).toBe("index.html lists 2 profiles\n");
    const page = readFileSync(join(root, "index.html"), "utf8");
    expect(page).toContain("cannot be read");
    expect(page).toContain("&lt;b&gt;");
    expect(page).not.toMatch(/<img|a;id|deeper|others/);
  });

  test("a bucket with Object Lock takes them and locks them for its days", () => {
    made(", ObjectLockEnabledForBucket=True");
    python([
      "-c",
      `import boto3; boto3.client("s3").put_object_lock_configuration(Bucket="runs", ObjectLockConfiguration={"ObjectLockEnabled": "Enabled", "Rule": {"DefaultRetention": {"Mode": "GOVERNANCE", "Days": 30}}})`,
    ]);
    written("5", "rank-0.about.json", about());
    expect(profile("archive", "profiles", PLACE)).toMatchObject({ status: 0, stdout: `1 file sent to ${PLACE}\n` });
    const head = bucket('s3.head_object(Bucket="runs", Key=keys[0], ChecksumMode="ENABLED")') as Record<string, string>;
    expect(head["ObjectLockMode"]).toBe("GOVERNANCE");
    expect(head["ChecksumSHA256"]).toEqual(expect.any(String));
  });

  test("a rank sends its own files when its program ends; what goes wrong is a line and ends nothing", () => {
    made();
    written("7", "rank-0.about.json", about());
    written("7", "rank-3.about.json", about({ rank: 3 }));
    const program = `import railyard_profile as told\nplan = told.Plan("torch", 1, 2, {3}, "profiles/7")\nplan.archive_later(3)\nprint("trained", flush=True)`;
    const run = (url: string, env: NodeJS.ProcessEnv = {}) =>
      python(["-c", program], { RAILYARD_PROFILE_ARCHIVE: url, ...env });
    expect(run(PLACE)).toMatchObject({
      status: 0,
      stdout: `trained\nthe profile of rank 3 is in ${PLACE}, too: 1 sent\n`,
      stderr: "",
    });
    expect(bucket("keys")).toEqual(["profiles/7/rank-3.about.json"]);
    for (const url of ["s3://none/profiles/", "s3://runs/$(id)/"]) {
      const { status, stdout, stderr } = run(url);
      expect([status, stderr]).toEqual([0, ""]);
      expect(stdout).toContain("the profile of rank 3 is in profiles/7, and not in");
      expect(stdout.trimEnd().split("\n")).toHaveLength(2);
    }
    rmSync(join(root, "railyard_profile_archive.py"));
    expect(run(PLACE).stdout).toContain("railyard_profile_archive.py does not lie beside");
  });
});
