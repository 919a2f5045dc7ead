import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { trainingPrograms } from "../../../constructs/training/training-files";

// What the programs do with files, without PyTorch: a stand-in has the names that they import.

const root = mkdtempSync(join(tmpdir(), "railyard-training-files-"));
beforeAll(() => {
  for (const [name, text] of Object.entries(trainingPrograms())) writeFileSync(join(root, name), text);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const STAND_IN = `
import json, os, sys, types
for name in ("torch", "torch.distributed", "torch.distributed.checkpoint"):
    sys.modules[name] = types.ModuleType(name)
sys.modules["torch"].int32 = sys.modules["torch"].uint16 = None
sys.modules["torch"].distributed = sys.modules["torch.distributed"]
sys.modules["torch.distributed"].checkpoint = sys.modules["torch.distributed.checkpoint"]
sys.modules["torch.distributed"].get_rank = lambda: 0
sys.modules["torch.distributed"].get_world_size = lambda: 1
sys.modules["torch.distributed"].new_group = lambda **_: None
sys.modules["torch.distributed"].barrier = lambda **_: None
`;
const python = (text: string) => spawnSync("python3", ["-c", `${STAND_IN}\n${text}`], { cwd: root, encoding: "utf8" });
function json(text: string): unknown {
  const { stdout, stderr } = python(text);
  expect(stderr).toBe("");
  return JSON.parse(stdout);
}

test("each process answers for what it wrote, and the first for all that has no number", () => {
  const names = [
    "__0_0.distcp",
    "__12_1.distcp",
    ".metadata",
    "latest",
    "state/zero_pp_rank_12_mp_rank_00_model_states.pt",
    "state/bf16_zero_pp_rank_3_mp_rank_00_optim_states.pt",
    "sums-12.json",
  ];
  const owned = json(`
import checkpoint
for name in ${JSON.stringify(names)}:
    os.makedirs(os.path.dirname("own/" + name), exist_ok=True)
    open("own/" + name, "w").close()
print(json.dumps({rank: sorted(checkpoint.own_files("own", rank)) for rank in (0, 3, 5, 12)}))`);
  expect(owned).toEqual({
    0: [".metadata", "__0_0.distcp", "latest"],
    3: [names[5]],
    5: [],
    12: [names[1], names[4]],
  });
});

test("of a folder only what a checkpoint left half written is removed", () => {
  const left = json(`
import checkpoint
for folder in ("step-00000010.part", "step-00000009", "model.part"):
    os.makedirs("clean/" + folder)
for file in ("latest.part", "data.part"):
    open("clean/" + file, "w").close()
checkpoint.Checkpoints("clean", 1)
print(json.dumps(sorted(os.listdir("clean"))))`);
  expect(left).toEqual(["data.part", "model.part", "step-00000009"]);
});

test.each(["null", "[]", '{"processes": "2"}', '{"processes": 1, "files": null}', "{", '{"processes": 1}'])(
  "a list of sums that says %s is a fault of its checkpoint",
  (text) => {
    writeFileSync(join(root, "sums-0.json"), text);
    expect(json('import checkpoint\nprint(json.dumps(checkpoint.faults(".", 0, 1)))')).toMatch(/^\w+Error: /);
  },
);

test.each([
  ["missing.bin", null, "is no file on this node"],
  ["odd.bin", 131, "ends within a token of 2 bytes"],
  ["odd.u32", 262, "ends within a token of 4 bytes"],
  ["short.bin", 64, "has 32 tokens, and one sample takes 65"],
  ["empty.bin", 0, "has 0 tokens"],
])("%s is refused in a line", (name, bytes, message) => {
  if (bytes !== null) writeFileSync(join(root, name), Buffer.alloc(bytes));
  const { status, stderr } = python(`from tokens import TokenFile\nTokenFile(${JSON.stringify(name)}, 256, 64)`);
  expect([status, stderr.trimEnd().split("\n").length, stderr]).toEqual([1, 1, expect.stringContaining(message)]);
});

test("numbers of the command line are 1 or more: to keep no checkpoint would remove each as it is written", () => {
  const tried = json(`
import argparse
from batch import positive
def tell(text):
    try:
        return positive(text)
    except argparse.ArgumentTypeError as error:
        return str(error)
print(json.dumps([tell(each) for each in ("3", "0", "-1", "", "1.5", "²")]))`) as unknown[];
  expect(tried[0]).toBe(3);
  for (const each of tried.slice(1)) expect(each).toContain("is no number from 1 on");
  for (const name of ["train.py", "deepspeed_train.py", "jax_train.py"]) {
    const options = readFileSync(join(root, name), "utf8").matchAll(/"--([\w-]+)", type=int/g);
    for (const [, option] of options) expect(["seed", "zero"]).toContain(option);
  }
});
