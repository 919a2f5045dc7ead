import { loadEnvironments } from "../../../../config";
import { OTHER_JOBS, TRAINING_JOBS } from "../../../../config/datasets/retrain";
import { samplesOf } from "../../../../scripts/commands/examples/samples";
import { NOW } from "../../../helpers/environment";
import { ENVIRONMENTS } from "../../../helpers/shipped-table";

// config cannot ask constructs which jobs they write
test("the rule of what drift starts knows every job that is written, by its folder", () => {
  const files = loadEnvironments(ENVIRONMENTS, [], NOW).flatMap(({ resolved }) =>
    Object.keys(samplesOf(resolved, { asked: null, usual: "image", nccl: null }).files),
  );
  const jobs = [...new Set(files)].filter((file) => /\.(?:sbatch|sh)$/.test(file) && !/^drift[/]/.test(file));
  const known: Readonly<Record<string, readonly string[]>> = { ...OTHER_JOBS, training: TRAINING_JOBS };
  expect(jobs.length).toBeGreaterThan(10);
  expect(jobs.filter((file) => !known[file.split("/")[0]!]?.includes(file.split("/")[1]!))).toEqual([]);
});
