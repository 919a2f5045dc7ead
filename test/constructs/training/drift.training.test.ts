import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { driftPrograms } from "../../../constructs/training/drift-job";
import { ROOT } from "../../helpers/process";

// SciPy, Delta Lake, Arrow and the S3 of moto themselves: `npm run test:training`.

const PYTHON = process.env["RAILYARD_DATA_PYTHON"] ?? join(ROOT, ".cache/data/bin/python");
const root = mkdtempSync(join(tmpdir(), "railyard-drift-real-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

beforeAll(() => {
  const imports = "import scipy, numpy, deltalake, pyarrow, moto, boto3";
  if (!existsSync(PYTHON) || spawnSync(PYTHON, ["-c", imports]).status !== 0)
    throw new Error(
      `${PYTHON} has no SciPy, Delta Lake and moto: python3 -m venv .cache/data && .cache/data/bin/pip install scipy deltalake pyarrow 'moto[s3]' boto3`,
    );
  for (const [name, text] of Object.entries(driftPrograms())) writeFileSync(join(root, name), text);
});

function json(program: string): unknown {
  const { stdout, stderr, status } = spawnSync(PYTHON, ["-c", program], {
    cwd: root,
    encoding: "utf8",
    env: {
      PATH: process.env["PATH"],
      AWS_DEFAULT_REGION: "us-east-1",
      AWS_ACCESS_KEY_ID: "testing",
      AWS_SECRET_ACCESS_KEY: "testing",
    },
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout.trim().split("\n").at(-1)!);
}

test("KS is that of SciPy, with ties and without; its chance and that of PSI are near SciPy's", () => {
  const [distance, chance, psi] = json(`
import json, numpy as np, scipy.stats as st, railyard_drift as d
rng, distance, chance, psi = np.random.default_rng(1), 0.0, 0.0, 0.0
for n, m in [(100, 100), (100, 5000), (1000, 700), (20000, 20000)]:
    for by in (0, 0.02, 0.1, 0.5):
        for digits in (0, 9):
            a, b = np.round(rng.normal(size=n), digits), np.round(rng.normal(size=m) + by, digits)
            mine, theirs = d.ks(sorted(a.tolist()), sorted(b.tolist())), st.ks_2samp(a, b, method="asymp")
            distance = max(distance, abs(mine - theirs.statistic))
            chance = max(chance, abs(d.ks_by_chance(mine, n * m / (n + m)) - theirs.pvalue))
for free in (1, 2, 9, 50):
    for share in (1e-2, 1e-3, 1e-5):
        limit = d.psi_by_chance(free + 1, 400, 1600, share) / (1 / 400 + 1 / 1600)
        psi = max(psi, abs(limit / st.chi2.isf(share, free) - 1))
print(json.dumps([distance, chance, psi]))`) as number[];
  expect(distance).toBeLessThan(1e-12);
  expect(chance).toBeLessThan(0.02);
  expect(psi).toBeLessThan(0.12);
});

test("how often chance leaves a column out is Fisher's exact test of SciPy", () => {
  const worst = json(`
import json, scipy.stats as st, railyard_drift as d
worst = 0.0
for some, n, m in [(1, 5000, 5000), (2, 20000, 20000), (10, 100, 400), (100, 100, 100), (40, 20000, 300)]:
    theirs = st.fisher_exact([[some, n - some], [0, m]], alternative="greater").pvalue
    worst = max(worst, abs(d.absent_by_chance(some, n, m) / theirs - 1))
print(json.dumps(worst))`);
  expect(worst).toBeLessThan(1e-6);
});

test("a store that refuses, or has no such bucket, is told in words", () => {
  const seen = json(`
import contextlib, io, json, os
from moto import mock_aws
import railyard_drift as d
def check(place):
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()) as error:
        return [d.main(["check", place, "--state", "s4"]), error.getvalue()]
with mock_aws():
    seen = [check("s3://gone-bucket/x/"), check("s3://No Bucket/x/")]
for name in list(os.environ):
    if name.startswith("AWS_"):
        del os.environ[name]
os.environ.update(AWS_EC2_METADATA_DISABLED="true", AWS_SHARED_CREDENTIALS_FILE="/nowhere", AWS_CONFIG_FILE="/nowhere")
import boto3
boto3.DEFAULT_SESSION = None
seen.append(check("s3://lab/x/"))
print(json.dumps(seen))`);
  expect(seen).toEqual([
    [2, expect.stringMatching(/^s3:\/\/gone-bucket\/x\/ cannot be read: NoSuchBucket: .*\n$/)],
    [2, expect.stringMatching(/^s3:\/\/No Bucket\/x\/ cannot be read: ParamValidationError/)],
    [2, "s3://lab/x/ cannot be read: NoCredentialsError: Unable to locate credentials\n"],
  ]);
});

test("PSI is what numpy makes of the same bins", () => {
  const worst = json(`
import json, numpy as np, railyard_drift as d
rng, worst = np.random.default_rng(2), 0.0
column = lambda values, missing: {"numbers": sorted(values.tolist()), "texts": {}, "lengths": [], "missing": missing}
for n, m, by, lost in [(1000, 1000, 0, 0), (5000, 800, 0.3, 40), (300, 9000, 2, 900)]:
    a, b = rng.lognormal(size=n), rng.lognormal(size=m) + by
    edges = np.sort(a)[[n * tenth // 10 for tenth in range(1, 10)]]
    counts = [np.append(np.bincount(np.searchsorted(edges, each, side="left"), minlength=10), missing) for each, missing in ((a, 0), (b, lost))]
    used = (counts[0] + counts[1]) > 0
    old, new = [(each[used] + 0.5) / (each[used] + 0.5).sum() for each in counts]
    mine = d.compare(column(a, 0), column(b, lost), {"psi": 0.2, "ks": 0.1}, 1)["psi"]
    worst = max(worst, abs(mine - ((new - old) * np.log(new / old)).sum()))
print(json.dumps(worst))`);
  expect(worst).toBeLessThan(1e-9);
});

test("chance alone is taken for drift in fewer than one of 50 comparisons, however small the limits are", () => {
  const alarms = json(`
import json, numpy as np, railyard_drift as d
rng, alarms = np.random.default_rng(3), 0
column = lambda values: {"numbers": sorted(values.tolist()), "texts": {}, "lengths": [], "missing": 0}
for number in range(200):
    n, m = [(100, 150), (2000, 6000)][number % 2]
    alarms += d.compare(column(rng.lognormal(size=n)), column(rng.lognormal(size=m)), {"psi": 0.001, "ks": 0.001}, 1)["drifts"]
print(alarms)`);
  expect(alarms).toBeLessThan(4);
});

test("a Delta table is its newest version, on a disk; Parquet and objects of S3 are read as they are", () => {
  const seen = json(`
import contextlib, datetime, decimal, io, json, os
import boto3, pyarrow as pa, pyarrow.parquet as pq
from deltalake import DeltaTable, write_deltalake
from moto import mock_aws
import railyard_drift as d
rows = lambda by: pa.table({
    "x": [float(number % 50 + by) for number in range(500)],
    "at": [datetime.datetime(2026, 1, 1) + datetime.timedelta(hours=number) for number in range(500)],
    "price": [decimal.Decimal(number) / 4 for number in range(500)],
    "vector": [[0.0] * (number % 3) for number in range(500)],
    "place": [{"city": "it's %41 " + "ab"[number % 2]} for number in range(500)],
})
def check(data, state):
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()) as error:
        return [d.main(["check", data, "--state", state]), error.getvalue()]
write_deltalake("a table", rows(0))
seen = [check("a table", "s1"), check("a table", "s1")]
columns = json.load(open("s1/report.json"))["columns"]
write_deltalake("a table", rows(30), mode="overwrite")
seen += [check("a table", "s1"), len(os.listdir("a table")) > 2]
with mock_aws():
    s3 = boto3.client("s3")
    s3.create_bucket(Bucket="lab")
    for number in range(3):
        body = io.BytesIO()
        pq.write_table(rows(0), body)
        s3.put_object(Bucket="lab", Key=f"events/part-{number}.parquet", Body=body.getvalue())
    s3.put_object(Bucket="lab", Key="events/_SUCCESS", Body=b"")
    s3.put_object(Bucket="lab", Key="events2/part.parquet", Body=b"not read")
    seen += [check("s3://lab/events/", "s2"), check("s3://lab/events/", "s2"), check("s3://lab/none/", "s3")[0]]
    s3.put_object(Bucket="lab", Key="events/part-9.parquet", Body=b"PAR1 torn PAR1")
    seen += [check("s3://lab/events/", "s2")[0], json.load(open("s2/report.json"))["rows"]]
print(json.dumps([seen, {name: each["kind"] for name, each in columns.items()}]))`);
  expect(seen).toEqual([
    [[0, ""], [0, ""], [10, ""], true, [0, ""], [0, ""], 2, 2, 1500],
    { x: "numbers", at: "numbers", price: "numbers", "vector.length": "numbers", "place.city": "values" },
  ]);
});
