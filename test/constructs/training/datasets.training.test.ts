import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { trainingPrograms } from "../../../constructs/training/training-files";
import { ROOT } from "../../helpers/process";

// DVC, Delta Lake and the Glue of moto themselves: `npm run test:training`.

const PYTHON = process.env["RAILYARD_DATA_PYTHON"] ?? join(ROOT, ".cache/data/bin/python");
const root = mkdtempSync(join(tmpdir(), "railyard-dataset-versions-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

beforeAll(() => {
  const has =
    existsSync(PYTHON) && spawnSync(PYTHON, ["-c", "import dvc, deltalake, pyarrow, moto, boto3"]).status === 0;
  if (!has)
    throw new Error(
      `${PYTHON} has no DVC, Delta Lake and moto: python3 -m venv .cache/data && .cache/data/bin/pip install dvc deltalake pyarrow 'moto[glue,s3]' boto3`,
    );
  writeFileSync(join(root, "railyard_datasets.py"), trainingPrograms()["railyard_datasets.py"]!);
});

function run(program: string, args: readonly string[]): string {
  const { stdout, stderr, status } = spawnSync(program, args, {
    cwd: root,
    encoding: "utf8",
    env: {
      PATH: `${dirname(PYTHON)}${delimiter}${process.env["PATH"]}`,
      HOME: root,
      DVC_NO_ANALYTICS: "1",
      GIT_CONFIG_GLOBAL: "/dev/null",
      AWS_DEFAULT_REGION: "us-east-1",
      AWS_ACCESS_KEY_ID: "testing",
      AWS_SECRET_ACCESS_KEY: "testing",
    },
  });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${stderr}`);
  return stdout;
}
const shell = (text: string) => run("bash", ["-euc", text]);
const json = (program: string) => JSON.parse(run(PYTHON, ["-c", program]).trim().split("\n").at(-1)!) as unknown[];

test("DVC: the hash of a folder is what dvc wrote, of a .dvc file and of an out of dvc.lock", () => {
  shell(`git init -q && git config user.email a@example.com && git config user.name a && dvc init -q
mkdir data && echo one >data/a && dvc add -q data && git add -A && git commit -qm one
printf 'stages:\\n  prep:\\n    cmd: cp -r data copy && echo x >"more of it"\\n    outs: [copy, more of it]\\n' >dvc.yaml && dvc repro -q`);
  const ask = (...args: string[]) =>
    JSON.parse(run(PYTHON, ["railyard_datasets.py", "dvc", ...args])) as Record<string, string>;
  const first = ask("data.dvc");
  expect(first["version"]).toBe(shell("sed -n 's/^- md5: //p' data.dvc").trim());
  expect(first["version"]).toMatch(/^[0-9a-f]{32}\.dir$/);
  expect(first["commit"]).toBe(shell("git rev-parse HEAD").trim());
  expect(ask("dvc.lock", "--out", "copy")["version"]).toBe(first["version"]);
  expect(ask("dvc.lock", "--out", "more of it")["version"]).toMatch(/^[0-9a-f]{32}$/);
  shell("echo two >data/b && dvc add -q data");
  expect(ask("data.dvc")["version"]).not.toBe(first["version"]);
});

test("Delta: the version and the table are those that Delta Lake says, with checkpoints and without old commits", () => {
  const seen = json(`
import json, os, pyarrow
from deltalake import DeltaTable, write_deltalake
from railyard_datasets import delta
seen = []
def look():
    table, found = DeltaTable("t"), delta("t")
    seen.append([str(table.version()) == found["version"], found.get("table") in (None, str(table.metadata().id))])
for number in range(12):
    write_deltalake("t", pyarrow.table({"x": [number]}), mode="append" if number else "error")
look()
DeltaTable("t").create_checkpoint()
look()
for number in range(6): os.remove(f"t/_delta_log/{number:020d}.json")
look()
write_deltalake("t", pyarrow.table({"x": [1]}), mode="overwrite")
look()
DeltaTable("t").delete("x = 1")
look()
print(json.dumps(seen))`);
  expect(seen).toEqual(Array.from({ length: 5 }, () => [true, true]));
});

test("Delta on S3, and Glue: versions of the definition, and of Iceberg the metadata", () => {
  const seen = json(`
import json, os, boto3
from moto import mock_aws
from railyard_datasets import version_of
with mock_aws():
    s3, glue = boto3.client("s3"), boto3.client("glue")
    s3.create_bucket(Bucket="lab")
    for number in range(3):
        s3.put_object(Bucket="lab", Key=f"events/_delta_log/{number:020d}.json", Body=b'{"metaData": {"id": "s3"}}')
    s3.put_object(Bucket="lab", Key="events/_delta_log/_sidecars/00000000000000000009.json", Body=b"{}")
    glue.create_database(DatabaseInput={"Name": "d"})
    glue.create_table(DatabaseName="d", TableInput={"Name": "t"})
    asked = {"kind": "glue", "database": "d", "table": "t"}
    seen = [version_of({"kind": "delta", "table": "s3://lab/events"}), version_of(asked)]
    glue.update_table(DatabaseName="d", TableInput={"Name": "t", "Description": "anew"})
    seen.append(version_of(asked))
    glue.update_table(DatabaseName="d", TableInput={"Name": "t", "Parameters": {"table_type": "iceberg", "metadata_location": "s3://lab/m.json"}})
    seen.append(version_of(asked))
    seen.append(version_of({**asked, "table": "none"}))
    print(json.dumps(seen))`) as Record<string, string>[];
  expect(seen[0]).toMatchObject({ version: "2", table: "s3" });
  expect(seen[1]).toMatchObject({ kind: "glue", of: "definition" });
  expect(Number(seen[2]!["version"])).toBe(Number(seen[1]!["version"]) + 1);
  expect(seen[3]).toEqual({ kind: "glue", version: "s3://lab/m.json", of: "data" });
  expect(seen[4]!["unknown"]).toMatch(/EntityNotFound|NotFound/);
});
