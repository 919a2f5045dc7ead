import { WITHOUT_PROFILER } from "../../config/facts/nccl-inspector";
import { scriptFile } from "../core/script-file";
import { sbatchOption, shellWords } from "../core/shell-word";
import { type FabricToProve, ncclVerdict, type NcclVerdictProps } from "./nccl-verdict";
import { SCRIPTS_PATH } from "./scripts-path";

export interface NcclJobProps extends NcclVerdictProps {
  /** Name of the job and first part of those of its logs. @default - `fabric-` and the group */
  readonly name?: string;
  /** Node group; Slurm feature of its nodes. */
  readonly group: string;
  readonly partition: string;
  readonly nodes: number;
  readonly gpusPerNode: number;
  /** Image with nccl-tests, such as `public.ecr.aws/hpc-cloud/nccl-tests@sha256:…`. */
  readonly image: string;
}

/** By this line a later run knows its own files. */
export const WRITTEN = "Written by railyard fabric-job";

/** Where the image has nccl-tests. */
export const NCCL_TESTS = "/opt/nccl-tests/build/all_reduce_perf";

/** What NCCL and the libraries below it are told. The algorithm is left to the tuner of the plugin, which knows the platforms. */
export const ncclEnvironment = ({ ncclEnv }: FabricToProve): Readonly<Record<string, string>> => ({
  ...ncclEnv,
  NCCL_DEBUG: "INFO",
  NCCL_DEBUG_SUBSYS: "INIT,NET",
  ...WITHOUT_PROFILER,
});

/** Arguments of all_reduce_perf: one size, twenty rounds, results checked. */
export function ncclArguments(sizeGiB: number): string[] {
  return ["-b", `${sizeGiB}G`, "-e", `${sizeGiB}G`, "-f", "2", "-g", "1", "-c", "1", "-n", "20"];
}

/** sbatch script that proves the fabric of a group: every GPU and every device of the fabric of its nodes in one all-reduce. */
export function ncclJob(props: NcclJobProps): string {
  const { group, partition, nodes, gpusPerNode, fabric, name = `fabric-${group}` } = props;
  const environment = Object.entries(ncclEnvironment(fabric)).map(([key, value]) => `${key}=${value}`);
  const options = {
    "job-name": name,
    partition,
    constraint: group,
    nodes,
    "ntasks-per-node": gpusPerNode,
    "gpus-per-node": gpusPerNode,
  };
  return scriptFile("slurm/files/nccl-job.sh", {
    values: {
      log: name,
      nodes,
      sysfs: fabric.health.sysfs,
      devices: fabric.devices,
      title: fabric.title,
      srun: `${SCRIPTS_PATH}/railyard-srun`,
      image: enrootImage(props.image),
      program: NCCL_TESTS,
      arguments: ncclArguments(props.sizeGiB).join(" "),
      written: WRITTEN,
    },
    insert: {
      options: [
        ...Object.entries(options).map(([name, value]) => sbatchOption(name, value)),
        "#SBATCH --exclusive",
        "#SBATCH --time=00:30:00",
        sbatchOption("output", `${name}-%j.out`),
      ].join("\n"),
      environment: `export ${shellWords(environment)}`,
      verdict: ncclVerdict(props),
    },
  });
}

/** `registry/repository:tag` as enroot writes it: `docker://registry#repository:tag`. */
export function enrootImage(image: string): string {
  const slash = image.indexOf("/");
  return slash < 0 ? `docker://${image}` : `docker://${image.slice(0, slash)}#${image.slice(slash + 1)}`;
}
