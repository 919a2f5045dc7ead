import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tierPrograms } from "../../../constructs/storage/tier-job";
import { samplesOf } from "../../../scripts/commands/examples/samples";
import { clusterSample } from "../../helpers/cluster";
import { sample, type Change } from "../../helpers/environment";

const root = mkdtempSync(join(tmpdir(), "railyard-tier-job-"));
beforeAll(() => {
  for (const [name, text] of Object.entries(tierPrograms())) writeFileSync(join(root, name), text);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const IMAGES = { asked: null, usual: "nvcr.io/nvidia/pytorch:25.06-py3", nccl: null };
const files = (change: Change) => samplesOf(sample(change).env, IMAGES).files;
const policyOf = (all: Readonly<Record<string, string>>) =>
  JSON.parse(all["checkpoints/checkpoint-tiers.json"]!) as unknown;

describe("the policy follows from config", () => {
  test("a file system that copies itself leaves nothing to do but local disks", () => {
    const all = files({ checkpoints: { warm: { keepLast: 12, keepEvery: 500 } } });
    expect(policyOf(all)).toEqual({
      written: "Written by railyard examples",
      whole: "sums",
      hot: { path: "/scratch/checkpoints", keepLast: 2 },
      warm: { path: "/fsx/checkpoints", prune: false, keepLast: 12, keepEvery: 500 },
      cold: {
        bucket: "sample-checkpoints-111122223333-us-east-1",
        prefix: "checkpoints/",
        linked: true,
        prune: false,
        checksums: true,
      },
    });
    expect(all).not.toHaveProperty(["checkpoints/tiers.sbatch"]);
  });

  test("milestones of such a file system are copied by one job", () => {
    const all = files({ checkpoints: { archive: { every: 5000 } } });
    expect(policyOf(all)).toMatchObject({ archive: { prefix: "archive/", every: 5000 } });
    expect(all).toHaveProperty(["checkpoints/tiers.sbatch"]);
  });

  test("contents that leave such a file system are released by one job", () => {
    const all = files({ checkpoints: { warm: { keepLast: 12, keepData: 3 } } });
    expect(policyOf(all)).toMatchObject({ warm: { keepData: 3, archives: false }, cold: { linked: true } });
    expect(all).toHaveProperty(["checkpoints/tiers.sbatch"]);
    expect(all).toHaveProperty(["checkpoints/tier_lustre.py"]);
    const silent = files({ checkpoints: { warm: { keepLast: 12, keepData: 3, export: [] } } });
    expect(policyOf(silent)).toMatchObject({ warm: { archives: true } });
  });

  test("a store that speaks S3 is written by the agent alone, by one job at a time", () => {
    const home = { kind: "nfs", server: "10.0.8.20", export: "/home" };
    const store = {
      kind: "s3-compatible",
      endpoint: "https://s3.example.com",
      bucket: "kept",
      prefix: "iron/",
      secretName: "s3",
    };
    const all = samplesOf(clusterSample({ storage: { home, store } }).env, IMAGES).files;
    expect(policyOf(all)).toMatchObject({
      warm: { prune: true },
      cold: { bucket: "kept", prefix: "iron/", linked: false, prune: true, checksums: false },
    });
    expect(all["checkpoints/tiers.sbatch"]).toContain("#SBATCH --dependency=singleton\n");
    expect(all["checkpoints/tiers.sbatch"]).toContain("#SBATCH --gpus-per-node=1\n");
  });

  test("without a bucket there is no agent", () => {
    expect(Object.keys(files({ checkpoints: null })).filter((name) => name.startsWith("checkpoints/"))).toEqual([]);
  });
});

/** What the agent says of a policy, without any store. */
function refused(policy: unknown): string {
  writeFileSync(join(root, "policy.json"), typeof policy === "string" ? policy : JSON.stringify(policy));
  const { status, stderr } = spawnSync("python3", ["tiers.py", "policy.json"], { cwd: root, encoding: "utf8" });
  return `${status}\n${stderr}`;
}

test("a policy that cannot be is refused with all that is wrong", () => {
  const text = refused({
    whole: "",
    warm: { path: "ckpt/", keepEvery: 3 },
    cold: { bucket: 1, prefix: "a", keepLast: 0, color: "x" },
    archive: { prefix: "b/" },
    kept: 2,
  });
  for (const [at, line] of [
    "2",
    "policy.json: kept is not known",
    'policy.json: whole is "": write sums, rename',
    'policy.json: warm.path is "ckpt/": write an absolute folder',
    "policy.json: warm.keepEvery without keepLast would delete the newest checkpoint",
    "policy.json: cold.color is not known",
    "policy.json: cold.bucket is 1: write a text",
    'policy.json: cold.prefix is "a"',
    "policy.json: cold.keepLast is 0: write a whole number of at least 1",
    "policy.json: archive.every is missing",
  ].entries())
    expect(at === 0 ? text.split("\n")[0] : text).toContain(line);
  expect(text).not.toContain("Traceback");
  expect(refused("{")).toMatch(/^2\npolicy.json cannot be read/);
  expect(refused({ whole: "sums", warm: { path: "/a" } })).toContain("neither hot nor cold");
});

test("two nodes meet in one folder, which has a name when both have brought theirs; disks keep what the other tier lacks", () => {
  const program = `
import hashlib, json, os, tiers
from tier_metrics import Metrics
def save(node, step):
    path = f"hot{node}/run/step-{step:08d}"; os.makedirs(path)
    body = f"{node} {step}".encode()
    open(f"{path}/__{node}_0.distcp", "wb").write(body)
    sums = {"processes": 2, "files": {f"__{node}_0.distcp": {"bytes": len(body), "sha256": hashlib.sha256(body).hexdigest()}}}
    json.dump(sums, open(f"{path}/sums-{node}.json", "w"))
def round(node):
    policy = {"whole": "sums", "hot": {"path": f"{os.getcwd()}/hot{node}", "keepLast": 1}, "warm": {"path": f"{os.getcwd()}/warm"}}
    done = tiers.Tiers(policy, None, Metrics("tiers.prom"))
    done.once(); done.metrics.write(False)
    return sorted(each for each in os.listdir("warm/run") if not each.startswith(".")), sorted(os.listdir(f"hot{node}/run")), done.failed
for step in (100, 200): save(0, step)
first = round(0)
save(1, 100)
print(json.dumps([first, round(1), round(0)]))
`;
  const { stdout, stderr } = spawnSync("python3", ["-c", program], { cwd: root, encoding: "utf8" });
  expect(stderr).toBe("");
  const [one, two] = ["step-00000100", "step-00000200"];
  expect(JSON.parse(stdout)).toEqual([
    [[], [one, two], 0],
    [["latest", one], [one], 0],
    [["latest", one], [two], 0],
  ]);
  expect(readFileSync(join(root, "tiers.prom"), "utf8")).toContain('railyard_checkpoint_whole{run="run"} 1\n');
});
