import { join, resolve } from "node:path";
import type { CommandContext } from "../../cli/command";
import { place, type OptionCheck } from "../../cli/option-checks";
import { isTextOf } from "../../lib/files/output-kinds";
import { outputFile, outputFolder, writeOutputs } from "../../lib/files/output";
import { readArgs } from "../../cli/read-args";
import { reportError } from "../../cli/command-errors";
import { loadWritten } from "../../lib/environments/environment-table";
import { fabricJobs } from "./fabric-jobs";
import { shownPath } from "../../lib/files/shown-path";
import { UsageError } from "../../lib/errors/usage";

/**
 * By tag: nobody publishes its digest where it can be read without asking the registry.
 * @see https://gallery.ecr.aws/hpc-cloud/nccl-tests
 */
const DEFAULT_IMAGE = "public.ecr.aws/hpc-cloud/nccl-tests:cuda13.0.2-efa1.48.0-ofiv1.19.0-ncclv2.30.4-1-testsv2.18.3";

const HELP = `Write jobs that prove the fabric: for each EFA group an all-reduce over every GPU and EFA device
of a few of its nodes, as many as the command prints.

  npx railyard fabric-job research   into cdktf.out/fabric/research/

  --out <folder>    write there
  --image <image>   image with nccl-tests and aws-ofi-nccl, best by digest
                    (default ${DEFAULT_IMAGE})
  --force           replace files of these names, whoever wrote them
  --json            print what was written as JSON
  --help            this text

Submit a .sbatch file from a login node, or apply a .trainjob.yaml with kubectl where Kubeflow Trainer is installed.
Where Slurm has the group, its slurmd pods hold all GPUs, and the pods of a TrainJob stay pending: submit the .sbatch file.
A job fails when NCCL did not use EFA, when a result is wrong, or when its bus bandwidth is below the floor.
Exit code: 0 written; 1 something is wrong.`;

/** `railyard fabric-job <environment>`. @returns the exit code */
export function fabricJobCommand(args: readonly string[], context: CommandContext): number {
  try {
    const { values, positionals } = parse(args);
    if (values.help) {
      context.print(HELP);
      return 0;
    }
    const [name, ...more] = positionals;
    if (name === undefined || more.length > 0) throw new UsageError("fabric-job takes the name of one environment");
    const { image } = values;
    if (values.out !== undefined) outputFolder({ option: "--out", path: values.out });
    const { resolved } = loadWritten([name], context.clock())[0]!;
    const out = resolve(values.out ?? join(context.root, "cdktf.out", "fabric", resolved.name));
    const jobs = fabricJobs(resolved, image);
    const isPinned = image.includes("@sha256:");
    if (jobs.length > 0) {
      const own = { isOurs: isTextOf("fabric-job"), own: join(context.root, "cdktf.out"), force: values.force };
      writeOutputs(
        jobs.flatMap(({ files }) =>
          Object.entries(files).map(([file, text]) => ({
            ...outputFile({ option: "--out", path: join(out, file), ...own }),
            text,
          })),
        ),
      );
    }
    if (values.json) {
      const written = jobs.map((job) => ({ ...job, files: Object.keys(job.files).map((file) => join(out, file)) }));
      context.print(JSON.stringify({ environment: resolved.name, image, isPinned, jobs: written }, null, 2));
      return 0;
    }
    if (jobs.length === 0) {
      context.print(`${resolved.name} has no EFA group of two GPU nodes or more: there is no fabric to prove.`);
      return 0;
    }
    for (const { group, nodes, floorGBps, files } of jobs) {
      const floor = floorGBps === null ? "no floor is known, the run reports only" : `floor ${floorGBps} GB/s`;
      context.print(`${group}: ${nodes} nodes, ${floor}`);
      for (const file of Object.keys(files)) context.print(`  ${shownPath(join(out, file))}`);
    }
    if (!isPinned) context.print(`The image ${image} is not pinned: figures of two days may differ.`);
    return 0;
  } catch (error) {
    return reportError(error, context, { help: "npx railyard fabric-job --help", untouched: "Nothing was written." });
  }
}

/**
 * The form of a reference to an image; Kubernetes and enroot say no more of one that is wrong than that it cannot be pulled.
 * @see https://pkg.go.dev/github.com/distribution/reference
 */
const IMAGE =
  /^[a-zA-Z0-9](?:[\w.:-]*\w)?(?:\/[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*)*(?::\w[\w.-]{0,127})?(?:@sha256:[0-9a-f]{64})?$/;

const imageName: OptionCheck = (value, option) => {
  if (!IMAGE.test(value) || value.length > 1024)
    throw new UsageError(
      `${option} must name an image, such as registry.example.com/nccl-tests:2.17 or …@sha256:<digest>, but is ${JSON.stringify(value)}`,
    );
};

const parse = (args: readonly string[]) =>
  readArgs(args, {
    out: { type: "string", check: place },
    image: { type: "string", check: imageName, default: DEFAULT_IMAGE },
    force: { type: "boolean" },
    json: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  });
