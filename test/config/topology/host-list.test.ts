import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { compareNames, hostList } from "../../../config/topology/host-list";
import { SLURM } from "../../helpers/slurm-controller";
import { temporaryFolders } from "../../helpers/terraform";

const temporary = temporaryFolders();

test.each([
  [["a1"], "a1"],
  [["a2", "a1", "a3"], "a[1-3]"],
  [["gpu-a02", "gpu-a01", "gpu-b01"], "gpu-a[01-02],gpu-b01"],
  [["n9", "n10", "n11"], "n[9-11]"],
  [["n09", "n10"], "n[09-10]"],
  [["n9", "n010"], "n[9,010]"],
  [["n1", "n3", "login"], "login,n[1,3]"],
  [["12", "13"], "12,13"],
  [["a12345678901", "a12345678902"], "a12345678901,a12345678902"],
  [[], ""],
])("%j is %s", (names, text) => expect(hostList(names)).toBe(text));

test("9 comes before 10", () =>
  expect(["a10", "a9", "a1b2", "a1"].toSorted(compareNames)).toEqual(["a1", "a1b2", "a9", "a10"]));

const names = fc.uniqueArray(
  fc
    .tuple(fc.constantFrom("n", "gpu-", "a1b"), fc.integer({ min: 0, max: 120 }), fc.integer({ min: 0, max: 3 }))
    .map(([prefix, number, width]) => prefix + String(number).padStart(width, "0")),
  { minLength: 1, maxLength: 60 },
);

// scontrol reads it without a controller
(SLURM ? test : test.skip)("Slurm reads the same names out of it", () => {
  const conf = join(temporary(), "slurm.conf");
  writeFileSync(conf, "ClusterName=test\nSlurmctldHost=localhost\nNodeName=x\nPartitionName=all Nodes=x\n");
  const samples = fc.sample(names, { numRuns: 25, seed: 7 });
  for (const sample of samples) {
    const { stdout } = spawnSync("scontrol", ["show", "hostnames", hostList(sample)], {
      encoding: "utf8",
      env: { ...process.env, SLURM_CONF: conf },
    });
    expect(stdout.trim().split("\n").toSorted()).toEqual(sample.toSorted());
  }
});
