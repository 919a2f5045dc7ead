import { slurmLayout } from "../../stacks/slurm-layout";
import { preloadFiles } from "../../stacks/preload-files";
import { sample, type Change } from "../helpers/environment";

const place = { kind: "bucket", name: "lab", prefix: "imagenet/" };

function filesOf(datasets: Change) {
  const { env } = sample({ teams: { vision: {} }, datasets });
  const { files, notes } = preloadFiles(env, slurmLayout(env, env.slurm!));
  return {
    files,
    notes,
    jobs: Object.keys(files)
      .filter((name) => name.endsWith(".sbatch"))
      .toSorted(),
  };
}

test("a dataset in a bucket comes onto the disks of nodes, or where copyTo says", () => {
  const { files, jobs, notes } = filesOf({
    imagenet: { place },
    coco: { place: { ...place, prefix: "coco/" }, copyTo: { kind: "volume", volume: "lustre", path: "/data/coco" } },
    raw: { place: { kind: "volume", volume: "lustre", path: "/raw" } },
  });
  expect(jobs).toEqual([
    "preload-coco.sbatch",
    "preload-nodes-imagenet.sbatch",
    "preload-nodes.sbatch",
    "preload.sbatch",
  ]);
  expect(files["preload-nodes-imagenet.sbatch"]).toMatch(/source='?s3:\/\/lab\/imagenet\/'?\nfolder=/);
  expect(files["preload-nodes-imagenet.sbatch"]).toContain("/scratch/datasets/imagenet");
  expect(files["preload-coco.sbatch"]).toContain("/fsx/data/coco");
  expect(files["preload-coco.sbatch"]).toContain("#SBATCH --job-name=preload-coco");
  expect(files["preload-coco.sbatch"]).toContain("s3://lab/coco/");
  expect(notes.filter((note) => note.includes("dataset"))).toEqual([]);
});

test("what jobs of Slurm may not read no job copies, and the notes say so", () => {
  const { jobs, notes } = filesOf({ faces: { place, readers: ["vision"] } });
  expect(jobs.filter((name) => name.includes("faces"))).toEqual([]);
  expect(notes).toContain("No job copies the dataset faces: jobs of Slurm may not read it.");
});
