import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { preloadPrograms } from "../../../constructs/storage/preload-job";
import { describeWithMoto } from "../../helpers/moto";

const root = mkdtempSync(join(tmpdir(), "railyard-preload-copy-"));
beforeAll(() => {
  for (const [name, text] of Object.entries(preloadPrograms())) writeFileSync(join(root, name), text);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function python(program: string, env: Readonly<Record<string, string>>) {
  const { status, signal, stdout, stderr } = spawnSync("python3", ["-c", program], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
  return { status, signal, stdout, stderr };
}

// the server has no route for a line break in a key
const KEYS = ["plain", "with blank", "tab\there", `quo"te's/-rf`, "--", "ümlaut/deep/er"];

/** What a program of Python has first: a bucket with these objects. */
const objects = (keys: readonly string[]) => `
import boto3, json
client = boto3.client("s3", region_name="us-east-1")
client.create_bucket(Bucket="data")
for key in json.loads(${JSON.stringify(JSON.stringify(keys))}):
    client.put_object(Bucket="data", Key="set/" + key, Body=("body of " + key).encode(), ChecksumAlgorithm="SHA256")
client.put_object(Bucket="data", Key="settle", Body=b"of another folder")
client.put_object(Bucket="data", Key="set/", Body=b"")
`;

/** The program, after a change to it. */
const copy = (folder: string, before = "") => `
import os, signal, sys, preload, preload_bucket
${before}
sys.argv = ["preload.py", "copy", "--workers=2", "--every=0", "--", "s3://data/set", "${folder}"]
sys.exit(preload.main())`;

const manifest = (folder: string) =>
  JSON.parse(readFileSync(join(root, folder, ".railyard-preload.json"), "utf8")) as {
    files: Record<string, { bytes: number; sum: string | null }>;
  };

describeWithMoto("a folder of a bucket", (moto) => {
  const made = (keys: readonly string[]) =>
    expect(python(objects(keys), moto().env)).toMatchObject({ status: 0, stderr: "" });

  test("comes onto a disk with every name that a key may have, each proved by its sum, and once", () => {
    made(KEYS);
    const first = python(copy("-all"), moto().env);
    expect(first).toMatchObject({ status: 0, stderr: "" });
    expect(first.stdout).toContain("6 files are proved by a sum of the store, 0 by their size alone");
    for (const key of KEYS) expect(readFileSync(join(root, "-all", key), "utf8")).toBe(`body of ${key}`);
    expect(Object.keys(manifest("-all").files).toSorted()).toEqual(KEYS.toSorted());
    expect(manifest("-all").files["plain"]).toMatchObject({ bytes: 13, sum: "SHA256" });
    expect(python(copy("-all"), moto().env).stdout).toContain("6 files, of which 6 are there\n");
    // one that was cut short, and one that the bucket has anew
    writeFileSync(join(root, "-all/plain"), "body");
    python(`import boto3; boto3.client("s3").put_object(Bucket="data", Key="set/--", Body=b"another --")`, moto().env);
    expect(python(copy("-all"), moto().env).stdout).toContain("6 files, of which 4 are there\n");
    expect(readFileSync(join(root, "-all/--"), "utf8")).toBe("another --");
  });

  test("is gone on with after a kill; there is no manifest before", () => {
    made(KEYS);
    const killed = `
real, done = os.replace, []
def replace(*names):
    real(*names)
    done.append(names)
    if len(done) == 3: os.kill(os.getpid(), signal.SIGKILL)
preload_bucket.os.replace = replace`;
    expect(python(copy("killed", killed), moto().env).signal).toBe("SIGKILL");
    expect(existsSync(join(root, "killed/.railyard-preload.json"))).toBe(false);
    const again = python(copy("killed"), moto().env);
    expect(again).toMatchObject({ status: 0, stderr: "" });
    expect(again.stdout).toMatch(/^6 files, of which [1-3] are there$/m);
    expect(Object.keys(manifest("killed").files)).toHaveLength(6);
  });

  test("with what is not what its sum says, or no name of a file, ends with their names and without a manifest", () => {
    made(["plain", "../climbs", "a//b", "rotten\there"]);
    const rotten = `
real = preload_bucket.check
def check(path, head):
    if head["ContentLength"] == len("body of rotten?here"): open(path, "r+b").write(b"X")
    return real(path, head)
preload_bucket.check = check`;
    const { status, stderr } = python(copy("failing", rotten), moto().env);
    expect([status, stderr.split("\n")]).toEqual([
      1,
      [
        "not there: '../climbs': no file below the folder can have this name",
        "not there: 'a//b': no file below the folder can have this name",
        "not there: 'rotten\\there': its SHA256 is another one than the store's",
        "",
      ],
    ]);
    expect(existsSync(join(root, "failing/rotten\there"))).toBe(false);
    expect(existsSync(join(root, "failing/.railyard-preload.json"))).toBe(false);
    expect(readFileSync(join(root, "failing/plain"), "utf8")).toBe("body of plain");
  });

  test("that has no objects, or does not fit, is refused", () => {
    made([]);
    python(`import boto3; boto3.client("s3").delete_object(Bucket="data", Key="set/")`, moto().env);
    expect(python(copy("none"), moto().env)).toMatchObject({ status: 2, stderr: "s3://data/set/ has no objects\n" });
    python(`import boto3; boto3.client("s3").put_object(Bucket="data", Key="set/a", Body=b"12")`, moto().env);
    const full =
      "import collections\npreload_bucket.shutil.disk_usage = lambda _: collections.namedtuple('U', 'free')(1)";
    expect(python(copy("none", full), moto().env)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("has room for"),
    });
  });
});
