import { join, resolve } from "node:path";
import type { CommandContext } from "../../cli/command";
import { runCommand } from "../../cli/define-command";
import { FABRIC_JOB_COMMAND } from "./definition";
import { isTextOf } from "../../lib/files/output-kinds";
import { outputFolder, writeFiles } from "../../lib/files/output";
import { loadFor } from "../../lib/environments/load-for";
import { fabricJobs } from "./fabric-jobs";
import { shownPath } from "../../lib/files/shown-path";
import { UsageError } from "../../lib/errors/usage";

/** `railyard fabric-job <environment>`. @returns the exit code */
export function fabricJobCommand(args: readonly string[], context: CommandContext): number {
  return runCommand(FABRIC_JOB_COMMAND, args, context, ({ values, positionals }) => {
    const [name, ...more] = positionals;
    if (name === undefined || more.length > 0) throw new UsageError("fabric-job takes the name of one environment");
    const image = values.image ?? null;
    if (values.out !== undefined) outputFolder({ option: "--out", path: values.out });
    const { resolved } = loadFor("fabric-job", [name], context)[0]!;
    const out = resolve(values.out ?? join(context.root, "cdktf.out", "fabric", resolved.name));
    const jobs = fabricJobs(resolved, image);
    const images = [...new Set(jobs.map((job) => job.image))];
    const loose = images.filter((name) => !name.includes("@sha256:"));
    writeFiles({
      folder: out,
      files: Object.fromEntries(jobs.flatMap(({ files }) => Object.entries(files))),
      isGenerated: isTextOf("fabric-job"),
      force: values.force,
      own: join(context.root, "cdktf.out"),
    });
    if (values.json) {
      const written = jobs.map((job) => ({ ...job, files: Object.keys(job.files).map((file) => join(out, file)) }));
      const isPinned = loose.length === 0;
      context.print(JSON.stringify({ environment: resolved.name, isPinned, jobs: written }, null, 2));
      return 0;
    }
    if (jobs.length === 0) {
      context.print(
        `${resolved.name} has no group of two GPU nodes or more with EFA, InfiniBand or RoCE: there is no fabric to prove.`,
      );
      return 0;
    }
    for (const { group, nodes, floorGBps, files } of jobs) {
      const floor = floorGBps === null ? "no floor is known, the run reports only" : `floor ${floorGBps} GB/s`;
      context.print(`${group}: ${nodes} nodes, ${floor}`);
      for (const file of Object.keys(files)) context.print(`  ${shownPath(join(out, file))}`);
    }
    for (const image of images) {
      const unknown = jobs.filter((job) => job.image === image && job.arch === "arm64" && job.imageFits === null);
      const onArm = [...new Set(unknown.map(({ group }) => group))];
      if (onArm.length > 0)
        context.print(
          `Nodes of ${onArm.join(", ")} are arm64: the image must be, too, and whether ${image} is, is unknown.`,
        );
    }
    for (const image of loose) context.print(`The image ${image} is not pinned: figures of two days may differ.`);
    return 0;
  });
}
