import { mkdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { CommandContext } from "../command";
import { readArgs } from "../read-args";
import { reportError } from "../command-errors";
import { loadWritten } from "../environment-table";
import { fabricJobs } from "../fabric-jobs";
import { UsageError } from "../usage";

const HELP = `Write jobs that prove the fabric: for each EFA group an all-reduce over every GPU and EFA device.

  npx railyard fabric-job research   into cdktf.out/fabric/research/

  --out <folder>    write there
  --image <image>   image with nccl-tests and aws-ofi-nccl, best by digest
                    (default public.ecr.aws/hpc-cloud/nccl-tests:latest)
  --help            this text

Submit a .sbatch file from a login node, or apply a .trainjob.yaml with kubectl where Kubeflow Trainer is installed.
A job fails when NCCL did not use EFA, when a result is wrong, or when its bus bandwidth is below the floor.
Exit code: 0 written; 1 something is wrong.`;

const DEFAULT_IMAGE = "public.ecr.aws/hpc-cloud/nccl-tests:latest";

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
    for (const { resolved } of loadWritten([name], context.clock())) {
      const out = values.out ?? join(context.root, "cdktf.out", "fabric", resolved.name);
      const jobs = fabricJobs(resolved, image);
      if (jobs.length === 0) {
        context.print(`${resolved.name} has no EFA group of two GPU nodes or more: there is no fabric to prove.`);
        continue;
      }
      mkdirSync(out, { recursive: true });
      for (const { group, nodes, floorGBps, files } of jobs) {
        const floor = floorGBps === null ? "no floor is known, the run reports only" : `floor ${floorGBps} GB/s`;
        context.print(`${group}: ${nodes} nodes, ${floor}`);
        for (const [file, text] of Object.entries(files)) {
          writeFileSync(join(out, file), text);
          context.print(`  ${relative(context.root, join(out, file))}`);
        }
      }
      if (!image.includes("@sha256:"))
        context.print(`The image ${image} is not pinned: figures of two days may differ.`);
    }
    return 0;
  } catch (error) {
    return reportError(error, context, { help: "npx railyard fabric-job --help", untouched: "Nothing was written." });
  }
}

const parse = (args: readonly string[]) =>
  readArgs(args, {
    out: { type: "string" },
    image: { type: "string", default: DEFAULT_IMAGE },
    help: { type: "boolean", short: "h", default: false },
  });
