import { spawnSync } from "node:child_process";
import { trainingPrograms } from "../../../constructs/training/training-files";

const programs = trainingPrograms();

/** Runs Python after a program, and reads the JSON that it prints. */
function python(program: string, more: string): unknown {
  const { stdout, stderr } = spawnSync("python3", ["-"], { input: `${programs[program]}\n${more}`, encoding: "utf8" });
  expect(stderr).toBe("");
  return JSON.parse(stdout);
}

test("however many processes there are, a step has each of its samples once, and no other", () => {
  // every number of processes to 12, micro-batch to 5 and batch to 40, at two steps
  const wrong = python(
    "batch.py",
    `
import json
wrong = []
for batch in range(1, 41):
    for world in range(1, 13):
        for micro in range(1, 6):
            for step in (0, 7):
                rows = [n for rank in range(world) for turn in range(micro_batches(batch, world, micro))
                        for n in samples(step, batch, rank, world, micro, turn)]
                if sorted(rows) != list(range(step * batch, (step + 1) * batch)): wrong.append([batch, world, micro, step])
print(json.dumps(wrong))`,
  );
  expect(wrong).toEqual([]);
});

test.each([
  [
    "torchrun",
    { RANK: "3", WORLD_SIZE: "8", LOCAL_RANK: "1", SLURM_PROCID: "0", SLURM_NTASKS: "2", SLURM_LOCALID: "0" },
  ],
  ["srun", { SLURM_PROCID: "3", SLURM_NTASKS: "8", SLURM_LOCALID: "1" }],
  [
    "mpirun",
    {
      OMPI_COMM_WORLD_RANK: "3",
      OMPI_COMM_WORLD_SIZE: "8",
      OMPI_COMM_WORLD_LOCAL_RANK: "1",
      SLURM_PROCID: "0",
      SLURM_NTASKS: "2",
      SLURM_LOCALID: "0",
    },
  ],
])("a process knows its rank from %s", (_, variables) => {
  const { stdout, stderr } = spawnSync(
    "python3",
    ["-c", `${programs["ranks.py"]!.split("if __name__")[0]}\nprint(set_ranks())`],
    {
      env: { PATH: process.env["PATH"], MASTER_ADDR: "a", MASTER_PORT: "1", ...variables },
      encoding: "utf8",
    },
  );
  expect([stdout.trim(), stderr]).toEqual(["(3, 8, 1)", ""]);
});

test("a process that nobody gave a rank says so", () => {
  const { stderr } = spawnSync("python3", ["-c", `${programs["ranks.py"]!.split("if __name__")[0]}\nset_ranks()`], {
    env: { PATH: process.env["PATH"] },
    encoding: "utf8",
  });
  expect(stderr).toContain("start this program with torchrun, srun or mpirun");
});
