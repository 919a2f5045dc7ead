import { spawnSync } from "node:child_process";
import { largestModel, MODEL_SIZES } from "../../../constructs/training/model-size";
import { megatronLayout, MEGATRON_MODELS } from "../../../constructs/training/megatron-layout";
import { trainingJobs } from "../../../constructs/training/training-jobs";
import { TRAINING_JOBS } from "../../../config/datasets/retrain";
import type { SlurmLayout } from "../../../constructs/slurm/slurm-types";
import { CPU, H100, onlyGroup, slurmSample } from "../../helpers/slurm";

const IMAGE = "nvcr.io/nvidia/pytorch:25.06-py3";
const of = (layout: SlurmLayout, gpu = { memoryGiB: 80, peakTflops: 989 as number | null }, image = IMAGE) =>
  trainingJobs({ layout, gpuOf: () => gpu, image });
const jobs = of(slurmSample({ mpi: "pmix" }));
const line = (name: string, start: string) =>
  jobs[name]!.split("\n").find((each) => each.startsWith(start)) ?? `${name} has no line that begins with ${start}`;

describe("reference jobs of training", () => {
  test("are one for each way to divide the work, with the programs that they start", () => {
    expect(Object.keys(jobs).filter((name) => name.endsWith(".sbatch"))).toEqual(TRAINING_JOBS);
    for (const [name, text] of Object.entries(jobs)) {
      expect([name, text.includes("Written by railyard examples")]).toEqual([name, true]);
      for (const [, program] of text.matchAll(/\b(\w+\.py)\b/g))
        if (program !== "pretrain_gpt.py") expect(Object.keys(jobs)).toContain(program);
    }
  });

  test("are bash and Python", () => {
    for (const [name, text] of Object.entries(jobs)) {
      const [program, args] = name.endsWith(".py")
        ? ["python3", ["-c", "import ast, sys; ast.parse(sys.stdin.read())"]]
        : ["bash", ["-n"]];
      expect([name, spawnSync(program, args, { input: text, encoding: "utf8" }).stderr]).toEqual([name, ""]);
    }
  });

  test("fit the nodes, the GPUs and their memory", () => {
    expect(line("ddp.sbatch", "#SBATCH --nodes")).toBe("#SBATCH --nodes=8");
    expect(line("fsdp2.sbatch", "#SBATCH --nodes")).toBe("#SBATCH --nodes=16");
    expect(line("ddp.sbatch", "program=")).toContain("--model=1b --global-batch=256 --peak-tflops=989");
    expect(line("fsdp2.sbatch", "program=")).toContain("--model=70b --global-batch=512");
    expect(jobs["elastic.sbatch"]).toContain("- 4 8 ");
    const small = of(slurmSample(), { memoryGiB: 24, peakTflops: null });
    expect(small["ddp.sbatch"]).toContain("--model=125m");
    expect(small["ddp.sbatch"]).not.toContain("peak-tflops");
    expect(Object.keys(of(onlyGroup({ ...H100, maxNodes: 1 })))).not.toContain("elastic.sbatch");
    expect(of(onlyGroup(CPU))).toEqual({});
  });

  test("name the image as the cluster runs it, whatever it is called", () => {
    expect(line("ddp.sbatch", "container=")).toBe(
      `container=('--container-image=docker://nvcr.io#nvidia/pytorch:25.06-py3' --container-mounts=/fsx:/fsx,"$PWD:$PWD,$CHECKPOINTS:$CHECKPOINTS" "--container-workdir=$PWD")`,
    );
    const apptainer = slurmSample({ containers: { kind: "apptainer", image: "r.example.com/slurmd:1" } });
    expect(of(apptainer, undefined, "/fsx/it's.sqsh")["ddp.sbatch"]).toContain(
      `inside=(apptainer exec --nv --bind /fsx:/fsx --bind "$PWD" --bind "$CHECKPOINTS" --pwd "$PWD" '/fsx/it'\\''s.sqsh')`,
    );
    expect(of(slurmSample({ containers: { kind: "none" } }))["ddp.sbatch"]).toContain("container=()\ninside=()");
  });

  test("start their program by what profiles it where a job is asked for a profile", () => {
    const wrapped = "python3 railyard_profile.py run python3 train.py ";
    expect(line("fsdp2.sbatch", "program=")).toContain(`program=(--no-python ${wrapped}`);
    expect(line("elastic.sbatch", "program=")).toContain(`program=(--no-python ${wrapped}`);
    expect(line("mpi.sbatch", "program=")).toContain(`program=(${wrapped}`);
  });

  test("speak of PMIx only where Slurm has it", () => {
    expect(line("mpi.sbatch", "how=")).toBe("how=(--mpi=pmix)");
    expect(of(slurmSample())["mpi.sbatch"]).toContain("how=()");
  });
});

describe("models", () => {
  test("have as many weights as model.py gives them", () => {
    // counted by the layers of the class, without PyTorch
    const count = spawnSync("python3", ["-c", COUNT], { input: jobs["model.py"]!, encoding: "utf8" });
    expect(count.stderr).toBe("");
    const weights = JSON.parse(count.stdout) as Record<string, number>;
    for (const { name, billions } of MODEL_SIZES) expect(weights[name]! / 1e9).toBeCloseTo(billions, 3);
    for (const [name, { layers, width, heads, keyHeads, hidden, sequence }] of Object.entries(MEGATRON_MODELS))
      expect([name, weights[`${name} of`]]).toEqual([name, [layers, width, heads, keyHeads, hidden, sequence].join()]);
  });

  test("grow with what holds them, and are none where nothing fits", () => {
    expect(largestModel(1, 80)?.name).toBe("1b");
    expect(largestModel(8, 80)?.name).toBe("8b");
    expect(largestModel(256, 80)?.name).toBe("70b");
    expect(largestModel(1, 4)).toBeNull();
  });
});

describe("Megatron's layout", () => {
  const model = MEGATRON_MODELS["70b"]!;
  const layout = (nodes: number, gpus: number, memoryGiB: number) =>
    megatronLayout(70.554, model, { nodes, gpus, memoryGiB });

  test("has all GPUs, and as few parts as memory allows", () => {
    expect(layout(32, 8, 80)).toEqual({ tensor: 8, pipeline: 2, data: 16 });
    expect(layout(32, 8, 180)).toEqual({ tensor: 8, pipeline: 1, data: 32 });
    for (const nodes of [2, 3, 4, 5, 8, 16, 20, 32, 64])
      for (const gpus of [4, 8]) {
        const found = layout(nodes, gpus, 80);
        if (!found) continue;
        expect(found.tensor * found.pipeline * found.data).toBe(nodes * gpus);
        expect([model.layers % found.pipeline, model.keyHeads % found.tensor]).toEqual([0, 0]);
      }
  });

  test("is none where the model does not fit", () => {
    expect(layout(1, 8, 80)).toBeNull();
  });
});

/** Weights of each size, by the arithmetic of its layers; and what Megatron is told of it. */
const COUNT = `
import json, re, sys
text = sys.stdin.read()
found = {}
for name, row in re.findall(r'"(\\w+)": Size\\((.*?)\\)', text):
    l, w, h, k, n, v, s = (int(each.replace("_", "")) for each in row.split(","))
    found[name] = 2 * v * w + l * (2 * w * w + 2 * w * (w // h) * k + 3 * w * n + 2 * w) + w
    found[name + " of"] = ",".join(map(str, (l, w, h, k, n, s)))
print(json.dumps(found))
`;
