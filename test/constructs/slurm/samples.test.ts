import { spawnSync } from "node:child_process";
import { slurmSamples } from "../../../constructs/slurm/samples";
import type { SlurmLayout } from "../../../constructs/slurm/slurm-types";
import { CPU, H100, onlyGroup, slurmSample } from "../../helpers/slurm";

const IMAGES = { ncclImage: "public.ecr.aws/a/nccl-tests:1", containerImage: "nvcr.io/nvidia/pytorch:25.06-py3" };
const of = (layout: SlurmLayout, images: Partial<typeof IMAGES> = {}) => slurmSamples({ layout, ...IMAGES, ...images });
const option = (text: string | undefined, name: string) =>
  new RegExp(`^#SBATCH --${name}=(.*)$`, "m").exec(text ?? "")?.[1];

describe("samples for Slurm", () => {
  const samples = of(slurmSample());

  test("are bash, and say to whom they belong", () => {
    for (const [name, text] of Object.entries(samples)) {
      expect(text).toContain("Written by railyard examples");
      if (name.endsWith(".py")) continue;
      expect([name, spawnSync("bash", ["-n"], { input: text, encoding: "utf8" }).stderr]).toEqual([name, ""]);
    }
  });

  test("name a partition that is there, its nodes, and a time within its limit", () => {
    for (const [name, text] of Object.entries(samples)) {
      if (!name.endsWith(".sbatch")) continue;
      expect([name, option(text, "partition"), option(text, "constraint")]).toEqual([name, "train", "h100"]);
      expect([name, option(text, "time")]).toEqual([name, "0-04:00:00"]);
    }
    const short = slurmSample();
    const partitions = short.partitions.map((partition) => ({ ...partition, maxHours: 0.5 }));
    expect(option(of({ ...short, partitions })["one-gpu.sbatch"], "time")).toBe("0-00:30:00");
  });

  test("ask for what a node has", () => {
    expect(option(samples["one-gpu.sbatch"], "gpus-per-node")).toBe("1");
    expect(option(samples["one-node.sbatch"], "gpus-per-node")).toBe("8");
    expect(option(samples["all-nodes-nccl.sbatch"], "nodes")).toBe("16");
    expect(samples["one-node.sbatch"]).toContain("--nproc-per-node=8");
  });

  test("keep checkpoints in homes where a volume has them, else on the first volume", () => {
    expect(samples["pytorch.sbatch"]).toContain("${RAILYARD_CHECKPOINTS:-$HOME/checkpoints}");
    const elsewhere = of(
      slurmSample({ homes: "/home", volumes: [{ name: "shared", claimName: "l", mountPath: "/fsx" }] }),
    );
    expect(elsewhere["pytorch.sbatch"]).toContain("${RAILYARD_CHECKPOINTS:-/fsx/checkpoints}");
  });

  test("of one node have no job of several", () => {
    const single = of(onlyGroup({ ...H100, maxNodes: 1 }));
    expect(single).not.toHaveProperty(["all-nodes-nccl.sbatch"]);
    expect(option(single["pytorch.sbatch"], "nodes")).toBe("1");
  });

  test("of a cluster without GPUs ask for none", () => {
    const cpu = of(onlyGroup(CPU));
    expect(Object.keys(cpu).sort()).toEqual(["array.sbatch", "interactive.sh", "one-cpu.sbatch"]);
    for (const text of Object.values(cpu)) expect(text).not.toContain("gpus");
  });

  test("name a container as the cluster runs it", () => {
    expect(samples["container.sbatch"]).toContain("'--container-image=docker://nvcr.io#nvidia/pytorch:25.06-py3'");
    const file = of(slurmSample(), { containerImage: "/fsx/images/pytorch.sqsh" })["container.sbatch"];
    expect(file).toContain("--container-image=/fsx/images/pytorch.sqsh");
    const apptainer = of(slurmSample({ containers: { kind: "apptainer", image: "r.example.com/slurmd:1" } }));
    expect(apptainer["container.sbatch"]).toContain(
      "srun apptainer exec --nv --bind /fsx:/fsx docker://nvcr.io/nvidia/pytorch:25.06-py3 nvidia-smi -L",
    );
    // nccl-tests come in an image alone
    expect(apptainer).not.toHaveProperty(["all-nodes-nccl.sbatch"]);
    expect(of(slurmSample({ containers: { kind: "none" } }))).not.toHaveProperty(["container.sbatch"]);
  });
});
